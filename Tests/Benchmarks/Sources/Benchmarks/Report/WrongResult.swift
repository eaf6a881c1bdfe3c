/// What was measured did not do its work: the run stops, since its figures would mean nothing.
struct WrongResult: Error, CustomStringConvertible {
    let description: String
}
