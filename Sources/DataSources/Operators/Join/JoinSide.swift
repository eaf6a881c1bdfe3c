/// One of the two lists of a join: what is in it, where, and under which key.
@usableFromInline
struct JoinSide<Item, Key>: ~Copyable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Key: Hashable & Sendable {
    @usableFromInline typealias Entry = Keyed<Item.ID, Key>

    @usableFromInline let key: @Sendable (Item) -> Key
    @usableFromInline var items = ListSnapshot<Item>()
    /// The ids of the items in their order, each with the key it has: says where an item is.
    @usableFromInline var roster = ListDraft<Entry>()
    @usableFromInline var groups: [Key: JoinGroup<Item.ID>] = [:]

    @inlinable
    init(_ key: @escaping @Sendable (Item) -> Key) {
        self.key = key
    }

    @inlinable
    func position(of id: Item.ID) -> Int {
        guard let position = roster.position(of: id) else { preconditionFailure("a join lost the item \(id)") }
        return position
    }

    /// The items with this key, in order.
    ///
    /// - Complexity: O(*g* log *n*) for *g* items.
    @inlinable
    func items(under key: Key) -> ContiguousArray<Item> {
        guard let group = groups[key] else { return [] }
        var positions = group.map { position(of: $0) }
        if positions.count > 1 { positions.sort() }
        return ContiguousArray(positions.lazy.map { [tree = items.tree] in tree.element(at: $0) })
    }

    /// All items by their keys, in order.
    @inlinable
    func itemsByKey() -> [Key: ContiguousArray<Item>] {
        var result = [Key: ContiguousArray<Item>](minimumCapacity: groups.count)
        var entries = roster.snapshot.makeIterator()
        var items = items.makeIterator()
        while let item = items.next(), let entry = entries.next() { result[entry.value, default: []].append(item) }
        return result
    }
}

/// What an update has done to one side of a join.
///
/// An item that has another key now, or that is updated and moves, leaves and arrives.
@usableFromInline
struct JoinTurn<ID: Hashable & Sendable, Key: Hashable & Sendable> {
    @usableFromInline typealias Departure = (id: ID, key: Key, before: Int)
    @usableFromInline typealias Arrival = (id: ID, key: Key, after: Int)

    /// The keys of the items inserted and updated, in the order of positions.
    @usableFromInline var fresh: [Arrival] = []
    @usableFromInline var leaving: [Departure] = []
    @usableFromInline var arriving: [Arrival] = []
    /// Items that move and are not updated.
    @usableFromInline var moving: [(id: ID, key: Key, before: Int, after: Int)] = []
    /// Items that are updated, keep their key and do not move.
    @usableFromInline var refreshed: [Arrival] = []
    /// Whether there were items under a key that has lost or won any.
    @usableFromInline var presence: [Key: Bool] = [:]

    @inlinable
    init() {}
}
