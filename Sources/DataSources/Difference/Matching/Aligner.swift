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
/// 3. **Pair** (`Aligner+pairFew.swift`, `Aligner+pairMany.swift`): matches the leftovers of both sides by id; many
///    leftovers go through a hash table.
/// 4. **Moves** (`IncreasingRuns.swift`): all matches form runs; the heaviest increasing subsequence of them stays, the
///    rest moved.
///
/// Positions are packed: an offset, with the number of a section above bit 40 (see ``PackedPosition``), so that one
/// aligner handles all sections at once and finds moves between them.
@usableFromInline
struct Aligner<Element: Identifiable & Equatable> {
    @usableFromInline typealias Run = PositionPairs<Int>.Run

    /// The open run and the finished ones, ascending in the new positions.
    @usableFromInline var openBefore = 0
    @usableFromInline var openAfter = 0
    @usableFromInline var openCount = 0
    @usableFromInline var runs: [Run] = []

    /// The leftovers in the order of their positions, and their numbers of elements.
    @usableFromInline var oldLeftovers: ContiguousArray<Leftover> = []
    @usableFromInline var newLeftovers: ContiguousArray<Leftover> = []
    @usableFromInline var oldLeftoverCount = 0
    @usableFromInline var newLeftoverCount = 0

    /// The changes found so far, in packed positions; but only the updates that the scan found.
    @usableFromInline var changes = Changes<Int>()
    /// The updates among the matched leftovers.
    @usableFromInline var lateUpdates = PositionPairs<Int>()
    /// The matched leftovers that changed their section: all of them moved.
    @usableFromInline var crossings = PositionPairs<Int>()

    @usableFromInline var poll: CancellationPoll
    /// Whether the leftovers have been searched for the one element whose id does not equal itself.
    @usableFromInline var soughtIrregularID = false

    @inlinable
    init(poll: CancellationPoll) {
        self.poll = poll
    }
}

extension Aligner {
    /// Records that `count` elements match.
    @inlinable @inline(__always)
    mutating func match(_ before: Int, _ after: Int, count: Int) {
        if openBefore &+ openCount == before, openAfter &+ openCount == after {
            openCount &+= count
            return
        }
        if openCount > 0 {
            if runs.isEmpty { runs.reserveCapacity(8) }
            runs.append(Run(from: openBefore, to: openAfter, count: openCount))
        }
        openBefore = before
        openAfter = after
        openCount = count
    }

    /// Records that `count` old elements have no match yet.
    @inlinable @inline(__always)
    mutating func leaveOld(_ base: BorrowedPointer<Element>, count: Int, at place: Int, isSilent: Bool = false) {
        oldLeftoverCount &+= count
        Leftover(base, count: count, at: place, isSilent: isSilent)
            .append(to: &oldLeftovers, stride: MemoryLayout<Element>.stride)
    }

    /// Records that `count` new elements have no match yet.
    @inlinable @inline(__always)
    mutating func leaveNew(_ base: BorrowedPointer<Element>, count: Int, at place: Int, isSilent: Bool = false) {
        newLeftoverCount &+= count
        Leftover(base, count: count, at: place, isSilent: isSilent)
            .append(to: &newLeftovers, stride: MemoryLayout<Element>.stride)
    }

    /// The changes, in packed positions; `nil` when cancelled.
    @inlinable
    mutating func finish() -> Changes<Int>? {
        if poll.wasCancelled { return nil }
        if oldLeftoverCount == 0 || newLeftoverCount == 0 {
            // Nothing can have moved past anything else: the runs are in order.
            for old in oldLeftovers {
                if poll.shouldStop(before: 1) { return nil }
                if !old.isSilent { changes.deletions.append(old.place, count: old.count) }
            }
            for new in newLeftovers {
                if poll.shouldStop(before: 1) { return nil }
                if !new.isSilent { changes.insertions.append(new.place, count: new.count) }
            }
            return changes
        }
        if openCount > 0 {
            runs.append(Run(from: openBefore, to: openAfter, count: openCount))
            openCount = 0
        }
        // With few leftovers, each match is inserted by a walk along all runs.
        let areFew = oldLeftoverCount <= 64 && oldLeftoverCount &* newLeftoverCount <= 64 && runs.count <= 1024
        if areFew { pairFew() } else { pairMany() }
        return poll.wasCancelled ? nil : changes
    }
}
