/// Why a presentation has refused something.
public enum PresentationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The edit has no place in the state on the screen: its item, or the item beside it, is not there.
    case noPlace
    /// The display has made an edit by itself while it was being told an update.
    case displayIsBusy
    /// The presentation does not know how to make edits in its source.
    case notEditable

    /// What went wrong, and what to do.
    public var description: String {
        switch self {
        case .noPlace:
            "the edit has no place in the state on the screen: what it refers to has gone; read the snapshot again"
        case .displayIsBusy:
            "a display must not make an edit by itself while it is told an update: make it afterwards"
        case .notEditable:
            "the presentation cannot make edits in its source: pass 'editing:' when it is created"
        }
    }
}
