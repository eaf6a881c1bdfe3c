/// Finds the difference of two versions of one or more trees by matching elements by id.
///
/// Ids are unique, so the matches are determined; the steps only find them fast. As in Heckel (*A technique for
/// isolating differences between files*, CACM 1978) and IGListKit, elements without an obvious match go through a hash
/// table by id; unlike there, shared nodes are skipped and most ids are compared by position, without hashing.
///
/// Whatever `==`, `hash` and `id` return, every old element is matched with at most one new element, and vice versa. So
/// the changes always lead from one state to the other, and every loop ends. All loops report to a
/// ``CancellationPoll``.
///
/// 1. **Line up** (`Aligner+lineUp.swift`): skips nodes with the same buffer; between them it lines up nodes by slot,
///    down to pairs of unshared leaves. Trees without common slots go straight to step 2.
/// 2. **Scan** (`Aligner+scan.swift`): walks two runs of leaves side by side and compares ids by position; where they
///    differ, it looks ahead for the insertion or deletion. Elements without a match are leftovers. Hashes nothing.
/// 3. **Pair** (below, and `Aligner+pairMany.swift`): matches the leftovers of both sides by id; many
///    leftovers go through a hash table, texts that both sides share by their bits alone (`PairingPass.swift`).
/// 4. **Moves** (`IncreasingRuns.swift`): all matches form runs; the heaviest increasing subsequence of them stays, the
///    rest moved.
///
/// Positions are packed: an offset, with the number of a section above bit 40 (see ``PackedPosition``), so that one
/// aligner handles all sections at once and finds moves between them.
///
/// Only what reads elements is specialized for them; the rest is in ``AlignerState``.
@usableFromInline
struct Aligner<Element: Identifiable & Equatable> {
    @usableFromInline var state: AlignerState

    @inlinable
    init(poll: CancellationPoll) {
        state = AlignerState(poll: poll)
    }
}

extension Aligner {
    /// Records that `count` old elements have no match yet.
    @inlinable @inline(__always)
    mutating func leaveOld(_ base: BorrowedPointer<Element>, count: Int, at place: Int, isSilent: Bool = false) {
        state.leaveOld(
            Leftover(base, count: count, at: place, isSilent: isSilent), stride: MemoryLayout<Element>.stride)
    }

    /// Records that `count` new elements have no match yet.
    @inlinable @inline(__always)
    mutating func leaveNew(_ base: BorrowedPointer<Element>, count: Int, at place: Int, isSilent: Bool = false) {
        state.leaveNew(
            Leftover(base, count: count, at: place, isSilent: isSilent), stride: MemoryLayout<Element>.stride)
    }

    /// The changes, in packed positions; `nil` when cancelled.
    @inlinable
    mutating func finish() -> Changes<Int>? {
        switch state.scanEnded() {
        case .none: break
        case .few: pairFew()
        case .many: pairMany()
        }
        return state.result
    }
}

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
