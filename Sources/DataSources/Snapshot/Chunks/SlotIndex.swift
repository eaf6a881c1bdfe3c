/// Says in which leaf of a live tree an id is, and what lies above that leaf.
///
/// ```
/// leaves:  id ──▶ slot of its leaf
/// parents: slot ──▶ slot of the parent … ──▶ the root's home (negative)
/// ```
///
/// It stands beside the one live tree and is in no snapshot. A slot names a node across its copies, so copying a path
/// leaves the index alone: it is written to where an element enters, leaves or changes its leaf.
///
/// Slots given up during a transaction are not handed out again before it ends, and slots handed out are noted; so
/// taking a transaction back restores the set of free slots exactly. Outside of one, a slot given up is free at once.
///
/// An index may know no ids: then it only hands out slots, and whoever edits the tree answers for that ids are unique.
@usableFromInline
struct SlotIndex<ID: Hashable> {
    /// Where the ids are; to be changed by ``enter(_:in:)``, ``leave(_:)`` and ``claim(_:in:)``.
    @usableFromInline var leaves: [ID: Int32] = [:]
    @usableFromInline var knowsIDs: Bool
    @usableFromInline var parents: ContiguousArray<Int32> = []
    /// Slots that name no node of the live tree and none of the one before the transaction.
    @usableFromInline var free: ContiguousArray<Int32> = []
    @usableFromInline var isInTransaction = false
    /// Slots handed out since the transaction began.
    @usableFromInline var taken: ContiguousArray<Int32> = []
    /// Slots given up since the transaction began.
    @usableFromInline var retired: ContiguousArray<Int32> = []

    @inlinable
    init(knowsIDs: Bool = true) {
        self.knowsIDs = knowsIDs
    }

    /// Notes that `id` is in the leaf `slot`.
    @inlinable @inline(__always)
    mutating func enter(_ id: ID, in slot: Int32) {
        if knowsIDs { leaves[id] = slot }
    }

    /// Notes that `id` is in no leaf.
    @inlinable @inline(__always)
    mutating func leave(_ id: ID) {
        if knowsIDs { leaves.removeValue(forKey: id) }
    }

    /// A slot for a new node beneath `parent`.
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

    /// Enters `id` as being in the leaf `slot`; `false`, and nothing changes, when it is in some leaf already.
    @inlinable @inline(__always)
    mutating func claim(_ id: ID, in slot: Int32) -> Bool {
        if !knowsIDs { return true }
        guard let previous = leaves.updateValue(slot, forKey: id) else { return true }
        leaves[id] = previous
        return false
    }

    /// The slots from the leaf of `id` up to its root, and the home that root has; `nil` when there is no such id.
    @inlinable @inline(__always)
    func path(to id: ID) -> SlotPath? {
        precondition(knowsIDs, "a draft that knows positions only is asked for an id")
        guard let leaf = leaves[id] else { return nil }
        var path = SlotPath()
        var slot = leaf
        var level = 0
        while slot >= 0 {
            path[level] = slot
            level &+= 1
            slot = parents[Int(slot)]
        }
        path.home = slot
        return path
    }

    /// Frees slots that were the last to be handed out: no node got them after all.
    @inlinable
    mutating func giveBack(_ slots: [Int32]) {
        free.append(contentsOf: slots)
        if isInTransaction { taken.removeLast(slots.count) }
    }

    /// Begins a transaction, or another one inside of it.
    ///
    /// - Returns: What ends it: see ``keepTransaction(since:)`` and ``dropTransaction(since:)``.
    @inlinable
    mutating func beginTransaction() -> Savepoint {
        defer { isInTransaction = true }
        return Savepoint(isNested: isInTransaction, taken: taken.count, retired: retired.count)
    }

    /// Ends a transaction that stays; one inside of another may still be undone with that.
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

    /// Gives back memory for ids that have gone, of which there are three times as many as are left.
    @inlinable
    mutating func shrink() {
        // Ids that have been changed in place may be there twice.
        leaves = Dictionary(leaves.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Ends a transaction that is undone; ids and parents are restored before by ``restore(_:from:)``.
    ///
    /// Slots handed out since name no node any more, and slots given up since are those of nodes that are back.
    @inlinable
    mutating func dropTransaction(since savepoint: Savepoint) {
        isInTransaction = savepoint.isNested
        free.append(contentsOf: taken[savepoint.taken...])
        taken.removeSubrange(savepoint.taken...)
        retired.removeSubrange(savepoint.retired...)
    }
}

/// Where a transaction began: how many slots had been handed out and given up by then in the transactions around it.
@usableFromInline
struct Savepoint: Sendable {
    /// Whether the transaction is inside of another one.
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

/// The slots from a leaf (level 0) up to a root, in place: a tree of 2³¹ elements has at most twelve levels even when
/// its nodes are a quarter full.
@usableFromInline
struct SlotPath {
    @usableFromInline var slots: InlineSlots = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    /// The negative number that says whose root this is: -1 for a list, -2 - *s* for the section with slot *s*.
    @usableFromInline var home: Int32 = -1

    @usableFromInline typealias InlineSlots = (
        Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32,
        Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32
    )

    @inlinable @inline(__always)
    init() {}

    @inlinable
    subscript(level: Int) -> Int32 {
        @inline(__always) get {
            withUnsafeBytes(of: slots) { $0.load(fromByteOffset: level &* 4, as: Int32.self) }
        }
        @inline(__always) set {
            withUnsafeMutableBytes(of: &slots) { $0.storeBytes(of: newValue, toByteOffset: level &* 4, as: Int32.self) }
        }
    }
}
