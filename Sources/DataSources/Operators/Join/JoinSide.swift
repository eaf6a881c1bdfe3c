/// One of the two lists of a join: what is in it, and under which key.
@usableFromInline
struct JoinSide<Item, Key>: ~Copyable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Key: Hashable & Sendable {
    @usableFromInline let key: @Sendable (Item) -> Key
    @usableFromInline var items = ListSnapshot<Item>()
    /// The labels of the items, each with the key that the item has.
    @usableFromInline var labels = OrderLabels<Key>()
    /// The labels of the items with each key.
    @usableFromInline var groups: KeyTable<Key, LabelGroup> = KeyTable()

    @inlinable
    init(_ key: @escaping @Sendable (Item) -> Key) {
        self.key = key
    }

    /// How many items have a key.
    @inlinable
    func count(under key: Key) -> Int {
        guard let place = groups.index(forKey: key) else { return 0 }
        return groups.values[place].count
    }

    /// The positions of the items with a key, ascending.
    ///
    /// - Complexity: O(*g* log *n*) for *g* items.
    @inlinable
    func positions(under key: Key) -> [Int] {
        groups[key]?.labels.map { labels.position(of: $0) } ?? []
    }

    /// The items with a key, in order.
    ///
    /// - Complexity: O(*g* log *n*) for *g* items.
    @inlinable
    func items(under key: Key) -> ContiguousArray<Item> {
        ContiguousArray(positions(under: key).lazy.map { [tree = items.tree] in tree.element(at: $0) })
    }

    /// All items by their keys, in order.
    @inlinable
    func itemsByKey() -> KeyTable<Key, ContiguousArray<Item>> {
        var result = KeyTable<Key, ContiguousArray<Item>>(minimumCapacity: groups.count)
        forEach { item, key in result[key, default: []].append(item) }
        return result
    }

    /// Calls `body` with each item and its key, in order.
    @inlinable
    func forEach(_ body: (_ item: Item, _ key: Key) -> Void) {
        var labels = ListSnapshot<Labelled<Key>>.Iterator(labels.list.tree)
        var items = items.makeIterator()
        while let item = items.next(), let key = labels.next()?.tag { body(item, key) }
    }
}

/// What an update has done to one side of a join.
///
/// An item that has another key now, or that is updated and moves, leaves and arrives. Ranks are those among the items
/// with the same key, when one after the other leaves, what moves leaves, and then they arrive.
@usableFromInline
struct JoinDelta<Key: Hashable & Sendable> {
    @usableFromInline typealias Departure = (key: Key, rank: Int, before: Int)
    @usableFromInline typealias Arrival = (key: Key, rank: Int, after: Int)

    /// The keys of the items inserted and updated, in the order of positions.
    @usableFromInline var fresh: [(key: Key, after: Int)] = []
    @usableFromInline var leaving: [Departure] = []
    @usableFromInline var arriving: [Arrival] = []
    /// Items that move and are not updated: as they leave, and as they arrive.
    @usableFromInline var moving: [(departure: Departure, arrival: Arrival)] = []
    /// Items that are updated, keep their key and do not move; with their ranks in the end.
    @usableFromInline var refreshed: [Arrival] = []
    /// Whether there were items under a key that has lost or won any.
    @usableFromInline var presence: KeyTable<Key, Bool> = KeyTable()

    @inlinable
    init() {}
}
