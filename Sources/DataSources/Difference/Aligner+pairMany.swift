// Step 3, for many leftovers: through a hash table of the shorter side.

extension Aligner {
    /// Pairs the leftovers by id, and finds what moved among the pairs and the runs.
    @inlinable @inline(never)
    mutating func pairMany() {
        let (oldCount, newCount) = (oldLeftoverCount, newLeftoverCount)
        let rankCount = oldCount + runs.count
        let slotCount = IdentityTable<Element>.slotCount(for: Swift.min(oldCount, newCount))
        var memory = ScratchMemory(
            byteCount: slotCount * 8 + newCount * 8 + rankCount / 8 + runs.count * 4 + (newCount + runs.count) * 4
                + increasingRunsByteCount(rankCount: rankCount)
        )
        let ranksOfRuns = memory.take(Int32.self, count: runs.count)
        rankLeftovers(ranksOfRuns)
        // Of each new element its partner; of each rank whether an old element has one.
        let partners = memory.take(Partner.self, count: newCount)
        let paired = memory.takeZeros(count: (rankCount + 63) >> 6)
        let slots = memory.takeZeros(count: slotCount)
        let pairCount =
            oldCount <= newCount
            ? findNew(partners, paired, slots: slots) : findOld(partners, paired, slots: slots)
        if wasCancelled { return }
        reportDeletions(paired)
        let ranks = memory.take(Int32.self, count: pairCount + runs.count)
        let isWeighted = runs.contains { $0.count > 1 }
        var isAscending = true
        // Room for at least one: without room, the standard library writes the count (0 over 0) into the storage that all
        // empty arrays of the process share, and ThreadSanitizer reports it to whoever runs it.
        let room = Swift.max(1, pairCount + runs.count)
        var pairs = Array<Run>(unsafeUninitializedCapacity: room) { buffer, count in
            var builder = RunBuilder(buffer, ranks: ranks, joinsRuns: isWeighted)
            reportInsertions(partners, ranksOfRuns, into: &builder)
            isAscending = builder.isAscending
            count = builder.count
        }
        if !lateUpdates.isEmpty { changes.updates = changes.updates.merging(lateUpdates) }
        if isAscending {
            pairs = []
        } else {
            keepRunsThatMove(&pairs, ranks: ranks, rankCount: rankCount, isWeighted: isWeighted, in: &memory)
        }
        changes.moves = PositionPairs(sortedRuns: pairs).merging(crossings)
    }

    /// Numbers the leftovers of both sides; those of the old side together with the runs, in the order of their places.
    ///
    /// Runs ascend on both sides, since the walk never goes back.
    @inlinable
    mutating func rankLeftovers(_ ranksOfRuns: UnsafeMutablePointer<Int32>) {
        var (number, run) = (0, 0)
        for index in oldLeftovers.indices {
            while run < runs.count, runs[run].before < oldLeftovers[index].place {
                ranksOfRuns[run] = Int32(truncatingIfNeeded: number &+ run)
                run &+= 1
            }
            oldLeftovers[index].first = Int32(truncatingIfNeeded: number &+ run)
            number &+= oldLeftovers[index].count
        }
        while run < runs.count {
            ranksOfRuns[run] = Int32(truncatingIfNeeded: number &+ run)
            run &+= 1
        }
        number = 0
        for index in newLeftovers.indices {
            newLeftovers[index].first = Int32(truncatingIfNeeded: number)
            number &+= newLeftovers[index].count
        }
    }

    /// Looks every new element up among the old ones; the number of pairs.
    @inlinable @inline(never)
    mutating func findNew(
        _ partners: UnsafeMutablePointer<Partner>,
        _ paired: UnsafeMutablePointer<UInt64>,
        slots: UnsafeMutablePointer<UInt64>
    ) -> Int {
        guard let olds = fill(slots, from: oldLeftovers, count: oldLeftoverCount) else { return 0 }
        var pairCount = 0
        var number = 0
        lookUp(newLeftovers, in: olds) { new, place in
            var partner = Partner.none
            if let place {
                partner = Self.partner(at: place, of: new, in: olds.leftovers, marking: paired)
                pairCount &+= 1
            }
            partners[number] = partner
            number &+= 1
        }
        return pairCount
    }

    /// Looks every old element up among the new ones; the number of pairs.
    @inlinable @inline(never)
    mutating func findOld(
        _ partners: UnsafeMutablePointer<Partner>,
        _ paired: UnsafeMutablePointer<UInt64>,
        slots: UnsafeMutablePointer<UInt64>
    ) -> Int {
        guard let news = fill(slots, from: newLeftovers, count: newLeftoverCount) else { return 0 }
        partners.initialize(repeating: .none, count: newLeftoverCount)
        var pairCount = 0
        var (leftover, offset) = (0, 0)
        let olds = borrowedBase(oldLeftovers)
        lookUp(oldLeftovers, in: news) { _, place in
            if offset == olds[leftover].count { (leftover, offset) = (leftover &+ 1, 0) }
            if let place {
                let new = news.leftovers[place.number]
                partners[Int(new.first) &+ place.offset] = Self.partner(
                    at: LeftoverPlace(leftover, offset), of: new.base + place.offset, in: olds, marking: paired
                )
                pairCount &+= 1
            }
            offset &+= 1
        }
        return pairCount
    }

