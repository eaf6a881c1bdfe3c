// Step 3 for many leftovers: match them through a hash table of the shorter side.

extension Aligner {
    /// Matches the leftovers by id, and finds the moves among the matches and the runs.
    @inlinable @inline(never)
    mutating func pairMany() {
        var memory = state.startPairing()
        if state.poll.wasCancelled { return }
        let count = pair(memory)
        if !state.poll.wasCancelled { state.finish(&memory, count: count) }
    }

    /// Looks up the elements of the longer side among those of the other; returns the number of matches.
    ///
    /// Texts are looked up by their bits first, if a sample says that both sides share them: see ``PairingPass``.
    @inlinable @inline(never)
    mutating func pair(_ memory: borrowing PairingMemory) -> Int {
        let leftovers = (state.oldLeftovers, state.newLeftovers)
        defer { keepAlive(leftovers) }
        var pairing = LeftoverPairing(
            of: state, size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride, in: memory)
        withScratchPiece(of: IdentityQuery.self, count: 64) { batch in
            var pass = IdentityHash<Element.ID>.canBeByBits ? pairing.firstPass : .all
            while true {
                let hash = IdentityHash<Element.ID>(byBits: pass.isByBits)
                fill(pairing, pass, hash, batch)
                if state.poll.wasCancelled { return }
                lookUp(&pairing, pass, hash, batch)
                if !IdentityHash<Element.ID>.canBeByBits || state.poll.wasCancelled { return }
                guard let next = pairing.pass(after: pass) else { return }
                pass = next
            }
        }
        return pairing.count
    }

    /// Inserts the elements of a table.
    @inlinable @inline(__always)
    mutating func fill(
        _ pairing: LeftoverPairing, _ pass: PairingPass, _ hash: IdentityHash<Element.ID>,
        _ batch: ScratchPiece<IdentityQuery>
    ) {
        let table = pairing.table
        for number in 0..<table.number {
            let leftover = table.leftovers[number]
            if state.poll.shouldStop(before: leftover.count) { return }
            let chosen = pass == .all ? nil : pairing.elements(of: leftover, number, in: pass, isInTable: true)
            let count = query(leftover, number, hash, chosen, into: batch)
            table.insert(batch, count: count, &state.poll)
        }
    }

    /// Looks up the elements of one side, in order.
    ///
    /// It works in batches: it hashes all ids of a batch and touches their slots, so that the memory loads overlap,
    /// then looks them up.
    @inlinable @inline(__always)
    mutating func lookUp(
        _ pairing: inout LeftoverPairing, _ pass: PairingPass, _ hash: IdentityHash<Element.ID>,
        _ batch: ScratchPiece<IdentityQuery>
    ) {
        // For each element its hash, id and content.
        if state.poll.shouldStop(before: 3 * 64) { return }
        var (next, filled) = (0, 0)
        while true {
            let isLast = next == pairing.number
            if isLast || filled &+ pairing.lookedUp[next].count > 64 {
                pair(batch, count: filled, &pairing, hash.kind)
                if isLast || state.poll.shouldStop(before: 3 * 64) { return }
                filled = 0
            }
            let leftover = pairing.lookedUp[next]
            let chosen = pass == .all ? nil : pairing.elements(of: leftover, next, in: pass, isInTable: false)
            filled &+= query(leftover, next, hash, chosen, into: batch.dropping(filled))
            next &+= 1
        }
    }

    /// Hashes the ids of a leftover, or those of the elements whose bit in `chosen` is set; returns their number.
    @inlinable @inline(__always)
    func query(
        _ leftover: Leftover, _ number: Int, _ hash: IdentityHash<Element.ID>, _ chosen: UInt64?,
        into batch: ScratchPiece<IdentityQuery>
    ) -> Int {
        if !_isConcrete(Element.self) { return queryUnspecialized(leftover, number, hash, chosen, into: batch) }
        let base = leftover.base(of: Element.self)
        func query(_ offset: Int) -> IdentityQuery {
            IdentityQuery(
                address: (base + offset).address, index: LeftoverIndex(number, offset),
                value: hash.value(of: base[offset].id))
        }
        guard var chosen else {
            for offset in 0..<leftover.count { batch[offset] = query(offset) }
            return leftover.count
        }
        var count = 0
        while chosen != 0 {
            batch[count] = query(chosen.trailingZeroBitCount)
            chosen &= chosen &- 1
            count &+= 1
        }
        return count
    }

    /// Hashes the ids of a leftover where the code is not specialized for them; returns the number of those chosen.
    @usableFromInline
    func queryUnspecialized(
        _ leftover: Leftover, _ number: Int, _ hash: IdentityHash<Element.ID>, _ chosen: UInt64?,
        into batch: ScratchPiece<IdentityQuery>
    ) -> Int {
        if chosen == 0 { return 0 }
        return withScratchPiece(of: UInt64.self, count: 64) { values in
            BorrowedElements(leftover.base(of: Element.self), count: leftover.count).withIDs {
                hash.values(of: $0, into: values)
            }
            return leftover.query(number, values, chosen, stride: MemoryLayout<Element>.stride, into: batch)
        }
    }

    /// Matches the elements of a batch.
    @inlinable @inline(__always)
    mutating func pair(
        _ batch: ScratchPiece<IdentityQuery>, count: Int, _ pairing: inout LeftoverPairing, _ kind: IdentityBits
    ) {
        let canBeIrregular = !isKnownToBehave(Element.ID.self) && !kind.isReflexive
        var open = pairing.pairIdentical(batch, count: count, asksForMissing: canBeIrregular)
        while open != 0 {
            let query = batch[open.trailingZeroBitCount]
            open &= open &- 1
            let element = BorrowedPointer<Element>(address: query.address)
            var place = pairing.table.answer(query, element, kind, &state.poll)
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
    @usableFromInline @inline(never)
    mutating func placeOfIrregularID(in table: IdentityTable) -> LeftoverIndex? {
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

extension Leftover {
    /// The queries for its elements, whose ids have these hashes, or for those whose bit in `chosen` is set.
    fileprivate func query(
        _ number: Int, _ values: ScratchPiece<UInt64>, _ chosen: UInt64?, stride: Int,
        into batch: ScratchPiece<IdentityQuery>
    ) -> Int {
        func query(_ offset: Int) -> IdentityQuery {
            IdentityQuery(
                address: address(of: offset, stride: stride), index: LeftoverIndex(number, offset),
                value: values[offset])
        }
        guard var chosen else {
            for offset in 0..<count { batch[offset] = query(offset) }
            return count
        }
        var written = 0
        while chosen != 0 {
            batch[written] = query(chosen.trailingZeroBitCount)
            chosen &= chosen &- 1
            written &+= 1
        }
        return written
    }
}
