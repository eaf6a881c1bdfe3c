/// The output takes no more.
public enum OutputError: Error, Equatable, CustomStringConvertible {
    /// Nobody reads it any more, as when `head` has seen enough: a reason to stop, not to complain.
    case readerLeft
    /// Why, in the words of the system.
    case failed(reason: String)

    /// What went wrong, as a complaint says it.
    public var description: String {
        switch self {
        case .readerLeft: "nobody reads the output any more"
        case .failed(let reason): "the output cannot be written: \(reason)"
        }
    }
}
