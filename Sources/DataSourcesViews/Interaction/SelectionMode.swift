/// How many items a ``Selection`` can have.
public enum SelectionMode: Hashable, Sendable {
    /// At most one: selecting another deselects it.
    case single
    /// Any number.
    case multiple
}
