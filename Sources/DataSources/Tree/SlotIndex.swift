/// Maps an id to its leaf in a live tree, and each node to its parent.
///
/// ```
/// leaves:  hash of an id ──▶ slots of leaves, nearly always one
/// parents: slot ──▶ slot of the parent … ──▶ the root's home (negative)
/// ```
///
/// The index belongs to the one live tree and is in no snapshot. A slot identifies a node across its copies, so copying
/// a path does not change the index: it is updated when an element enters, leaves or changes its leaf.
///
/// The index stores no ids. It leads to a leaf, and the caller then looks for the id in that leaf. If the id is not there,
/// another id has the same hash, or ids misbehave; `ChunkTree.position(of:in:)` handles both. An id that is added while
/// the index has its hash already may be a duplicate: its claim is *doubtful*. See
/// ``duplicates(among:since:id:isKnown:)``.
///
/// Slots freed during a transaction are not reused before it ends, and slots assigned in it are recorded; so a rollback
/// restores the set of free slots exactly. Outside a transaction, a freed slot can be reused at once.
///
/// An index may know no ids: then it only assigns slots, and the caller must keep ids unique.
///
/// Entries are hints if `==` and `hash` of ids misbehave, or if the id of an item changes in place: an entry can name a
/// leaf that does not contain the id, or none at all. So every reader checks the leaf, and every search is bounded. Slots
/// and parents do not depend on ids.
@usableFromInline
struct SlotIndex<ID: Hashable> {
    /// The leaf of each id.
    @usableFromInline var table = LeafTable()
    @usableFromInline let hash = IdentityHash<ID>()
    @usableFromInline var knowsIDs: Bool
    @usableFromInline var parents: ContiguousArray<Int32> = []
    /// Slots of no node, neither in the live tree nor in the one before the transaction.
    @usableFromInline var free: ContiguousArray<Int32> = []
    @usableFromInline var isInTransaction = false
    /// Slots assigned since the transaction began.
    @usableFromInline var taken: ContiguousArray<Int32> = []
    /// Slots freed since the transaction began.
    @usableFromInline var retired: ContiguousArray<Int32> = []

    @inlinable
    init(knowsIDs: Bool = true) {
        self.knowsIDs = knowsIDs
    }

    /// The number of ids.
    @inlinable @inline(__always)
    var idCount: Int { table.count }

    /// The number of ids for which there is room.
    @inlinable @inline(__always)
    var idCapacity: Int { table.capacity }

    /// Records that `id`, which is in no leaf, is in the leaf `slot`.
    @inlinable @inline(__always)
    mutating func enter(_ id: ID, in slot: Int32) {
        if knowsIDs { table.insert(hash.shortValue(of: id), leaf: slot) }
    }

    /// Records that the ids of elements, which are in no leaf, are in the leaf `slot`.
    @inlinable @inline(never)
    mutating func enter<Element: Identifiable>(contentsOf elements: BorrowedElements<Element>, in slot: Int32)
    where Element.ID == ID {
        if !knowsIDs { return }
        hash.forEachBatch(of: elements) { table.insert($0, count: $1, leaf: slot) }
    }

    /// Records that `id` has left the leaf `old` for the leaf `slot`.
    @inlinable @inline(__always)
    mutating func move(_ id: ID, from old: Int32, to slot: Int32) {
        if knowsIDs { table.move(hash.shortValue(of: id), from: old, to: slot) }
    }

    /// Records that the ids of elements have left the leaf `old` for the leaf `slot`.
    @inlinable @inline(never)
    mutating func move<Element: Identifiable>(
        contentsOf elements: BorrowedElements<Element>, from old: Int32, to slot: Int32
    ) where Element.ID == ID {
        if !knowsIDs { return }
        hash.forEachBatch(of: elements) { table.move($0, count: $1, from: old, to: slot) }
    }

    /// Records that `id` is no longer in the leaf `slot`; changes nothing if the index does not have it there.
    @inlinable @inline(__always)
    mutating func leave(_ id: ID, from slot: Int32) {
        if knowsIDs { table.remove(hash.shortValue(of: id), leaf: slot) }
    }

    /// Records that the ids of elements are no longer in the leaf `slot`.
    @inlinable @inline(never)
    mutating func leave<Element: Identifiable>(
        contentsOf elements: BorrowedElements<Element>, from slot: Int32
    ) where Element.ID == ID {
        if !knowsIDs { return }
        hash.forEachBatch(of: elements) { table.remove($0, count: $1, leaf: slot) }
    }

