/// The order of a list's items by id, for operators that know items only by id.
///
/// - Complexity: O(1) expected for a label; O(*k* log *n*) amortized to follow *k* changes.
@usableFromInline
struct IdentifiedLabels<ID: Hashable & Sendable>: ~Copyable, Sendable {
    @usableFromInline var order: OrderLabels<Untagged>
    @usableFromInline var labels = LabelsByID<ID>()

    /// Creates labels for an empty list; tests use short labels.
    @inlinable
    init(bits: Int = 62) {
        order = OrderLabels(bits: bits)
    }

    /// Follows an update of the list.
    @inlinable
    mutating func follow<Item>(_ update: Update<ListSnapshot<Item>>) where Item.ID == ID {
        let (after, changes) = (update.after, update.changes)
        for position in changes.deletions {
            labels.values.removeValue(forKey: update.before.tree.element(at: position).id)
        }
        switch order.follow(changes) {
        case .items(let relabelled):
            for (position, _) in relabelled { note(position, of: after) }
            for range in changes.arrivals { for position in range { note(position, of: after) } }
        case .everything:
            labels.values.reserveCapacity(after.count)
            for position in 0..<after.count { note(position, of: after) }
        }
    }

    @inlinable
    mutating func note<Item>(_ position: Int, of list: ListSnapshot<Item>) where Item.ID == ID {
        labels.values[list.tree.element(at: position).id] = order[position].label
    }
}

/// Labels by item id.
@usableFromInline
struct LabelsByID<ID: Hashable & Sendable>: Sendable {
    @usableFromInline var values: KeyTable<ID, UInt64> = KeyTable()

    @inlinable
    init() {}

    /// The label of an item of the list; zero if its id misbehaves and is not found.
    @inlinable
    func label(of id: ID) -> UInt64 { values[id] ?? 0 }
}
