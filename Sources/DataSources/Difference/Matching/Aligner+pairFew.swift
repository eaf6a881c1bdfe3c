// Step 3 for few leftovers: match them by id.

extension Aligner {
    /// Compares every pair of leftovers: at most 64 comparisons, so at most eight matches.
    @inlinable
    mutating func pairFew() {
        // Ids, also with themselves where they differ, and content.
        if poll.shouldStop(before: 64 * 3 + 64) { return }
        var paired: UInt64 = 0
        for new in newLeftovers {
            let newBase = new.base(of: Element.self)
            newElements: for offset in 0..<new.count {
                var bit: UInt64 = 1
                for old in oldLeftovers {
                    let oldBase = old.base(of: Element.self)
                    for oldOffset in 0..<old.count {
                        if paired & bit == 0, areSameKey(oldBase[oldOffset].id, newBase[offset].id) {
                            paired |= bit
                            pair(
                                oldBase + oldOffset,
                                old.place + oldOffset,
                                newBase + offset,
                                new.place + offset)
                            continue newElements
                        }
                        bit <<= 1
                    }
                }
                if !new.isSilent { changes.insertions.append(new.place + offset, count: 1) }
            }
        }
        var bit: UInt64 = 1
        for old in oldLeftovers {
            for offset in 0..<old.count {
                if paired & bit == 0, !old.isSilent { changes.deletions.append(old.place + offset, count: 1) }
                bit <<= 1
            }
        }
        if paired == 0 { return }
        if !lateUpdates.isEmpty { changes.updates = changes.updates.merging(lateUpdates, &poll) }
        changes.moves = PositionPairs(sortedRuns: runsThatMoved(runs)).merging(crossings, &poll)
    }

    /// Records that two leftovers match.
    @inlinable @inline(__always)
    mutating func pair(
        _ old: BorrowedPointer<Element>,
        _ before: Int,
        _ new: BorrowedPointer<Element>,
        _ after: Int
    ) {
        if !isUnchanged(old, new) { lateUpdates.append(before, after, count: 1) }
        if PackedPosition.section(before) == PackedPosition.section(after) {
            insertRun(Run(from: before, to: after, count: 1), into: &runs)
        } else {
            crossings.append(before, after, count: 1)
        }
    }
}
