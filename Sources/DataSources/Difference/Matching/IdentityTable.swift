/// A hash table of the leftovers of one side by id, filled once and then only queried.
///
/// ```
/// slot: │ 1 │ tag, 25 bits │ number of the leftover, 32 bits │ offset in it, 6 bits │    0 is free; linear probing
/// ```
///
/// At most half of the slots are used. The tag avoids most comparisons of ids, which are elsewhere in memory, and all
/// rehashing. Ids should be unique: of duplicates, one is found. Hashes may be anything: at least half of the slots are
/// free, so every search ends.
///
/// It does not know the type of the elements: callers hash ids in batches, and compare those that it cannot tell.
@usableFromInline
struct IdentityTable {
    @usableFromInline let leftovers: BorrowedPointer<Leftover>
    /// The number of leftovers.
    @usableFromInline let number: Int
    /// The number of their elements.
    let count: Int
    @usableFromInline let slots: ScratchPiece<UInt64>
    @usableFromInline let mask: Int

    /// Creates an empty table for `count` elements of `number` leftovers, in zeroed memory for ``slotCount(for:)``
    /// slots.
    init(of leftovers: BorrowedPointer<Leftover>, number: Int, count: Int, slots: ScratchPiece<UInt64>) {
        self.leftovers = leftovers
        self.number = number
        self.count = count
        self.slots = slots
        mask = Self.slotCount(for: count) - 1
    }

    /// The number of slots of a table for `count` elements: a power of two, and at least twice as many.
    static func slotCount(for count: Int) -> Int {
        var capacity = 64
        while capacity < count * 2 { capacity *= 2 }
        return capacity
    }

    /// Removes all elements.
    func removeAll() { slots.fill(with: 0) }

