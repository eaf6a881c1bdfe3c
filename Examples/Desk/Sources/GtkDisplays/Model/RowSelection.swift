/// Which rows are selected, by id.
///
/// Moves and new content leave it alone. "All rows" is one value, whatever the number of rows.
struct RowSelection<ID: Hashable & Sendable>: Equatable, Sendable {
    /// The selected ids, or the ones that are not, see ``isInverted``.
    private var ids: Set<ID> = []
    /// Whether all rows except `ids` are selected.
    private(set) var isInverted = false

    var isEmpty: Bool { !isInverted && ids.isEmpty }

    /// The number of selected rows among `count`.
    func count(among count: Int) -> Int { isInverted ? count - ids.count : ids.count }

    func contains(_ id: ID) -> Bool { ids.contains(id) != isInverted }

    mutating func set(_ id: ID, isSelected: Bool) {
        if isSelected != isInverted { ids.insert(id) } else { ids.remove(id) }
    }

    mutating func setAll(isSelected: Bool) {
        ids = []
        isInverted = isSelected
    }

    /// Rows that arrive are not selected, even if all rows were.
    mutating func deselect(_ inserted: some Sequence<ID>) {
        if isInverted { ids.formUnion(inserted) }
    }

    /// Forgets rows that no longer exist.
    mutating func remove(_ deleted: some Sequence<ID>) {
        if ids.isEmpty { return }
        for id in deleted { ids.remove(id) }
    }

    /// Forgets all rows except some.
    mutating func keep(_ exists: (ID) -> Bool) {
        if !ids.isEmpty { ids = ids.filter(exists) }
    }
}
