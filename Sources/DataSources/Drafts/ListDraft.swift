/// A list that is being edited: what a transaction's closure is given.
///
/// A draft knows every item by its id, and each edit costs O(log *n*). An edit that cannot be made throws and has
/// changed nothing; whether the rest of the transaction still stands is for the closure to decide.
///
/// ```swift
/// try await staff.transaction { list in
///     try list.insert(dave, at: 0)
///     try list.move(id: bob.id, before: dave.id)
///     list.removeAll { $0.salary == 0 }
/// }
/// ```
///
/// A draft can also be made and edited on its own, to build a ``ListSnapshot`` without a source. It cannot be copied:
/// its index by id is as large as the list.
///
/// | Edit | Cost |
/// |---|---|
/// | insert, update, remove or move one item | O(log *n*) |
/// | insert or remove *k* neighbours | O(*k* + log *n*) |
/// | ``replaceAll(with:)``, ``removeAll(where:)`` | O(*n*), copying what changes |
public struct ListDraft<Item: Identifiable & Equatable & Sendable>: ~Copyable, Sendable where Item.ID: Sendable {
    @usableFromInline var tree: ChunkTree<Item>
    @usableFromInline var index: SlotIndex<Item.ID>
    @usableFromInline let lineage: Lineage

    /// Creates an empty draft.
    @inlinable
    public init() {
        index = SlotIndex()
        tree = ChunkTree(emptyAt: index.makeSlot(under: -1))
        lineage = .unique()
    }

    /// Creates an empty draft that knows its items by their positions only, and costs less.
    ///
    /// Whoever edits it answers for that ids are unique. Asking it for an id traps, unless it has learnt them.
    @inlinable
    package init(byPosition: Void) {
        index = SlotIndex(knowsIDs: false)
        tree = ChunkTree(emptyAt: index.makeSlot(under: -1))
        lineage = .unique()
    }

    /// Creates a draft of `items` in their order.
    ///
    /// - Throws: ``EditError`` with ``EditError/Code/duplicateItem`` and every id that is there twice.
    /// - Complexity: O(*n*) expected.
    @inlinable
    public init(_ items: some Sequence<Item>) throws(EditError) {
        self.init()
        try append(contentsOf: items)
    }

    /// Whether the draft knows its items by their ids.
    @inlinable
    package var knowsIDs: Bool { index.knowsIDs }

    /// For how many ids the index has room: for tests.
    package var idCapacity: Int { index.leaves.capacity }

    /// Learns the ids of the items, if it does not know them.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    package mutating func learnIDs() {
        if index.knowsIDs { return }
        index.knowsIDs = true
        index.reserve(tree.count)
        tree.forEachLeaf { part, slot in for item in part { index.enter(item.id, in: slot) } }
        checkInvariants()
    }

    /// The list as it is now: an O(1) copy that later edits leave alone.
    @inlinable
    public var snapshot: ListSnapshot<Item> {
        ListSnapshot(tree: tree, lineage: lineage)
    }

    /// The number of items.
    @inlinable
    public var count: Int { tree.count }

    /// Whether there are no items.
    @inlinable
    public var isEmpty: Bool { tree.count == 0 }

    /// The item at `position`; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> Item? {
        position >= 0 && position < tree.count ? tree.element(at: position) : nil
    }

    /// The item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    @inlinable
    public subscript(id id: Item.ID) -> Item? {
        position(of: id).map { tree.element(at: $0) }
    }

    /// The position of the item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    @inlinable
    public func position(of id: Item.ID) -> Int? {
        guard let path = index.path(to: id) else { return nil }
        return tree.position(of: id, along: path) ?? tree.searchedPosition(of: id)
    }

    /// Whether there is an item with this id.
    ///
    /// - Complexity: O(1) expected.
    @inlinable
    public func contains(id: Item.ID) -> Bool {
        index.path(to: id) != nil
    }

    @inlinable
    func knownPosition(of id: Item.ID) throws(EditError) -> Int {
        guard let position = position(of: id) else { throw .unknownItem(id) }
        return position
    }

    /// Enters an id that the index has refused, if it is wrong: an item whose id changed in place leaves its old one behind.
    @inlinable @inline(never)
    mutating func claimAgain(_ id: Item.ID, in slot: Int32) -> Bool {
        if position(of: id) != nil { return false }
        index.enter(id, in: slot)
        return true
    }

    /// Looks for ids that the index has refused where it has them; if one is not there, learns all ids anew.
    ///
    /// - Returns: Whether it did, so that what was refused is worth another try.
    @inlinable @inline(never)
    mutating func relearnIDs(ifMissing ids: [Item.ID]) -> Bool {
        for id in ids {
            if let path = index.path(to: id), tree.position(of: id, along: path) == nil {
                relearnIDs()
                return true
            }
        }
        return false
    }

    /// Learns the ids of all items anew.
    @inlinable @inline(never)
    mutating func relearnIDs() {
        index.leaveAll(keepingCapacity: false)
        tree.forEachLeaf { part, slot in for item in part { index.enter(item.id, in: slot) } }
    }

    /// The number of ids that the index knows: that of the items, unless ids misbehave.
    ///
    /// For tests.
    package var indexedIDCount: Int { index.idCount }

    /// Ends an edit that has been made: drops what misbehaving ids have left in the index, once that is much.
    @inlinable @inline(__always)
    mutating func finishEdit() {
        sweepIDs()
        checkInvariants()
    }

    /// Drops the entries that ids have left behind which misbehave, once they are many, or all there are.
    @inlinable @inline(__always)
    mutating func sweepIDs() {
        if index.needsSweep(itemCount: tree.count) { relearnIDs() }
    }

    @inlinable
    mutating func beginTransaction() -> Savepoint {
        index.beginTransaction()
    }

    @inlinable
    mutating func keepTransaction(since savepoint: Savepoint) {
        index.keepTransaction(since: savepoint)
    }

    /// Undoes everything that was done since `savepoint`, when the draft was `snapshot`.
    ///
    /// - Complexity: O(changes); O(*n*) when another draft was assigned to this one.
    @inlinable
    mutating func restore(_ snapshot: ListSnapshot<Item>, since savepoint: Savepoint) {
        if lineage != snapshot.lineage { return rebuild(snapshot, since: savepoint) }
        index.restore([HousedTree(snapshot.tree, home: -1)], from: [HousedTree(tree, home: -1)])
        index.dropTransaction(since: savepoint)
        tree = snapshot.tree
        sweepIDs()
    }

    /// Makes the draft hold `snapshot` again when its index is that of another draft, which was assigned to it.
    @usableFromInline
    mutating func rebuild(_ snapshot: ListSnapshot<Item>, since savepoint: Savepoint) {
        var other = ListDraft(byPosition: ())
        // It cannot throw: a draft by position does not look at ids.
        try? other.append(contentsOf: snapshot)
        if index.knowsIDs { other.learnIDs() }
        other.index.isInTransaction = savepoint.isNested
        self = other
    }
}
