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
    /// The leaves of ids that equal themselves; changed only by ``enter(_:in:)``, ``leave(_:from:)`` and
    /// ``claim(_:in:)``.
    @usableFromInline var leaves: [ID: Int32] = [:]
    /// The leaf of the id that does not equal itself, if any; all such ids count as the same one.
    @usableFromInline var leafOfIrregularID: Int32?
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

    /// Whether ids equal themselves and keep their hash, because the standard library's do.
    @inlinable @inline(__always)
    static var trustsIDs: Bool { isKnownToBehave(ID.self) }

    /// The number of ids.
    @inlinable @inline(__always)
    var idCount: Int { leaves.count &+ (leafOfIrregularID == nil ? 0 : 1) }

    /// The leaf that should contain `id`; `nil` if the id is unknown.
    ///
    /// It is negative while an edit has not put the id into a leaf.
    @inlinable @inline(__always)
    func leaf(of id: ID) -> Int32? {
        if let leaf = leaves[id] { return leaf }
        return leafOfIrregularID != nil && id != id ? leafOfIrregularID : nil
    }

    /// Records that `id` is in the leaf `slot`.
    @inlinable @inline(__always)
    mutating func enter(_ id: ID, in slot: Int32) {
        if !knowsIDs { return }
        if Self.trustsIDs { leaves[id] = slot } else { enterUntrusted(id, in: slot) }
    }

    @inlinable
    mutating func enterUntrusted(_ id: ID, in slot: Int32) {
        if id == id {
            makeRoom()
            leaves[id] = slot
        } else {
            leafOfIrregularID = slot
        }
    }

    /// Makes room for one more id before an insertion.
    ///
    /// A dictionary that grows during an insertion looks up the key twice, and traps if the answers differ.
    @inlinable @inline(__always)
    mutating func makeRoom() {
        if leaves.count >= leaves.capacity { reserve(leaves.count * 2 + 16) }
    }

    /// Makes room for `count` ids.
    @inlinable
    mutating func reserve(_ count: Int) {
        if Self.trustsIDs { leaves.reserveCapacity(count) } else if leaves.capacity < count { rebuild(room: count) }
    }

    /// Rebuilds the dictionary of ids, with room for `count`.
    ///
    /// A dictionary that grows by itself traps in debug builds if two of its keys are equal, which can happen if a hash
    /// has changed.
    @inlinable @inline(never)
    mutating func rebuild(room count: Int) {
        var roomier = [ID: Int32](minimumCapacity: Swift.max(count, leaves.count))
        for (id, leaf) in leaves { roomier.updateValue(leaf, forKey: id) }
        leaves = roomier
    }

    /// Records that `id` is no longer in the leaf `slot`; keeps the entry of an id in another leaf.
    @inlinable @inline(__always)
    mutating func leave(_ id: ID, from slot: Int32) {
        if !knowsIDs { return }
        if let known = leaves.removeValue(forKey: id) {
            // Only if an id changed in place: then the entry belongs to another item.
            if known != slot { enter(id, in: known) }
        } else if leafOfIrregularID == slot, id != id {
            leafOfIrregularID = nil
        }
    }

    /// Removes all ids.
    @inlinable
    mutating func leaveAll(keepingCapacity: Bool) {
        leaves.removeAll(keepingCapacity: keepingCapacity)
        leafOfIrregularID = nil
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
        if !Self.trustsIDs {
            if id != id {
                if leafOfIrregularID != nil { return false }
                leafOfIrregularID = slot
                return true
            }
            makeRoom()
        }
        guard let previous = leaves.updateValue(slot, forKey: id) else { return true }
        enter(id, in: previous)
        return false
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

    /// Returns the most recently assigned slots, which no node has used.
    @inlinable
    mutating func giveBack(_ slots: [Int32]) {
        free.append(contentsOf: slots)
        if isInTransaction { taken.removeLast(slots.count) }
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
        if leaves.capacity > 4 &* leaves.count &+ 1024 { shrink() }
    }

    /// Releases the memory of removed ids, when there are three times as many as remaining ones.
    @inlinable
    mutating func shrink() {
        rebuild(room: leaves.count)
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
