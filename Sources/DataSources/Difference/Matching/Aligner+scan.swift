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

    /// Aligns two runs of leaves of any length; see ``AlignerState``.
    @inlinable @inline(__always)
    mutating func scan(_ old: LeafCursor, from before: Int, _ new: LeafCursor, from after: Int) {
        state.scan(old, from: before, new, from: after, ScannedElements(Element.self))
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
