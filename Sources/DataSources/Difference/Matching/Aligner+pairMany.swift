// Step 3 for many leftovers: match them through a hash table of the shorter side.

extension Aligner {
    /// Matches the leftovers by id, and finds the moves among the matches and the runs.
    @inlinable @inline(never)
    mutating func pairMany() {
        let count = Swift.min(state.oldLeftoverCount, state.newLeftoverCount)
        var pairing = state.startPairing(slotCount: IdentityTable<Element>.slotCount(for: count))
        if state.poll.wasCancelled { return }
        pairing.count = findMatches(pairing.matches, pairing.paired, slots: pairing.slots)
        if !state.poll.wasCancelled { state.finish(&pairing) }
    }

    /// Looks up the elements of the longer side among those of the shorter one; returns the number of matches.
    ///
    /// It works in batches: it hashes all ids of a batch and touches their slots, so that the memory loads overlap,
    /// then looks them up.
    @inlinable @inline(never)
    mutating func findMatches(
        _ matches: ScratchPiece<Match>,
        _ paired: ScratchPiece<UInt64>,
        slots: ScratchPiece<UInt64>
    ) -> Int {
        let seeksOld = state.oldLeftoverCount <= state.newLeftoverCount
        let (olds, news) = (state.oldLeftovers, state.newLeftovers)
        let (known, sought) = seeksOld ? (olds, news) : (news, olds)
        defer { keepAlive((olds, news)) }
        let (oldBase, soughtBase) = (borrowedBase(olds), borrowedBase(sought))
        let table = IdentityTable<Element>(
            of: borrowedBase(known), number: known.count,
            count: seeksOld ? state.oldLeftoverCount : state.newLeftoverCount, slots: slots)
        matches.fill(with: .none)
        return withScratchPiece(of: IdentityQuery.self, count: 64) { batch in
            for number in known.indices {
                if state.poll.shouldStop(before: table.leftovers[number].count) { return 0 }
                table.insert(number, batch, &state.poll)
            }
            // For each element its hash, id and content.
            if state.poll.wasCancelled || state.poll.shouldStop(before: 3 * 64) { return 0 }
            var (pairCount, filled, next) = (0, 0, 0)
            // The number of the element looked up, its leftover, and its offset there.
            var (number, leftover, offset) = (0, 0, 0)
            while true {
                let isLast = next == sought.count
                if isLast || filled &+ soughtBase[next].count > 64 {
                    table.fetch(batch, count: filled)
                    table.fetchElements(batch, count: filled)
                    for index in 0..<filled {
                        if offset == soughtBase[leftover].count { (leftover, offset) = (leftover &+ 1, 0) }
                        if let place = place(of: batch[index], in: table) {
                            var (new, old, element) = (number, place, batch[index].element(of: Element.self))
                            if !seeksOld {
                                let found = table.leftovers[place.number]
                                new = Int(found.first) &+ place.offset
                                old = LeftoverIndex(leftover, offset)
                                element = found.base(of: Element.self) + place.offset
                            }
                            // Already matched only if ids are duplicated.
                            if matches[new].isNone {
                                matches[new] = Self.match(at: old, of: element, in: oldBase, marking: paired)
                                if !matches[new].isNone { pairCount &+= 1 }
                            }
                        }
                        number &+= 1
                        offset &+= 1
                    }
                    if isLast { return pairCount }
                    if state.poll.shouldStop(before: 3 * 64) { return 0 }
                    filled = 0
                }
                let base = soughtBase[next].base(of: Element.self)
                for offset in 0..<soughtBase[next].count {
                    batch[filled] = table.query(base + offset)
                    filled &+= 1
                }
                next &+= 1
            }
        }
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
        if AlignerState.isMarked(rank, in: paired) { return .none }
        paired[rank &>> 6] |= 1 &<< UInt64(rank & 63)
        return Match(place, hasChanged: !isUnchanged(old, new))
    }

    /// The index of the element with the same id, if there is one.
    @inlinable @inline(__always)
    mutating func place(of query: IdentityQuery, in table: IdentityTable<Element>) -> LeftoverIndex? {
        if let place = table.answer(query, &state.poll) { return place }
        if isKnownToBehave(Element.ID.self) || table.hash.kind.isBits { return nil }
        return query.element(of: Element.self).pointee.id != query.element(of: Element.self).pointee.id
            ? placeOfIrregularID(in: table) : nil
    }

    /// The index of the one element whose id does not equal itself; no hash finds it, so this searches all elements,
    /// once.
    @usableFromInline @inline(never)
    mutating func placeOfIrregularID(in table: IdentityTable<Element>) -> LeftoverIndex? {
        if state.soughtIrregularID { return nil }
        state.soughtIrregularID = true
        for number in 0..<table.number {
            let leftover = table.leftovers[number]
            if state.poll.shouldStop(before: leftover.count) { return nil }
            let base = leftover.base(of: Element.self)
            for offset in 0..<leftover.count where base[offset].id != base[offset].id {
                return LeftoverIndex(number, offset)
            }
        }
        return nil
    }
}
