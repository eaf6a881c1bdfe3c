/// What a handler of a selected item answers.
public enum SelectionResponse: Hashable, Sendable {
    /// The item is deselected again: it was a command.
    case deselect
    /// The item stays selected.
    case keep
}
