// Step 2 where leaf boundaries need not agree. It walks over addresses and asks elements by functions, so it is
// compiled once, in this module.

extension AlignerState {
    /// Aligns two runs of leaves of any length, whose boundaries need not agree.
    ///
    /// Where the sides differ, the walk looks first a few and then many elements ahead for the point where they agree
    /// again, for at most a few comparisons per element over the whole walk. In disorder it looks ahead ever more
    /// rarely, and continues along the diagonal.
    ///
    /// - Complexity: O(*n* + *m*) comparisons.
    @usableFromInline @inline(never)
    mutating func scan(
        _ oldLeaves: LeafCursor,
        from before: Int,
        _ newLeaves: LeafCursor,
        from after: Int,
        _ elements: ScannedElements
    ) {
        var (old, new) = (oldLeaves, newLeaves)
        var walk = ScanState(of: elements, budget: 2 * (old.remaining + new.remaining))
        while old.isInside, new.isInside {
            let length = Swift.min(old.available, new.available)
            // For each element id and content, and the ids of the first difference.
            if poll.shouldStop(before: 2 * length) { return }
            var agreed = 0
            if old.base == new.base {
                agreed = length
            } else {
                while agreed < length {
                    let offset = agreed &* elements.stride
                    let (count, isUpdate) = elements.agreeing(old.base + offset, new.base + offset, length &- agreed)
                    agreed &+= count
                    if !isUpdate { break }
                    update(before + old.position + agreed, after + new.position + agreed)
                    agreed &+= 1
                }
                #if DATASOURCES_COUNTERS
                WorkCounter.counts.elements += 2 * Swift.min(agreed + 1, length)
                #endif
            }
            if agreed > 0 {
                match(before + old.position, after + new.position, count: agreed)
                old.advance(by: agreed)
                new.advance(by: agreed)
                walk.agreed(agreed)
            }
            if agreed == length { continue }
            // Both are zero only if `==` gives different answers; the walk must go on.
            if let (skipOld, skipNew) = walk.lookAhead(old, new, &poll), skipOld &+ skipNew > 0 {
                leaveOld(&old, count: skipOld, from: before)
                leaveNew(&new, count: skipNew, from: after)
                continue
            }
            // In disorder: continue while the sides differ, until the next look ahead.
            let stretch = Swift.min(old.available, new.available, walk.elementsUntilLook)
            if poll.shouldStop(before: stretch) { return }
            let differing = walk.differing(old.base, new.base, count: stretch)
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
    private mutating func leaveOld(_ old: inout LeafCursor, count: Int, from before: Int) {
        var rest = count
        while rest > 0 {
            if poll.shouldStop(before: 1) { return }
            let length = Swift.min(rest, old.available)
            leaveOld(
                Leftover(old.base, count: length, at: before + old.position, isSilent: false), stride: old.stride)
            old.advance(by: length)
            rest -= length
        }
    }

    /// Makes new elements leftovers, leaf by leaf, and advances past them.
    private mutating func leaveNew(_ new: inout LeafCursor, count: Int, from after: Int) {
        var rest = count
        while rest > 0 {
            if poll.shouldStop(before: 1) { return }
            let length = Swift.min(rest, new.available)
            leaveNew(
                Leftover(new.base, count: length, at: after + new.position, isSilent: false), stride: new.stride)
            new.advance(by: length)
            rest -= length
        }
    }
}
