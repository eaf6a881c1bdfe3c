/// Maps an id to its leaf in a live tree, and each node to its parent.
///
/// ```
/// leaves:  id ──▶ slot of its leaf
/// parents: slot ──▶ slot of the parent … ──▶ the root's home (negative)
/// ```
///
/// The index belongs to the one live tree and is in no snapshot. A slot identifies a node across its copies, so copying
/// a path does not change the index: it is updated when an element enters, leaves or changes its leaf.
///
/// Slots freed during a transaction are not reused before it ends, and slots assigned in it are recorded; so a rollback
/// restores the set of free slots exactly. Outside a transaction, a freed slot can be reused at once.
///
/// An index may store no ids: then it only assigns slots, and the caller must keep ids unique.
///
/// Entries for ids are hints if their `==` and `hash` misbehave, or if the id of an item changes in place: an entry can
/// name a leaf that does not contain the id, or none at all. So every reader checks the leaf, and every search is
/// bounded. Slots and parents do not depend on ids.
@usableFromInline
struct SlotIndex<ID: Hashable> {
    /// The leaf of each id.
    @usableFromInline var table = LeafTable<ID>()
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

    /// The leaf of each id that equals itself; for tests.
    var leaves: [ID: Int32] {
        var result: [ID: Int32] = [:]
        for (id, entry) in zip(table.ids, table.entries) where id == id { result[id] = entry.leaf }
        return result
    }

    /// The leaf that should contain `id`; `nil` if the id is unknown.
    ///
    /// It is negative while an edit has not put the id into a leaf.
    @inlinable @inline(__always)
    func leaf(of id: ID) -> Int32? { table.leaf(of: id) }

    /// Records that `id` is in the leaf `slot`.
    @inlinable @inline(__always)
    mutating func enter(_ id: ID, in slot: Int32) {
        if !knowsIDs { return }
        if let known = table.insert(id, hash: table.shortHash(of: id), leaf: slot) { table.entries[known].leaf = slot }
    }

    /// Records that the ids of elements are in the leaf `slot`.
    @inlinable @inline(never)
    mutating func enter<Element: Identifiable>(contentsOf elements: BorrowedElements<Element>, in slot: Int32)
    where Element.ID == ID {
        if !knowsIDs { return }
        if !_isConcrete(ID.self) {
            enterUnspecialized(elements, in: slot)
            return
        }
        for offset in 0..<elements.count { enter(elements[offset].id, in: slot) }
    }

    @usableFromInline
    mutating func enterUnspecialized<Element: Identifiable>(_ elements: BorrowedElements<Element>, in slot: Int32)
    where Element.ID == ID {
        for number in table.insertMany(elements, leaf: slot) { table.entries[number].leaf = slot }
    }

    /// Makes room for `count` ids.
    @inlinable
    mutating func reserve(_ count: Int) { table.reserve(count) }

    /// Makes room for `count` more ids, if they are many; at least doubles it, so that repeated additions stay linear.
    @inlinable
    mutating func makeRoom(for count: Int) {
        if !knowsIDs || count <= 64 || idCapacity >= idCount + count { return }
        table.reserve(Swift.max(idCount + count, idCount * 2))
    }

    /// Records that `id` is no longer in the leaf `slot`; keeps the entry of an id in another leaf.
    ///
    /// Only an id that changed in place can be in another leaf: then the entry belongs to another item.
    @inlinable @inline(__always)
    mutating func leave(_ id: ID, from slot: Int32) {
        if knowsIDs { table.remove(id, from: slot) }
    }

    /// Records that the ids of elements are no longer in the leaf `slot`.
    @inlinable @inline(never)
    mutating func leave<Element: Identifiable>(
        contentsOf elements: BorrowedElements<Element>, from slot: Int32
    ) where Element.ID == ID {
        for offset in 0..<elements.count { leave(elements[offset].id, from: slot) }
    }

    /// Removes all ids.
    @inlinable
    mutating func leaveAll(keepingCapacity: Bool) {
        table.removeAll(keepingCapacity: keepingCapacity)
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

    /// Adds `id` with the leaf `slot`; returns `false` and changes nothing if the id is in a leaf already.
    @inlinable @inline(__always)
    mutating func claim(_ id: ID, in slot: Int32) -> Bool {
        if !knowsIDs { return true }
        return table.insert(id, hash: table.shortHash(of: id), leaf: slot) == nil
    }

    /// Adds the ids of elements with the leaf `slot`, in order; notes those that are in a leaf already.
    ///
    /// The new entries get the next numbers, beginning with ``idCount``.
    @inlinable
    mutating func claim<Element: Identifiable>(
        _ elements: BorrowedElements<Element>, in slot: Int32, _ duplicates: inout UniqueIDs<ID>
    ) where Element.ID == ID {
        if !knowsIDs { return }
        if !_isConcrete(ID.self) {
            claimUnspecialized(elements, in: slot, &duplicates)
            return
        }
        var start = 0
        while start < elements.count {
            let end = Swift.min(start &+ 64, elements.count)
            withScratchPiece(of: UInt32.self, count: 64) { hashes in
                for offset in start..<end { hashes[offset &- start] = table.shortHash(of: elements[offset].id) }
                for offset in start..<end {
                    let id = elements[offset].id
                    if table.insert(id, hash: hashes[offset &- start], leaf: slot) != nil {
                        duplicates.noteDuplicate(id)
                    }
                }
            }
            start = end
        }
    }

    @usableFromInline
    mutating func claimUnspecialized<Element: Identifiable>(
        _ elements: BorrowedElements<Element>, in slot: Int32, _ duplicates: inout UniqueIDs<ID>
    ) where Element.ID == ID {
        for number in table.insertMany(elements, leaf: slot) { duplicates.noteDuplicate(table.ids[number]) }
    }

    /// Records the leaf of `count` claimed ids, whose entries begin at a number; hashes nothing.
    @inlinable @inline(__always)
    mutating func place(_ count: Int, claimedFrom number: inout Int, in slot: Int32) {
        if !knowsIDs { return }
        for entry in number..<number &+ count { table.entries[entry].leaf = slot }
        number &+= count
    }

    /// Removes the ids claimed since there were `count`.
    @inlinable
    mutating func dropClaims(since count: Int) {
        table.removeEntries(from: count)
    }

    /// The slots from the leaf of `id` up to its root, and the root's home; `nil` if the id is unknown.
    ///
    /// If the id misbehaves, the path may lead nowhere, but its length is bounded.
    @inlinable @inline(__always)
    func path(to id: ID) -> SlotPath? {
        precondition(knowsIDs, "a draft that knows positions only is asked for an id")
        guard let leaf = leaf(of: id) else { return nil }
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
