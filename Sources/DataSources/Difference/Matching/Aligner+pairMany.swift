// Step 3 for many leftovers: match them through a hash table of the shorter side.

extension Aligner {
    /// Matches the leftovers by id, and finds the moves among the matches and the runs.
    @inlinable @inline(never)
    mutating func pairMany() {
        let (oldCount, newCount) = (oldLeftoverCount, newLeftoverCount)
        let rankCount = oldCount + runs.count
        let slotCount = IdentityTable.slotCount(for: Swift.min(oldCount, newCount))
        var memory = ScratchMemory(
            byteCount: slotCount * 8 + newCount * 8 + rankCount / 8 + runs.count * 4 + (newCount + runs.count) * 4
                + increasingRunsByteCount(rankCount: rankCount)
        )
        let ranksOfRuns = memory.take(Int32.self, count: runs.count)
        rankLeftovers(ranksOfRuns)
        if poll.wasCancelled { return }
        // The match of each new element; a bit per rank, set if its old element has a match.
        let matches = memory.take(Match.self, count: newCount)
        let paired = memory.takeZeros(count: (rankCount + 63) >> 6)
        let slots = memory.takeZeros(count: slotCount)
        let pairCount = pair(matches, paired, slots: slots)
        if poll.wasCancelled { return }
        reportDeletions(paired)
        let ranks = memory.take(Int32.self, count: pairCount + runs.count)
        let isWeighted = runs.contains { $0.count > 1 }
        var isAscending = true
        // Capacity for at least one: otherwise the standard library writes the count (0 over 0) into the storage shared
        // by all empty arrays of the process, which ThreadSanitizer reports as a race.
        let room = Swift.max(1, pairCount + runs.count)
        // The builder counts what it has initialized, and has appended at most one run for each pair and each run.
        var pairs = unsafe Array<Run>(unsafeUninitializedCapacity: room) { buffer, count in
            var builder = unsafe RunBuilder(buffer, ranks: ranks, joinsRuns: isWeighted)
            reportInsertions(matches, ranksOfRuns, into: &builder)
            isAscending = builder.isAscending
            count = builder.count
        }
        if poll.wasCancelled { return }
        if !lateUpdates.isEmpty { changes.updates = changes.updates.merging(lateUpdates, &poll) }
        if isAscending {
            pairs = []
        } else {
            keepRunsThatMove(
                &pairs, ranks: ranks.elements, rankCount: rankCount, isWeighted: isWeighted, in: &memory, &poll)
        }
        changes.moves = PositionPairs(sortedRuns: pairs).merging(crossings, &poll)
    }

    /// Numbers the leftovers of both sides; old leftovers and runs are numbered together, in the order of their
    /// positions.
    ///
    /// Runs ascend on both sides, since the walk never goes back.
    @inlinable
    mutating func rankLeftovers(_ ranksOfRuns: ScratchPiece<Int32>) {
        var (number, run) = (0, 0)
        for index in oldLeftovers.indices {
            if poll.shouldStop(before: 1) { return }
            while run < runs.count, runs[run].before < oldLeftovers[index].place {
                if poll.shouldStop(before: 1) { return }
                ranksOfRuns[run] = Int32(truncatingIfNeeded: number &+ run)
                run &+= 1
            }
            oldLeftovers[index].first = Int32(truncatingIfNeeded: number &+ run)
            number &+= oldLeftovers[index].count
        }
        while run < runs.count {
            if poll.shouldStop(before: 1) { return }
            ranksOfRuns[run] = Int32(truncatingIfNeeded: number &+ run)
            run &+= 1
        }
        number = 0
        for index in newLeftovers.indices {
            if poll.shouldStop(before: 1) { return }
            newLeftovers[index].first = Int32(truncatingIfNeeded: number)
            number &+= newLeftovers[index].count
        }
    }

