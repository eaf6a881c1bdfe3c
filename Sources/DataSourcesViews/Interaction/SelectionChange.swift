/// What has changed in a ``Selection``.
public struct SelectionChange<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The ids that are selected now, and were not.
    public let selected: Set<ID>
    /// The ids that are no longer selected, because they were deselected or their items have disappeared.
    public let deselected: Set<ID>

    /// Creates a change.
    public init(selected: Set<ID>, deselected: Set<ID>) {
        self.selected = selected
        self.deselected = deselected
    }
}