    /// Inserts a batch of elements.
    @usableFromInline
    func insert(_ batch: ScratchPiece<IdentityQuery>, count: Int, _ poll: inout CancellationPoll) {
        fetch(batch, count: count)
        for offset in 0..<count {
            let value = batch[offset].value
            var slot = Int(truncatingIfNeeded: value) & mask
            let first = slot
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            // Only if hashes collide: a unique id takes a few steps.
            if (slot &- first) & mask >= 1024, poll.shouldStop(before: 1024) { return }
            slots[slot] = Self.tag(value) | UInt64(truncatingIfNeeded: batch[offset].index.bits)
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

    /// Loads the first slot of each query.
    ///
    /// It does so for a whole batch, with nothing in between, so that the memory loads overlap.
    @inline(__always)
    func fetch(_ batch: ScratchPiece<IdentityQuery>, count: Int) {
        for index in 0..<count {
            batch[index].entry = slots[Int(truncatingIfNeeded: batch[index].value) & mask]
        }
    }

    /// Loads the start of each element that is probably needed, after the slots are loaded.
    @inline(__always)
    func fetchElements(_ batch: ScratchPiece<IdentityQuery>, count: Int, stride: Int) {
        for index in 0..<count where batch[index].entry & ~Self.placeBits == Self.tag(batch[index].value) {
            let place = LeftoverIndex(bits: Int(truncatingIfNeeded: batch[index].entry & Self.placeBits))
            // Elements of a table have a size, and the first byte of an element is in its leaf.
            batch[index].firstByte = BorrowedPointer<UInt8>(address: address(of: place, stride: stride)).pointee
        }
    }

    /// The address of an element.
    @inlinable @inline(__always)
    func address(of place: LeftoverIndex, stride: Int) -> UInt {
        leftovers[place.number].address(of: place.offset, stride: stride)
    }
}

extension IdentityTable {
    /// The index of the element with the same id, if there is one.
    @inlinable @inline(__always)
    func answer<Element: Identifiable>(
        _ query: IdentityQuery, _ element: BorrowedPointer<Element>, _ kind: IdentityBits,
        _ poll: inout CancellationPoll
    ) -> LeftoverIndex? {
        let tag = Self.tag(query.value)
        var slot = Int(truncatingIfNeeded: query.value) & mask
        var entry = query.entry
        while entry != 0 {
            if entry & ~Self.placeBits == tag {
                let place = LeftoverIndex(bits: Int(truncatingIfNeeded: entry & Self.placeBits))
                let candidate = leftovers[place.number].base(of: Element.self) + place.offset
                if kind.areEqual(candidate.pointee.id, element.pointee.id) { return place }
                // Only if hashes collide: then there may be as many comparisons as elements.
                if poll.shouldStop(before: 1) { return nil }
            }
            slot = (slot &+ 1) & mask
            entry = slots[slot]
        }
        return nil
    }
}

/// The matches found by looking up the elements of one side in a table of the other.
@usableFromInline
struct LeftoverPairing {
    @usableFromInline let table: IdentityTable
    /// The leftovers that are looked up.
    @usableFromInline let lookedUp: BorrowedPointer<Leftover>
    /// The number of leftovers that are looked up.
    @usableFromInline let number: Int
    /// Whether the new elements are looked up, and the old ones are in the table.
    @usableFromInline let looksUpNew: Bool
    /// The size and the stride of an element.
    let size: Int
    let stride: Int
    /// The match of each new element.
    let matches: ScratchPiece<Match>
    /// A bit for each rank of the old elements, set if the element has a match.
    let paired: ScratchPiece<UInt64>
    /// The number of matches.
    @usableFromInline var count = 0
    /// The number of elements that can be matched.
    var tableCount: Int { table.count }

    /// Creates a pairing without matches.
    init(
        _ table: IdentityTable, with lookedUp: BorrowedPointer<Leftover>, number: Int, looksUpNew: Bool, size: Int,
        stride: Int, matches: ScratchPiece<Match>, paired: ScratchPiece<UInt64>
    ) {
        self.table = table
        self.lookedUp = lookedUp
        self.number = number
        self.looksUpNew = looksUpNew
        self.size = size
        self.stride = stride
        self.matches = matches
        self.paired = paired
        matches.fill(with: .none)
    }

    /// Matches the elements of a batch whose bits are those of the first element with the same tag: most elements have
    /// not changed at all.
    ///
    /// - Returns: A bit for each query that is left to ``IdentityTable/answer(_:_:_:_:)``: its first candidate has other
    ///   bits, or, if `asksForMissing`, it has none.
    @usableFromInline
    mutating func pairIdentical(
        _ batch: ScratchPiece<IdentityQuery>, count: Int, asksForMissing: Bool
    ) -> UInt64 {
        table.fetch(batch, count: count)
        table.fetchElements(batch, count: count, stride: stride)
        var open: UInt64 = 0
        for number in 0..<count {
            let query = batch[number]
            let tag = IdentityTable.tag(query.value)
            var (slot, entry) = (Int(truncatingIfNeeded: query.value) & table.mask, query.entry)
            while entry != 0, entry & ~IdentityTable.placeBits != tag {
                slot = (slot &+ 1) & table.mask
                entry = table.slots[slot]
            }
            if entry == 0 {
                if asksForMissing { open |= 1 &<< UInt64(number) }
                continue
            }
            let place = LeftoverIndex(bits: Int(truncatingIfNeeded: entry & IdentityTable.placeBits))
            let candidate = BorrowedPointer<UInt8>(address: table.address(of: place, stride: stride))
            if haveSameBytes(candidate, BorrowedPointer(address: query.address), count: size) {
                record(query.index, matches: place, hasChanged: false)
            } else {
                open |= 1 &<< UInt64(number)
            }
        }
        return open
    }

    /// Records that an element that was looked up matches one of the table, unless either has a match already, which
    /// happens only if ids are duplicated.
    @usableFromInline @inline(__always)
    mutating func record(_ index: LeftoverIndex, matches place: LeftoverIndex, hasChanged: Bool) {
        let (old, new) = looksUpNew ? (place, index) : (index, place)
        let (olds, news) = looksUpNew ? (table.leftovers, lookedUp) : (lookedUp, table.leftovers)
        let number = Int(news[new.number].first) &+ new.offset
        let rank = Int(olds[old.number].first) &+ old.offset
        let bit: UInt64 = 1 &<< UInt64(rank & 63)
        if paired[rank &>> 6] & bit != 0 || !matches[number].isNone { return }
        paired[rank &>> 6] |= bit
        matches[number] = Match(old, hasChanged: hasChanged)
        count &+= 1
    }
}