    /// Looks up the elements of the longer side among those of the other; returns the number of matches.
    @inlinable @inline(never)
    mutating func pair(
        _ matches: ScratchPiece<Match>,
        _ paired: ScratchPiece<UInt64>,
        slots: ScratchPiece<UInt64>
    ) -> Int {
        let hash = IdentityHash<Element.ID>()
        let looksUpNew = oldLeftoverCount <= newLeftoverCount
        let (few, many) = looksUpNew ? (oldLeftovers, newLeftovers) : (newLeftovers, oldLeftovers)
        defer { keepAlive((few, many)) }
        let table = IdentityTable(
            of: borrowedBase(few), number: few.count, count: Swift.min(oldLeftoverCount, newLeftoverCount),
            slots: slots)
        fill(table, hash)
        if poll.wasCancelled { return 0 }
        var pairing = LeftoverPairing(
            table, with: borrowedBase(many), looksUpNew: looksUpNew, size: MemoryLayout<Element>.size,
            stride: MemoryLayout<Element>.stride, matches: matches, paired: paired)
        lookUp(many.count, &pairing, hash)
        return pairing.count
    }

    /// Inserts all elements of a table.
    @inlinable @inline(__always)
    mutating func fill(_ table: IdentityTable, _ hash: IdentityHash<Element.ID>) {
        withScratchPiece(of: IdentityQuery.self, count: 64) { batch in
            for number in 0..<table.number {
                let leftover = table.leftovers[number]
                if poll.shouldStop(before: leftover.count) { return }
                query(leftover, number, hash, into: batch)
                table.insert(batch, count: leftover.count, &poll)
            }
        }
    }

    /// Looks up all elements of one side, in order.
    ///
    /// It works in batches: it hashes all ids of a batch and touches their slots, so that the memory loads overlap,
    /// then looks them up.
    @inlinable @inline(__always)
    mutating func lookUp(_ leftoverCount: Int, _ pairing: inout LeftoverPairing, _ hash: IdentityHash<Element.ID>) {
        // For each element its hash, id and content.
        if poll.shouldStop(before: 3 * 64) { return }
        withScratchPiece(of: IdentityQuery.self, count: 64) { batch in
            var filled = 0
            for number in 0..<leftoverCount {
                let leftover = pairing.lookedUp[number]
                if filled &+ leftover.count > 64 {
                    pair(batch, count: filled, &pairing, hash.kind)
                    if poll.shouldStop(before: 3 * 64) { return }
                    filled = 0
                }
                query(leftover, number, hash, into: batch.dropping(filled))
                filled &+= leftover.count
            }
            pair(batch, count: filled, &pairing, hash.kind)
        }
    }

    /// Hashes the ids of a leftover.
    @inlinable @inline(__always)
    func query(
        _ leftover: Leftover, _ number: Int, _ hash: IdentityHash<Element.ID>, into batch: ScratchPiece<IdentityQuery>
    ) {
        if !_isConcrete(Element.self) {
            queryUnspecialized(leftover, number, hash, into: batch)
            return
        }
        let base = leftover.base(of: Element.self)
        for offset in 0..<leftover.count {
            batch[offset] = IdentityQuery(
                address: (base + offset).address, index: LeftoverIndex(number, offset),
                value: hash.value(of: base[offset].id))
        }
    }

    /// Hashes the ids of a leftover where the code is not specialized for them.
    @usableFromInline
    func queryUnspecialized(
        _ leftover: Leftover, _ number: Int, _ hash: IdentityHash<Element.ID>, into batch: ScratchPiece<IdentityQuery>
    ) {
        withScratchPiece(of: UInt64.self, count: 64) { values in
            BorrowedElements(leftover.base(of: Element.self), count: leftover.count).withIDs {
                hash.values(of: $0, into: values)
            }
            leftover.query(number, values, stride: MemoryLayout<Element>.stride, into: batch)
        }
    }