    /// Removes all ids.
    @inlinable
    mutating func leaveAll(keepingCapacity: Bool) {
        table.removeAll(keepingCapacity: keepingCapacity)
    }

    /// Makes room for `count` ids.
    @inlinable
    mutating func reserve(_ count: Int) { table.reserve(count) }

    /// Makes room for `count` more ids, if they are many; at least half as many more as there are, so that repeated
    /// additions stay linear.
    @inlinable
    mutating func makeRoom(for count: Int) {
        if !knowsIDs || count <= 64 || idCapacity >= idCount + count { return }
        table.reserve(idCount + Swift.max(count, idCount / 2))
    }

    /// Whether there are so many stale entries that a search for all of them is worth it.
    ///
    /// Never for ids that behave: there is one entry for each item.
    @inlinable @inline(__always)
    func needsSweep(itemCount: Int) -> Bool {
        idCount > itemCount && knowsIDs && (itemCount == 0 || idCount > 2 &* itemCount &+ 64)
    }

    /// A slot for a new node with the parent `parent`.
    @inlinable
    mutating func makeSlot(under parent: Int32) -> Int32 {
        let slot: Int32
        if let recycled = free.popLast() {
            slot = recycled
            parents[Int(slot)] = parent
        } else {
            slot = Int32(truncatingIfNeeded: parents.count)
            parents.append(parent)
        }
        if isInTransaction { taken.append(slot) }
        return slot
    }

    @inlinable @inline(__always)
    mutating func retire(_ slot: Int32) {
        if isInTransaction { retired.append(slot) } else { free.append(slot) }
    }

    @inlinable @inline(__always)
    mutating func setParent(of slot: Int32, to parent: Int32) {
        parents[Int(slot)] = parent
    }

    /// Adds `id` with the leaf `slot`, unless an id with its hash, probably the same one, is in a leaf already.
    @inlinable @inline(__always)
    mutating func claim(_ id: ID, in slot: Int32) -> Bool {
        if !knowsIDs { return true }
        return table.insertNew(hash.shortValue(of: id), leaf: slot)
    }

    /// Adds the ids of elements with the leaf `slot`, in order; notes the numbers of the doubtful ones.
    ///
    /// The new entries get the next numbers, beginning with ``idCount``.
    @inlinable @inline(never)
    mutating func claim<Element: Identifiable>(
        _ elements: BorrowedElements<Element>, in slot: Int32, _ doubtful: inout [Int]
    ) where Element.ID == ID {
        if !knowsIDs { return }
        hash.forEachBatch(of: elements) { table.insert($0, count: $1, leaf: slot, &doubtful) }
    }

    /// Finds duplicates among doubtful claims.
    ///
    /// - Parameters:
    ///   - doubtful: The numbers of their entries.
    ///   - claim: The number of the first claimed entry; numbers follow the order of the claims.
    ///   - id: The id that was claimed at an offset from there.
    ///   - isKnown: Whether an id is at the end of a path of the index, and stays there.
    /// - Returns: The ids that were there already, or claimed before, each once.
    @usableFromInline @inline(never)
    func duplicates(
        among doubtful: [Int], since claim: Int, id: (_ offset: Int) -> ID, isKnown: (ID, SlotPath) -> Bool
    ) -> [ID] {
        var duplicates = UniqueIDs<ID>()
        for number in doubtful {
            let claimed = id(number - claim)
            let isDuplicate = table.numbers(table.entries[number].hash).contains { other in
                if other < claim { return isKnown(claimed, path(from: table.entries[other].leaf)) }
                return other < number && hash.areSame(claimed, id(other - claim))
            }
            if isDuplicate { duplicates.note(claimed) }
        }
        return duplicates.ids
    }

    /// Records the leaf of `count` claimed ids, whose entries begin at a number; hashes nothing.
    @inlinable @inline(__always)
    mutating func place(_ count: Int, claimedFrom number: inout Int, in slot: Int32) {
        if !knowsIDs { return }
        table.setLeaf(of: number..<number &+ count, to: slot)
        number &+= count
    }

    /// Removes the ids claimed since there were `count`.
    @inlinable
    mutating func dropClaims(since count: Int) {
        table.removeEntries(from: count)
    }

    /// The hash of an id to look for.
    @inlinable @inline(__always)
    func searchHash(of id: ID) -> UInt32 {
        precondition(knowsIDs, "a draft that knows positions only is asked for an id")
        return hash.shortValue(of: id)
    }

