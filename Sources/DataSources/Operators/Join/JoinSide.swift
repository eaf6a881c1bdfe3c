/// One of the two lists of a join, with an index of its items by key.
@usableFromInline
struct JoinSide<Item, Key>: ~Copyable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Key: Hashable & Sendable {
    @usableFromInline let key: @Sendable (Item) -> Key
    @usableFromInline var items = ListSnapshot<Item>()
    /// The labels of the items, each with the item's key.
    @usableFromInline var labels = OrderLabels<Key>()
    /// The labels of the items with each key.
    @usableFromInline var groups: KeyTable<Key, LabelGroup> = KeyTable()

    @inlinable
    init(_ key: @escaping @Sendable (Item) -> Key) {
        self.key = key
    }

    /// The number of items with a key.
    @inlinable
    func count(under key: Key) -> Int {
        guard let place = groups.index(forKey: key) else { return 0 }
        return groups.values[place].count
    }

    /// The positions of the items with a key, ascending.
    ///
    /// - Throws: ``LostTrack`` if keys have changed in place.
    /// - Complexity: O(*g* log *n*) for *g* items.
    @inlinable
    func positions(under key: Key) throws -> [Int] {
        try groups[key]?.labels.map { try labels.knownPosition(of: $0) } ?? []
    }

    /// The items with a key, in order.
    ///
    /// - Complexity: O(*g* log *n*) for *g* items.
    @inlinable
    func items(under key: Key) throws -> ContiguousArray<Item> {
        ContiguousArray(try positions(under: key).lazy.map { [tree = items.tree] in tree.element(at: $0) })
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
        var items = items.makeIterator()
        labels.list.forEach { label in
            if let item = items.next() { body(item, label.tag) }
        }
    }
}

/// The changes of one side of a join in an update.
///
/// An item with a new key, or one that is updated and moved, counts as leaving and arriving. Ranks are those within the
/// key, at the time of each step: deleted items leave one by one, then moved items leave, then items arrive.
@usableFromInline
struct JoinDelta<Key: Hashable & Sendable> {
    @usableFromInline typealias Departure = (key: Key, rank: Int, before: Int)
    @usableFromInline typealias Arrival = (key: Key, rank: Int, after: Int)

    /// The keys of the items inserted and updated, in the order of positions.
    @usableFromInline var fresh: [(key: Key, after: Int)] = []
    @usableFromInline var leaving: [Departure] = []
    @usableFromInline var arriving: [Arrival] = []
    /// Items that move without an update: as they leave, and as they arrive.
    @usableFromInline var moving: [(departure: Departure, arrival: Arrival)] = []
    /// Items that are updated without a new key or a move, with their final ranks.
    @usableFromInline var refreshed: [Arrival] = []
    /// For each key that gained or lost items, whether it had items before.
    @usableFromInline var presence: KeyTable<Key, Bool> = KeyTable()

    @inlinable
    init() {}
}

/// A row of one kind of join: made from two items with equal keys, or from one item without a match.
@usableFromInline
package protocol JoinRow: Identifiable, Equatable, Sendable where ID: Sendable {
    associatedtype Left: Identifiable & Equatable & Sendable where Left.ID: Sendable
    associatedtype Right: Identifiable & Equatable & Sendable where Right.ID: Sendable

    /// Whether the join keeps right items without a match.
    static var keepsLoneRights: Bool { get }

    /// Joins two items, or keeps one without a match; `nil` if this kind of join drops it.
    static func row(_ left: Left?, _ right: Right?) -> Self?
}
