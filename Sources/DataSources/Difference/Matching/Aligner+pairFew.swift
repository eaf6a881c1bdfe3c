// Step 3 for few leftovers: match them by id.

extension Aligner {
    /// Compares every pair of leftovers: at most 64 comparisons, so at most eight matches.
    @inlinable
    mutating func pairFew() {
        // Ids, also with themselves where they differ, and content.
        if state.poll.shouldStop(before: 64 * 3 + 64) { return }
        var paired: UInt64 = 0
        for new in state.newLeftovers {
            let newBase = new.base(of: Element.self)
            newElements: for offset in 0..<new.count {
                var bit: UInt64 = 1
                for old in state.oldLeftovers {
                    let oldBase = old.base(of: Element.self)
                    for oldOffset in 0..<old.count {
                        if paired & bit == 0, areSameKey(oldBase[oldOffset].id, newBase[offset].id) {
                            paired |= bit
                            let hasChanged = !isUnchanged(oldBase + oldOffset, newBase + offset)
                            state.pair(old.place + oldOffset, new.place + offset, hasChanged: hasChanged)
                            continue newElements
                        }
                        bit <<= 1
                    }
                }
                if !new.isSilent { state.insert(new.place + offset) }
            }
        }
        state.fewPaired(paired)
    }
}
