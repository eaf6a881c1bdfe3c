/// Why an edit of a row was refused before the source was asked.
public enum ObservedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rows are of a source without an editor.
    case readOnly
    /// The item has been removed.
    case removed
    /// The row does not follow its list: it was read from rows of a former state, or the list has been released.
    case outdated
    /// The edit would give the item another id.
    case identityChanged

    /// What went wrong, and what to do.
    public var description: String {
        switch self {
        case .readOnly: "the rows cannot be edited: their source was given without `editing`"
        case .removed: "the item has been removed from its source"
        case .outdated:
            "the row is of a former state, or its list has been released; read it from the list's `rows` again"
        case .identityChanged: "an edit must not change the item's id; remove the item and insert another one"
        }
    }
}
