/// A mutable list with an index by id: the argument of a transaction's closure.
///
/// Each edit costs O(log *n*). An edit that fails throws and changes nothing; the closure decides whether to keep the
/// rest of the transaction.
///
/// ```swift
/// try await staff.transaction { list in
///     try list.insert(dave, at: 0)
///     try list.move(id: bob.id, before: dave.id)
///     list.removeAll { $0.salary == 0 }
/// }
/// ```
///
/// A draft can also be used on its own, to build a ``ListSnapshot`` without a source. It cannot be copied, because its
/// index by id is as large as the list.
///
/// | Edit | Cost |
/// |---|---|
/// | insert, update, remove or move one item | O(log *n*) |
/// | insert or remove *k* adjacent items | O(*k* + log *n*) |
/// | move or remove *k* items from anywhere | O(*k* log *n*) |
/// | ``replaceAll(with:)``, ``removeAll(where:)`` | O(*n*), copying what changes |
public struct ListDraft<Item: Identifiable & Equatable & Sendable>: ~Copyable, Sendable where Item.ID: Sendable {
    @usableFromInline var tree: ChunkTree<Item>
    @usableFromInline var index: SlotIndex<Item.ID>
    @usableFromInline let lineage: Lineage
    /// The error of the first assignment in this transaction that could not be made.
    @usableFromInline var failedAssignment: EditError?

    /// Creates an empty draft.
    @inlinable
    public init() {
        index = SlotIndex()
        tree = ChunkTree(emptyAt: index.makeSlot(under: -1))
        lineage = .unique()
    }

    /// Creates an empty draft without an index by id, which costs less.
    ///
    /// The caller must keep ids unique. Looking up an id traps until ``learnIDs()`` is called.
    @inlinable
    package init(byPosition: Void) {
        index = SlotIndex(knowsIDs: false)
        tree = ChunkTree(emptyAt: index.makeSlot(under: -1))
        lineage = .unique()
    }

    /// Creates a draft of `items` in their order.
    ///
    /// - Throws: ``EditError`` with ``EditError/Code/duplicateItem`` and every duplicate id.
    /// - Complexity: O(*n*) expected.
    @inlinable
    public init(_ items: some Sequence<Item>) throws(EditError) {
        self.init()
        try append(contentsOf: items)
    }

    /// Whether the draft has an index by id.
    @inlinable
    package var knowsIDs: Bool { index.knowsIDs }

    /// The capacity of the index by id; for tests.
    package var idCapacity: Int { index.idCapacity }

    /// Builds the index by id, if there is none.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    package mutating func learnIDs() {
        if index.knowsIDs { return }
        index.knowsIDs = true
        index.reserve(tree.count)
        tree.forEachLeaf { part, slot in part.withBorrowedElements { index.enter(contentsOf: $0, in: slot) } }
        checkInvariants()
    }

    /// The list at this point: an O(1) copy, unaffected by later edits.
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
    /// It is a mutable place: `draft[id: bob.id]?.salary = 100` updates the item, unless the new value equals the old
    /// one. Assigning `nil` removes the item, if there is one. Assigning an item where there is none
    /// appends it.
    ///
    /// A setter cannot throw. If an assignment cannot be made (the new item has another id), it
    /// changes nothing, and the transaction throws the error when its closure returns; see ``assignmentError``.
    ///
    /// - Complexity: O(log *n*) expected.
    @inlinable
    public subscript(id id: Item.ID) -> Item? {
        get { position(of: id).map { tree.element(at: $0) } }
        set { assign(newValue, to: id) }
    }

    /// The position of the item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    @inlinable
    public func position(of id: Item.ID) -> Int? {
        tree.position(of: id, in: index)
    }

    /// Whether there is an item with this id.
    ///
    /// - Complexity: O(log *n*) expected.
    @inlinable
    public func contains(id: Item.ID) -> Bool {
        position(of: id) != nil
    }

    @inlinable
    func knownPosition(of id: Item.ID) throws(EditError) -> Int {
        guard let position = position(of: id) else { throw .unknownItem(id) }
        return position
    }

    /// Adds an id that the index has refused, if there is no item with it: another id has its hash, or the entry is
    /// stale, as an id that changed in place leaves its old entry behind.
    @usableFromInline @inline(never)
    mutating func claimAgain(_ id: Item.ID, in slot: Int32) -> Bool {
        if position(of: id) != nil { return false }
        index.enter(id, in: slot)
        return true
    }

    /// Checks the index entries of ids that it has refused; if one is stale, rebuilds the index.
    ///
    /// - Returns: Whether it rebuilt the index, so that the edit is worth another try.
    @usableFromInline @inline(never)
    mutating func relearnIDs(ifMissing ids: [Item.ID]) -> Bool {
        for id in ids {
            let hash = index.searchHash(of: id)
            for path in index.paths(to: hash) where !tree.hasElement(hash: hash, along: path, in: index) {
                relearnIDs()
                return true
            }
        }
        return false
    }

    /// Rebuilds the index by id.
    ///
    /// Only for ids that misbehave, so it is not specialized.
    @usableFromInline @inline(never)
    mutating func relearnIDs() {
        index.leaveAll(keepingCapacity: false)
        tree.forEachLeaf { part, slot in part.withBorrowedElements { index.enter(contentsOf: $0, in: slot) } }
    }

    /// The number of ids in the index: that of the items, unless ids misbehave.
    ///
    /// For tests.
    package var indexedIDCount: Int { index.idCount }

    /// Finishes a successful edit: removes stale index entries if there are many.
    @inlinable @inline(__always)
    mutating func finishEdit() {
        sweepIDs()
        checkInvariants()
    }

    /// Removes stale index entries if there are many, or if there are no items.
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

    /// Undoes all edits since `savepoint`, when the draft was `snapshot`.
    ///
    /// - Complexity: O(changes); O(*n*) when another draft was assigned to this one.
    @usableFromInline @inline(never)
    mutating func restore(_ snapshot: ListSnapshot<Item>, since savepoint: Savepoint) {
        if lineage != snapshot.lineage { return rebuild(snapshot, since: savepoint) }
        index.restore([HousedTree(snapshot.tree, home: -1)], from: [HousedTree(tree, home: -1)])
        index.dropTransaction(since: savepoint)
        tree = snapshot.tree
        sweepIDs()
    }

    /// Restores `snapshot` after another draft, with another index, was assigned to this one.
    @usableFromInline
    mutating func rebuild(_ snapshot: ListSnapshot<Item>, since savepoint: Savepoint) {
        var other = ListDraft(byPosition: ())
        // It cannot throw: a draft by position reads no ids.
        try? other.append(contentsOf: snapshot)
        if index.knowsIDs { other.learnIDs() }
        other.index.isInTransaction = savepoint.isNested
        self = other
    }
}