    /// Matches the elements of a batch.
    @inlinable @inline(__always)
    mutating func pair(
        _ batch: ScratchPiece<IdentityQuery>, count: Int, _ pairing: inout LeftoverPairing, _ kind: IdentityBits
    ) {
        let canBeIrregular = !isKnownToBehave(Element.ID.self) && !kind.isBits
        var open = pairing.pairIdentical(batch, count: count, asksForMissing: canBeIrregular)
        while open != 0 {
            let query = batch[open.trailingZeroBitCount]
            open &= open &- 1
            let element = BorrowedPointer<Element>(address: query.address)
            var place = pairing.table.answer(query, element, kind, &poll)
            if place == nil, canBeIrregular, element.pointee.id != element.pointee.id {
                place = placeOfIrregularID(in: pairing.table)
            }
            guard let place else { continue }
            let other = pairing.table.leftovers[place.number].base(of: Element.self) + place.offset
            let (old, new) = pairing.looksUpNew ? (other, element) : (element, other)
            pairing.record(query.index, matches: place, hasChanged: !isUnchanged(old, new))
        }
    }

    /// The index of the one element whose id does not equal itself; no hash finds it, so this searches all elements,
    /// once.
    @inlinable @inline(never)
    mutating func placeOfIrregularID(in table: IdentityTable) -> LeftoverIndex? {
        if soughtIrregularID { return nil }
        soughtIrregularID = true
        for number in 0..<table.number {
            let leftover = table.leftovers[number]
            if poll.shouldStop(before: leftover.count) { return nil }
            let base = leftover.base(of: Element.self)
            for offset in 0..<leftover.count where base[offset].id != base[offset].id {
                return LeftoverIndex(number, offset)
            }
        }
        return nil
    }

    /// Reports the old elements without a match, in runs.
    @inlinable
    mutating func reportDeletions(_ paired: ScratchPiece<UInt64>) {
        for leftover in oldLeftovers where !leftover.isSilent {
            if poll.shouldStop(before: leftover.count) { return }
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
    static func isMarked(_ number: Int, in marks: ScratchPiece<UInt64>) -> Bool {
        marks[number &>> 6] & 1 &<< UInt64(number & 63) != 0
    }

    /// Reports insertions, updates and moves between sections; collects runs and the other matches in the order of the
    /// new positions.
    @inlinable
    mutating func reportInsertions(
        _ matches: ScratchPiece<Match>,
        _ ranksOfRuns: ScratchPiece<Int32>,
        into builder: inout RunBuilder
    ) {
        var run = 0
        for leftover in newLeftovers {
            if poll.shouldStop(before: leftover.count) { return }
            while run < runs.count, runs[run].after < leftover.place {
                if poll.shouldStop(before: 1) { return }
                builder.append(runs[run], rank: ranksOfRuns[run])
                run &+= 1
            }
            let matches = matches.dropping(Int(leftover.first))
            var offset = 0
            while offset < leftover.count {
                let start = offset
                while offset < leftover.count, matches[offset].isNone { offset &+= 1 }
                if offset > start, !leftover.isSilent {
                    changes.insertions.append(leftover.place &+ start, count: offset &- start)
                }
                while offset < leftover.count, !matches[offset].isNone {
                    let match = matches[offset]
                    let old = oldLeftovers[match.place.number]
                    let (before, after) = (old.place &+ match.place.offset, leftover.place &+ offset)
                    if match.hasChanged { lateUpdates.append(before, after, count: 1) }
                    if PackedPosition.section(before) == PackedPosition.section(after) {
                        builder.append(
                            before, after, rank: old.first &+ Int32(truncatingIfNeeded: match.place.offset))
                    } else {
                        crossings.append(before, after, count: 1)
                    }
                    offset &+= 1
                }
            }
        }
        while run < runs.count {
            if poll.shouldStop(before: 1) { return }
            builder.append(runs[run], rank: ranksOfRuns[run])
            run &+= 1
        }
    }
}

extension Leftover {
    /// The queries for its elements, whose ids have these hashes.
    fileprivate func query(
        _ number: Int, _ values: ScratchPiece<UInt64>, stride: Int, into batch: ScratchPiece<IdentityQuery>
    ) {
        for offset in 0..<count {
            batch[offset] = IdentityQuery(
                address: address(of: offset, stride: stride), index: LeftoverIndex(number, offset),
                value: values[offset])
        }
    }
}
