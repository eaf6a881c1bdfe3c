/// Assigns small numbers to sections, so that the path of parents of an item ends at its section.
///
/// Like ``SlotIndex`` it reuses a number only after the transaction that freed it has ended.
@usableFromInline
struct SectionNames<ID: Hashable & Sendable>: Sendable {
    /// The id of each section by its number; `nil` for a free number, so that ids of removed sections are released.
    @usableFromInline var ids: ContiguousArray<ID?> = []
    @usableFromInline var free: ContiguousArray<Int32> = []
    @usableFromInline var isInTransaction = false
    @usableFromInline var taken: ContiguousArray<Int32> = []
    @usableFromInline var retired: ContiguousArray<Int32> = []

    @inlinable
    init() {}

    @inlinable
    mutating func make(for id: ID) -> Int32 {
        let slot: Int32
        if let recycled = free.popLast() {
            slot = recycled
            ids[Int(slot)] = id
        } else {
            slot = Int32(truncatingIfNeeded: ids.count)
            ids.append(id)
        }
        if isInTransaction { taken.append(slot) }
        return slot
    }

    @inlinable
    mutating func retire(_ slot: Int32) {
        if isInTransaction { retired.append(slot) } else { giveUp(slot) }
    }

    @inlinable
    mutating func giveUp(_ slot: Int32) {
        ids[Int(slot)] = nil
        free.append(slot)
    }

    /// The id of the section whose tree has this home; `nil` if there is none.
    @inlinable
    func id(atHome home: Int32) -> ID? {
        let slot = -2 - Int(home)
        return slot >= 0 && slot < ids.count ? ids[slot] : nil
    }

    @inlinable
    mutating func beginTransaction() -> Savepoint {
        defer { isInTransaction = true }
        return Savepoint(isNested: isInTransaction, taken: taken.count, retired: retired.count)
    }

    @inlinable
    mutating func keepTransaction(since savepoint: Savepoint) {
        if savepoint.isNested { return }
        isInTransaction = false
        if !taken.isEmpty { taken.removeAll(keepingCapacity: true) }
        if !retired.isEmpty {
            for slot in retired { giveUp(slot) }
            retired.removeAll(keepingCapacity: true)
        }
    }

    @inlinable
    mutating func dropTransaction(since savepoint: Savepoint) {
        isInTransaction = savepoint.isNested
        for slot in taken[savepoint.taken...] { giveUp(slot) }
        taken.removeSubrange(savepoint.taken...)
        retired.removeSubrange(savepoint.retired...)
    }
}