    /// The slots from the leaf of an id with a hash up to its root, and the root's home; `nil` if there is none.
    ///
    /// If the id misbehaves, the path may lead nowhere, but its length is bounded.
    @inlinable @inline(__always)
    func path(to hash: UInt32) -> SlotPath? {
        guard let leaf = table.firstLeaf(hash) else { return nil }
        return path(from: leaf)
    }

    /// The paths of all ids with a hash, which are more than one once in many million times.
    func paths(to hash: UInt32) -> [SlotPath] {
        table.numbers(hash).map { path(from: table.entries[$0].leaf) }
    }

    /// The slots from a leaf up to its root, and the root's home.
    @inlinable @inline(__always)
    func path(from leaf: Int32) -> SlotPath {
        var path = SlotPath()
        var slot = leaf
        var level = 0
        while slot >= 0, level < SlotPath.capacity {
            path[level] = slot
            level &+= 1
            slot = parents[Int(slot)]
        }
        path.home = slot
        return path
    }

    /// Whether the index has `id` in the leaf `slot`; for checks.
    package func has(_ id: ID, in slot: Int32) -> Bool {
        table.numbers(hash.shortValue(of: id)).contains { table.entries[$0].leaf == slot }
    }

    /// Begins a transaction, possibly nested.
    ///
    /// - Returns: The savepoint for ``keepTransaction(since:)`` or ``dropTransaction(since:)``.
    @inlinable
    mutating func beginTransaction() -> Savepoint {
        defer { isInTransaction = true }
        return Savepoint(isNested: isInTransaction, taken: taken.count, retired: retired.count)
    }

    /// Commits a transaction; a nested one can still be rolled back with its outer transaction.
    @inlinable
    mutating func keepTransaction(since savepoint: Savepoint) {
        if savepoint.isNested { return }
        isInTransaction = false
        if !taken.isEmpty { taken.removeAll(keepingCapacity: true) }
        if !retired.isEmpty {
            free.append(contentsOf: retired)
            retired.removeAll(keepingCapacity: true)
        }
        if idCapacity > 4 &* idCount &+ 1024 { table.shrink() }
    }

    /// Rolls back a transaction, after ``restore(_:from:)`` has restored ids and parents.
    ///
    /// Slots assigned since are free again, and slots freed since belong to the restored nodes.
    @inlinable
    mutating func dropTransaction(since savepoint: Savepoint) {
        isInTransaction = savepoint.isNested
        free.append(contentsOf: taken[savepoint.taken...])
        taken.removeSubrange(savepoint.taken...)
        retired.removeSubrange(savepoint.retired...)
    }
}

/// The start of a transaction: the numbers of slots assigned and freed in the outer transactions so far.
@usableFromInline
struct Savepoint: Sendable {
    /// Whether the transaction is nested.
    @usableFromInline let isNested: Bool
    @usableFromInline let taken: Int
    @usableFromInline let retired: Int

    @inlinable
    init(isNested: Bool, taken: Int, retired: Int) {
        self.isNested = isNested
        self.taken = taken
        self.retired = retired
    }
}

extension SlotIndex: Sendable where ID: Sendable {}

/// The slots from a leaf (level 0) up to a root, stored inline.
///
/// A tree of 2³¹ elements has at most twelve levels even if its nodes are a quarter full.
@usableFromInline
struct SlotPath {
    @usableFromInline var slots: InlineSlots = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    /// The negative number that identifies the tree of the root: -1 for a list, -2 - *s* for the section with slot *s*.
    @usableFromInline var home: Int32 = -1

    /// The maximal number of levels.
    @inlinable @inline(__always)
    static var capacity: Int { 16 }

    @usableFromInline typealias InlineSlots = (
        Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32,
        Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32
    )

    @inlinable @inline(__always)
    init() {}

    @inlinable
    subscript(level: Int) -> Int32 {
        @inline(__always) get {
            // A tuple of sixteen numbers is their memory, and levels are below ``capacity``; debug builds check it.
            unsafe withUnsafeBytes(of: slots) { unsafe $0.load(fromByteOffset: level &* 4, as: Int32.self) }
        }
        @inline(__always) set {
            // As for reads.
            unsafe withUnsafeMutableBytes(of: &slots) { bytes in
                unsafe bytes.storeBytes(of: newValue, toByteOffset: level &* 4, as: Int32.self)
            }
        }
    }
}
