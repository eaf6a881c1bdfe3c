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

    /// Creates the change from one selection to another.
    ///
    /// - Complexity: O(*m* + *n*) in the number of ids in each; O(1) if either has none.
    init(from old: Set<ID>, to new: Set<ID>) {
        if old.isEmpty || new.isEmpty {
            self.init(selected: new, deselected: old)
        } else {
            self.init(selected: new.subtracting(old), deselected: old.subtracting(new))
        }
    }

    /// Whether the selection is as it was.
    var isEmpty: Bool { selected.isEmpty && deselected.isEmpty }
}
