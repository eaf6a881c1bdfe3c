/// The output takes no more.
enum OutputError: Error, Equatable, CustomStringConvertible {
    /// Nobody reads it any more, as when `head` has seen enough: a reason to stop, not to complain.
    case readerLeft
    case failed(reason: String)

    var description: String {
        switch self {
        case .readerLeft: "nobody reads the output any more"
        case .failed(let reason): "the output cannot be written: \(reason)"
        }
    }
}
