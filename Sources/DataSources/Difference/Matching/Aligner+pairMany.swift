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
    @inlinable @inline(never)
    mutating func pair(_ memory: borrowing PairingMemory) -> Int {
        let hash = IdentityHash<Element.ID>()
        let leftovers = (state.oldLeftovers, state.newLeftovers)
        defer { keepAlive(leftovers) }
        var pairing = LeftoverPairing(
            of: state, size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride, in: memory)
        withScratchPiece(of: IdentityQuery.self, count: 64) { batch in
            fill(pairing.table, hash, batch)
            if !state.poll.wasCancelled { lookUp(&pairing, hash, batch) }
        }
        return pairing.count
    }

    /// Inserts all elements of a table.
    @inlinable @inline(__always)
    mutating func fill(_ table: IdentityTable, _ hash: IdentityHash<Element.ID>, _ batch: ScratchPiece<IdentityQuery>) {
        for number in 0..<table.number {
            let leftover = table.leftovers[number]
            if state.poll.shouldStop(before: leftover.count) { return }
            query(leftover, number, hash, into: batch)
            table.insert(batch, count: leftover.count, &state.poll)
        }
    }

    /// Looks up all elements of one side, in order.
    ///
    /// It works in batches: it hashes all ids of a batch and touches their slots, so that the memory loads overlap,
    /// then looks them up.
    @inlinable @inline(__always)
    mutating func lookUp(
        _ pairing: inout LeftoverPairing, _ hash: IdentityHash<Element.ID>, _ batch: ScratchPiece<IdentityQuery>
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
            query(pairing.lookedUp[next], next, hash, into: batch.dropping(filled))
            filled &+= pairing.lookedUp[next].count
            next &+= 1
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
