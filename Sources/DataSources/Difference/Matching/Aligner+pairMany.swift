// Step 3 for many leftovers: match them through a hash table of the shorter side.

extension Aligner {
    /// Matches the leftovers by id, and finds the moves among the matches and the runs.
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
        if poll.wasCancelled { return }
        // The match of each new element; a bit per rank, set if its old element has a match.
        let matches = memory.take(Match.self, count: newCount)
        let paired = memory.takeZeros(count: (rankCount + 63) >> 6)
        let slots = memory.takeZeros(count: slotCount)
        let pairCount =
            oldCount <= newCount
            ? findNew(matches, paired, slots: slots) : findOld(matches, paired, slots: slots)
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

    /// Looks up every new element among the old ones; returns the number of matches.
    @inlinable @inline(never)
    mutating func findNew(
        _ matches: ScratchPiece<Match>,
        _ paired: ScratchPiece<UInt64>,
        slots: ScratchPiece<UInt64>
    ) -> Int {
        guard let olds = fill(slots, from: oldLeftovers, count: oldLeftoverCount) else { return 0 }
        var pairCount = 0
        var number = 0
        lookUp(newLeftovers, in: olds) { new, place in
            var match = Match.none
            if let place {
                match = Self.match(at: place, of: new, in: olds.leftovers, marking: paired)
                if !match.isNone { pairCount &+= 1 }
            }
            matches[number] = match
            number &+= 1
        }
        return pairCount
    }

    /// Looks up every old element among the new ones; returns the number of matches.
    @inlinable @inline(never)
    mutating func findOld(
        _ matches: ScratchPiece<Match>,
        _ paired: ScratchPiece<UInt64>,
        slots: ScratchPiece<UInt64>
    ) -> Int {
        guard let news = fill(slots, from: newLeftovers, count: newLeftoverCount) else { return 0 }
        matches.fill(with: .none)
        var pairCount = 0
        var (leftover, offset) = (0, 0)
        let olds = borrowedBase(oldLeftovers)
        lookUp(oldLeftovers, in: news) { _, place in
            if offset == olds[leftover].count { (leftover, offset) = (leftover &+ 1, 0) }
            if let place {
                let new = news.leftovers[place.number]
                // Already matched only if ids are duplicated.
                if matches[Int(new.first) &+ place.offset].isNone {
                    matches[Int(new.first) &+ place.offset] = Self.match(
                        at: LeftoverIndex(leftover, offset), of: new.base(of: Element.self) + place.offset, in: olds,
                        marking: paired
                    )
                    pairCount &+= 1
                }
            }
            offset &+= 1
        }
        return pairCount
    }

    /// The old element at `place` as the match of `new`, marked as matched; none if it was marked before, which happens
    /// only if ids are duplicated.
    @inlinable @inline(__always)
    static func match(
        at place: LeftoverIndex,
        of new: BorrowedPointer<Element>,
        in oldLeftovers: BorrowedPointer<Leftover>,
        marking paired: ScratchPiece<UInt64>
    ) -> Match {
        let leftover = oldLeftovers[place.number]
        let old = leftover.base(of: Element.self) + place.offset
        let rank = Int(leftover.first) &+ place.offset
        if isMarked(rank, in: paired) { return .none }
        paired[rank &>> 6] |= 1 &<< UInt64(rank & 63)
        return Match(place, hasChanged: !isUnchanged(old, new))
    }

    /// A table of all elements of one side; `nil` when cancelled.
    @inlinable @inline(__always)
    mutating func fill(
        _ slots: ScratchPiece<UInt64>,
        from leftovers: ContiguousArray<Leftover>,
        count: Int
    ) -> IdentityTable<Element>? {
        let table = IdentityTable<Element>(
            of: borrowedBase(leftovers), number: leftovers.count, count: count, slots: slots)
        withScratchPiece(of: IdentityQuery.self, count: 64) { batch in
            for number in leftovers.indices {
                if poll.shouldStop(before: leftovers[number].count) { return }
                table.insert(number, batch, &poll)
            }
        }
        return poll.wasCancelled ? nil : table
    }

    /// Looks up all elements of one side, in order.
    ///
    /// It works in batches: it hashes all ids of a batch and touches their slots, so that the memory loads overlap,
    /// then looks them up.
    @inlinable @inline(__always)
    mutating func lookUp(
        _ leftovers: ContiguousArray<Leftover>,
        in table: IdentityTable<Element>,
        _ body: (BorrowedPointer<Element>, LeftoverIndex?) -> Void
    ) {
        // For each element its hash, id and content.
        if poll.shouldStop(before: 3 * 64) { return }
        withScratchPiece(of: IdentityQuery.self, count: 64) { batch in
            var filled = 0
            for number in leftovers.indices {
                let leftover = leftovers[number]
                if filled &+ leftover.count > 64 {
                    table.fetch(batch, count: filled)
                    table.fetchElements(batch, count: filled)
                    for index in 0..<filled {
                        body(batch[index].element(of: Element.self), place(of: batch[index], in: table))
                    }
                    if poll.shouldStop(before: 3 * 64) { return }
                    filled = 0
                }
                let base = leftover.base(of: Element.self)
                for offset in 0..<leftover.count {
                    batch[filled] = table.query(base + offset)
                    filled &+= 1
                }
            }
            table.fetch(batch, count: filled)
            table.fetchElements(batch, count: filled)
            for index in 0..<filled { body(batch[index].element(of: Element.self), place(of: batch[index], in: table)) }
        }
    }

    /// The index of the element with the same id, if there is one.
    @inlinable @inline(__always)
    mutating func place(of query: IdentityQuery, in table: IdentityTable<Element>) -> LeftoverIndex? {
        if let place = table.answer(query, &poll) { return place }
        if isKnownToBehave(Element.ID.self) || table.hash.kind.isBits { return nil }
        return query.element(of: Element.self).pointee.id != query.element(of: Element.self).pointee.id
            ? placeOfIrregularID(in: table) : nil
    }

    /// The index of the one element whose id does not equal itself; no hash finds it, so this searches all elements,
    /// once.
    @inlinable @inline(never)
    mutating func placeOfIrregularID(in table: IdentityTable<Element>) -> LeftoverIndex? {
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
