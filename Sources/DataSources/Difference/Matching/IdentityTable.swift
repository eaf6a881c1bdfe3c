/// A hash table of the leftovers of one side by id, filled once and then only queried.
///
/// ```
/// slot: │ 1 │ tag, 25 bits │ number of the leftover, 32 bits │ offset in it, 6 bits │    0 is free; linear probing
/// ```
///
/// At most half of the slots are used. The tag avoids most comparisons of ids, which are elsewhere in memory, and all
/// rehashing. Ids should be unique: of duplicates, one is found. Hashes may be anything: at least half of the slots are
/// free, so every search ends.
@usableFromInline
struct IdentityTable<Element: Identifiable & Equatable> {
    @usableFromInline let leftovers: BorrowedPointer<Leftover>
    /// The number of leftovers.
    @usableFromInline let number: Int
    @usableFromInline let slots: ScratchPiece<UInt64>
    @usableFromInline let mask: Int
    @usableFromInline let hash: IdentityHash<Element.ID>

    /// Creates an empty table for `count` elements of `number` leftovers, in zeroed memory for ``slotCount(for:)``
    /// slots.
    @inlinable
    init(of leftovers: BorrowedPointer<Leftover>, number: Int, count: Int, slots: ScratchPiece<UInt64>) {
        self.leftovers = leftovers
        self.number = number
        self.slots = slots
        mask = Self.slotCount(for: count) - 1
        hash = IdentityHash()
    }

    /// The number of slots of a table for `count` elements: a power of two, and at least twice as many.
    @inlinable
    static func slotCount(for count: Int) -> Int {
        var capacity = 64
        while capacity < count * 2 { capacity *= 2 }
        return capacity
    }

    /// Inserts the elements of one leftover; `batch` has room for 64 queries.
    @inlinable @inline(__always)
    func insert(_ number: Int, _ batch: ScratchPiece<IdentityQuery>, _ poll: inout CancellationPoll) {
        let leftover = leftovers[number]
        let base = leftover.base(of: Element.self)
        for offset in 0..<leftover.count {
            batch[offset] = query(base + offset)
        }
        fetch(batch, count: leftover.count)
        for offset in 0..<leftover.count {
            let value = batch[offset].value
            var slot = Int(truncatingIfNeeded: value) & mask
            let first = slot
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            // Only if hashes collide: a unique id takes a few steps.
            if (slot &- first) & mask >= 1024, poll.shouldStop(before: 1024) { return }
            slots[slot] = Self.tag(value) | UInt64(truncatingIfNeeded: LeftoverIndex(number, offset).bits)
        }
    }

    /// The bits of a slot that contain a ``LeftoverIndex``.
    @inlinable @inline(__always)
    static var placeBits: UInt64 { 1 &<< 38 &- 1 }

    /// The upper bits of the hash, stored in the slot; the lower bits choose the slot.
    @inlinable @inline(__always)
    static func tag(_ value: UInt64) -> UInt64 {
        (value | 1 &<< 63) & ~placeBits
    }

    /// Hashes the id.
    @inlinable @inline(__always)
    func query(_ element: BorrowedPointer<Element>) -> IdentityQuery {
        IdentityQuery(element, value: hash.value(of: element.pointee.id))
    }

    /// Loads the first slot of each query.
    ///
    /// It does so for a whole batch, with nothing in between, so that the memory loads overlap.
    @inlinable @inline(__always)
    func fetch(_ batch: ScratchPiece<IdentityQuery>, count: Int) {
        for index in 0..<count {
            batch[index].entry = slots[Int(truncatingIfNeeded: batch[index].value) & mask]
        }
    }

    /// Loads the start of each element that is probably needed, after the slots are loaded.
    @inlinable @inline(__always)
    func fetchElements(_ batch: ScratchPiece<IdentityQuery>, count: Int) {
        for index in 0..<count where batch[index].entry & ~Self.placeBits == Self.tag(batch[index].value) {
            let place = LeftoverIndex(bits: Int(truncatingIfNeeded: batch[index].entry & Self.placeBits))
            // Elements of a table have a size, and the first byte of an element is in its leaf.
            unsafe batch[index].firstByte = UnsafeRawPointer(
                (leftovers[place.number].base(of: Element.self) + place.offset).base
            ).load(as: UInt8.self)
        }
    }

    /// The index of the element with the same id, if there is one.
    @inlinable @inline(__always)
    func answer(_ query: IdentityQuery, _ poll: inout CancellationPoll) -> LeftoverIndex? {
        let tag = Self.tag(query.value)
        var slot = Int(truncatingIfNeeded: query.value) & mask
        var entry = query.entry
        while entry != 0 {
            if entry & ~Self.placeBits == tag {
                let place = LeftoverIndex(bits: Int(truncatingIfNeeded: entry & Self.placeBits))
                let candidate = leftovers[place.number].base(of: Element.self) + place.offset
                let element = query.element(of: Element.self)
                // Most elements have not changed at all; in unspecialized code, their bits are cheaper to compare than
                // their ids to get.
                if !_isConcrete(Element.self), haveSameBits(candidate, element) { return place }
                if hash.kind.areEqual(candidate.pointee.id, element.pointee.id) { return place }
                // Only if hashes collide: then there may be as many comparisons as elements.
                if poll.shouldStop(before: 1) { return nil }
            }
            slot = (slot &+ 1) & mask
            entry = slots[slot]
        }
        return nil
    }
}

/// An element to look up; it does not know its type, as ``Leftover``.
@usableFromInline
struct IdentityQuery: BitwiseCopyable {
    @usableFromInline var address: UInt
    /// The hash of its id.
    @usableFromInline var value: UInt64
    /// The first slot to read, once fetched.
    @usableFromInline var entry: UInt64 = 0
    /// Loaded to fetch its memory; never read.
    @usableFromInline var firstByte: UInt8 = 0

    @inlinable @inline(__always)
    init<Element>(_ element: BorrowedPointer<Element>, value: UInt64) {
        address = element.address
        self.value = value
    }

    /// The element, which was of this type when the query was made.
    @inlinable @inline(__always)
    func element<Element>(of type: Element.Type) -> BorrowedPointer<Element> { BorrowedPointer(address: address) }
}

/// The index of an element among the leftovers of one side: the number of a leftover, and an offset in it.
@usableFromInline
struct LeftoverIndex {
    @usableFromInline let bits: Int

    @inlinable @inline(__always)
    init(bits: Int) {
        self.bits = bits
    }

    @inlinable @inline(__always)
    init(_ number: Int, _ offset: Int) {
        bits = number &<< 6 | offset
    }

    @inlinable @inline(__always)
    var number: Int { bits &>> 6 }

    @inlinable @inline(__always)
    var offset: Int { bits & 63 }
}