    /// The old element at `place` as the partner of `new`, now marked as paired.
    @inlinable @inline(__always)
    static func partner(
        at place: LeftoverPlace,
        of new: UnsafePointer<Element>,
        in oldLeftovers: UnsafePointer<Leftover>,
        marking paired: UnsafeMutablePointer<UInt64>
    ) -> Partner {
        let leftover = oldLeftovers[place.number]
        let old = leftover.base + place.offset
        let rank = Int(leftover.first) &+ place.offset
        paired[rank &>> 6] |= 1 &<< UInt64(rank & 63)
        return Partner(place, hasChanged: !haveSameBits(old, new) && old.pointee != new.pointee)
    }

    /// A table of all elements of one side; `nil` when cancelled.
    @inlinable @inline(__always)
    mutating func fill(
        _ slots: UnsafeMutablePointer<UInt64>,
        from leftovers: ContiguousArray<Leftover>,
        count: Int
    ) -> IdentityTable<Element>? {
        let table = IdentityTable<Element>(of: borrowedBase(leftovers), count: count, slots: slots)
        withUnsafeTemporaryAllocation(of: IdentityTable<Element>.Query.self, capacity: 64) { batch in
            for number in leftovers.indices {
                if shouldStop(after: leftovers[number].count) { return }
                table.insert(number, batch)
            }
        }
        return wasCancelled ? nil : table
    }

    /// Looks all elements of one side up, in order.
    ///
    /// They are taken in batches: first all of a batch are hashed and their slots touched, so that the memory is fetched
    /// for all at once, then they are looked up.
    @inlinable @inline(__always)
    mutating func lookUp(
        _ leftovers: ContiguousArray<Leftover>,
        in table: IdentityTable<Element>,
        _ body: (UnsafePointer<Element>, LeftoverPlace?) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: IdentityTable<Element>.Query.self, capacity: 64) { batch in
            var filled = 0
            for number in leftovers.indices {
                let leftover = leftovers[number]
                if filled &+ leftover.count > 64 {
                    table.fetch(batch, count: filled)
                    table.fetchElements(batch, count: filled)
                    for index in 0..<filled { body(batch[index].element, table.answer(batch[index])) }
                    if shouldStop(after: filled) { return }
                    filled = 0
                }
                for offset in 0..<leftover.count {
                    batch.initializeElement(at: filled, to: table.query(leftover.base + offset))
                    filled &+= 1
                }
            }
            table.fetch(batch, count: filled)
            table.fetchElements(batch, count: filled)
            for index in 0..<filled { body(batch[index].element, table.answer(batch[index])) }
        }
    }

    /// Reports the old elements without a partner, in runs.
    @inlinable
    mutating func reportDeletions(_ paired: UnsafeMutablePointer<UInt64>) {
        for leftover in oldLeftovers where !leftover.isSilent {
            var offset = 0
            while offset < leftover.count {
                let start = offset
                while offset < leftover.count, !Self.isMarked(Int(leftover.first) &+ offset, in: paired) {
                    offset &+= 1
                }
                if offset > start { changes.deletions.append(leftover.place &+ start, count: offset &- start) }
                while offset < leftover.count, Self.isMarked(Int(leftover.first) &+ offset, in: paired) { offset &+= 1 }
            }
        }
    }

    /// Whether the bit of a number is set.
    @inlinable @inline(__always)
    static func isMarked(_ number: Int, in marks: UnsafeMutablePointer<UInt64>) -> Bool {
        marks[number &>> 6] & 1 &<< UInt64(number & 63) != 0
    }

    /// Reports what came, what changed and what crossed sections; collects runs and the other pairs in the order of the
    /// new places.
    @inlinable
    mutating func reportInsertions(
        _ partners: UnsafeMutablePointer<Partner>,
        _ ranksOfRuns: UnsafeMutablePointer<Int32>,
        into builder: inout RunBuilder
    ) {
        var run = 0
        for leftover in newLeftovers {
            while run < runs.count, runs[run].after < leftover.place {
                builder.append(runs[run], rank: ranksOfRuns[run])
                run &+= 1
            }
            let partners = partners + Int(leftover.first)
            var offset = 0
            while offset < leftover.count {
                let start = offset
                while offset < leftover.count, partners[offset].isNone { offset &+= 1 }
                if offset > start, !leftover.isSilent {
                    changes.insertions.append(leftover.place &+ start, count: offset &- start)
                }
                while offset < leftover.count, !partners[offset].isNone {
                    let partner = partners[offset]
                    let old = oldLeftovers[partner.place.number]
                    let (before, after) = (old.place &+ partner.place.offset, leftover.place &+ offset)
                    if partner.hasChanged { lateUpdates.append(before, after, count: 1) }
                    if Place.section(before) == Place.section(after) {
                        builder.append(
                            before, after, rank: old.first &+ Int32(truncatingIfNeeded: partner.place.offset))
                    } else {
                        crossings.append(before, after, count: 1)
                    }
                    offset &+= 1
                }
            }
        }
        while run < runs.count {
            builder.append(runs[run], rank: ranksOfRuns[run])
            run &+= 1
        }
    }
}
