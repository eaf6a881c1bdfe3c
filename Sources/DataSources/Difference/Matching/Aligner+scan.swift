// Step 2: runs of leaves side by side. Ids are compared by position; nothing is hashed.

extension Aligner {
    /// Aligns two leaves that should mostly agree.
    ///
    /// It looks for a match among the next few elements. An element without one becomes a leftover, which is never
    /// wrong, only slower.
    @inlinable
    mutating func scanLeaves(
        _ old: BorrowedPointer<Element>,
        _ oldCount: Int,
        at before: Int,
        _ new: BorrowedPointer<Element>,
        _ newCount: Int,
        at after: Int
    ) {
        #if DATASOURCES_COUNTERS
        WorkCounter.counts.leaves += 2
        WorkCounter.counts.elements += oldCount + newCount
        #endif
        var (i, j, misses) = (0, 0, 0)
        if state.poll.shouldStop(before: 2 * Swift.min(oldCount, newCount)) { return }
        scanning: while true {
            let (start, newStart) = (i, j)
            while i < oldCount, j < newCount {
                if !haveSameBits(old + i, new + j) {
                    if old[i].id != new[j].id { break }
                    if old[i] != new[j] { state.update(before + i, after + j) }
                }
                i &+= 1
                j &+= 1
            }
            if i > start { state.match(before + start, after + newStart, count: i - start) }
            // Leaves that keep differing have little in common: pairing by id is then cheaper than looking ahead.
            if i == oldCount || j == newCount || misses > 8 { break }
            if state.poll.shouldStop(before: 3 * ScanState.nearby) { return }
            for distance in 1...ScanState.nearby {
                if i + distance < oldCount, old[i + distance].id == new[j].id {
                    leaveOld(old + i, count: distance, at: before + i)
                    i += distance
                    continue scanning
                }
                if j + distance < newCount, new[j + distance].id == old[i].id {
                    leaveNew(new + j, count: distance, at: after + j)
                    j += distance
                    continue scanning
                }
                if i + distance < oldCount, j + distance < newCount, old[i + distance].id == new[j + distance].id {
                    leaveOld(old + i, count: distance, at: before + i)
                    leaveNew(new + j, count: distance, at: after + j)
                    i += distance
                    j += distance
                    continue scanning
                }
            }
            leaveOld(old + i, count: 1, at: before + i)
            leaveNew(new + j, count: 1, at: after + j)
            i += 1
            j += 1
            misses += 1
        }
        if i < oldCount { leaveOld(old + i, count: oldCount - i, at: before + i) }
        if j < newCount { leaveNew(new + j, count: newCount - j, at: after + j) }
    }

    /// Aligns two runs of leaves of any length, whose boundaries need not agree.
    ///
    /// Where the sides differ, the walk looks first a few and then many elements ahead for the point where they agree
    /// again, for at most a few comparisons per element over the whole walk. In disorder it looks ahead ever more
    /// rarely, and continues along the diagonal.
    ///
    /// - Complexity: O(*n* + *m*) comparisons.
    @inlinable
    mutating func scan(
        _ oldLeaves: LeafCursor<Element>,
        from before: Int,
        _ newLeaves: LeafCursor<Element>,
        from after: Int
    ) {
        var (old, new) = (oldLeaves, newLeaves)
        let bits = IdentityBits.of(Element.ID.self)
        var walk = ScanState(bits: bits, budget: 2 * (old.remaining + new.remaining))
        while old.isInside, new.isInside {
            let length = Swift.min(old.available, new.available)
            // For each element id and content, and the ids of the first difference.
            if state.poll.shouldStop(before: 2 * length) { return }
            var agreed = 0
            if old.base == new.base {
                agreed = length
                walk.sharesMemory = true
            } else {
                let (a, b) = (old.base, new.base)
                while agreed < length {
                    let same = sameBits(a + agreed, b + agreed, count: length &- agreed)
                    if same > 0 { walk.sharesMemory = true }
                    agreed &+= same
                    if agreed == length { break }
                    if !bits.areEqual(a[agreed].id, b[agreed].id) { break }
                    if a[agreed] != b[agreed] {
                        state.update(before + old.position + agreed, after + new.position + agreed)
                    }
                    agreed &+= 1
                }
                #if DATASOURCES_COUNTERS
                WorkCounter.counts.elements += 2 * Swift.min(agreed + 1, length)
                #endif
            }
            if agreed > 0 {
                state.match(before + old.position, after + new.position, count: agreed)
                old.advance(by: agreed)
                new.advance(by: agreed)
                walk.agreed(agreed)
            }
            if agreed == length { continue }
            // Both are zero only if `==` gives different answers; the walk must go on.
            if let (skipOld, skipNew) = walk.lookAhead(old, new, &state.poll), skipOld &+ skipNew > 0 {
                leaveOld(&old, count: skipOld, from: before)
                leaveNew(&new, count: skipNew, from: after)
                continue
            }
            // In disorder: continue while the sides differ, until the next look ahead.
            let stretch = Swift.min(old.available, new.available, walk.elementsUntilLook)
            if state.poll.shouldStop(before: stretch) { return }
            let differing = walk.place.differing(old.base, new.base, count: stretch)
            #if DATASOURCES_COUNTERS
            WorkCounter.counts.elements += 2 * differing
            #endif
            walk.pass(differing &- 1)
            leaveOld(&old, count: differing, from: before)
            leaveNew(&new, count: differing, from: after)
        }
        leaveOld(&old, count: old.remaining, from: before)
        leaveNew(&new, count: new.remaining, from: after)
    }

    /// Makes old elements leftovers, leaf by leaf, and advances past them.
    @inlinable
    mutating func leaveOld(_ old: inout LeafCursor<Element>, count: Int, from before: Int) {
        var rest = count
        while rest > 0 {
            if state.poll.shouldStop(before: 1) { return }
            let length = Swift.min(rest, old.available)
            leaveOld(old.base, count: length, at: before + old.position)
            old.advance(by: length)
            rest -= length
        }
    }

    /// Makes new elements leftovers, leaf by leaf, and advances past them.
    @inlinable
    mutating func leaveNew(_ new: inout LeafCursor<Element>, count: Int, from after: Int) {
        var rest = count
        while rest > 0 {
            if state.poll.shouldStop(before: 1) { return }
            let length = Swift.min(rest, new.available)
            leaveNew(new.base, count: length, at: after + new.position)
            new.advance(by: length)
            rest -= length
        }
    }

    /// Makes all elements of a tree leftovers that are not reported if they find no match.
    @inlinable
    mutating func leaveSilently(_ tree: ChunkTree<Element>, at place: Int, isOld: Bool) {
        var place = place
        tree.forEachLeaf { elements, _ in
            if state.poll.shouldStop(before: 1) { return }
            if isOld {
                leaveOld(borrowedBase(elements), count: elements.count, at: place, isSilent: true)
            } else {
                leaveNew(borrowedBase(elements), count: elements.count, at: place, isSilent: true)
            }
            place += elements.count
        }
    }
}
