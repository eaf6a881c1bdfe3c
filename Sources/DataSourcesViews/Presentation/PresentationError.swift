/// Why a presentation has refused something.
public enum PresentationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The edit has no place in the state on the screen: its item, or the item beside it, is not there.
    case noPlace

    /// What went wrong, and what to do.
    public var description: String {
        switch self {
        case .noPlace:
            "the edit has no place in the state on the screen: what it refers to has gone; read the snapshot again"
        }
    }
}
