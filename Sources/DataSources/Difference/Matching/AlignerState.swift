/// What an ``Aligner`` has found so far.
///
/// It knows positions and addresses but not the type of the elements, so its code is compiled once, in this module.
@usableFromInline
struct AlignerState {
    @usableFromInline typealias Run = PositionPairs<Int>.Run

    /// The open run and the finished ones, ascending in the new positions.
    @usableFromInline var openBefore = 0
    @usableFromInline var openAfter = 0
    @usableFromInline var openCount = 0
    var runs: [Run] = []

    /// The leftovers in the order of their positions, and their numbers of elements.
    @usableFromInline var oldLeftovers: ContiguousArray<Leftover> = []
    @usableFromInline var newLeftovers: ContiguousArray<Leftover> = []
    @usableFromInline var oldLeftoverCount = 0
    @usableFromInline var newLeftoverCount = 0

    /// The changes found so far, in packed positions; but only the updates that the scan found.
    var changes = Changes<Int>()
    /// The updates among the matched leftovers.
    var lateUpdates = PositionPairs<Int>()
    /// The matched leftovers that changed their section: all of them moved.
    var crossings = PositionPairs<Int>()

    @usableFromInline var poll: CancellationPoll
    /// Whether the leftovers have been searched for the one element whose id does not equal itself.
    @usableFromInline var soughtIrregularID = false

    @usableFromInline
    init(poll: CancellationPoll) {
        self.poll = poll
    }
}

extension AlignerState {
    /// Records that `count` elements match.
    @inlinable @inline(__always)
    mutating func match(_ before: Int, _ after: Int, count: Int) {
        if openBefore &+ openCount == before, openAfter &+ openCount == after {
            openCount &+= count
            return
        }
        if openCount > 0 { closeRun() }
        openBefore = before
        openAfter = after
        openCount = count
    }

    @usableFromInline @inline(never)
    mutating func closeRun() {
        if runs.isEmpty { runs.reserveCapacity(8) }
        runs.append(Run(from: openBefore, to: openAfter, count: openCount))
        openCount = 0
    }

    /// Records that two elements match whose content differs.
    @usableFromInline @inline(never)
    mutating func update(_ before: Int, _ after: Int) {
        changes.updates.append(before, after, count: 1)
    }

    /// Records that old elements, each of `stride` bytes, have no match yet.
    @usableFromInline @inline(never)
    mutating func leaveOld(_ leftover: Leftover, stride: Int) {
        oldLeftoverCount &+= leftover.count
        leftover.append(to: &oldLeftovers, stride: stride)
    }

    /// Records that new elements, each of `stride` bytes, have no match yet.
    @usableFromInline @inline(never)
    mutating func leaveNew(_ leftover: Leftover, stride: Int) {
        newLeftoverCount &+= leftover.count
        leftover.append(to: &newLeftovers, stride: stride)
    }

    /// Sorts the leftovers by packed position, because deleted and inserted sections were added last.
    @usableFromInline @inline(never)
    mutating func sortLeftovers() {
        if zip(oldLeftovers, oldLeftovers.dropFirst()).contains(where: { $0.place > $1.place }) {
            poll.sort(&oldLeftovers) { $0.place < $1.place }
        }
        if zip(newLeftovers, newLeftovers.dropFirst()).contains(where: { $0.place > $1.place }) {
            poll.sort(&newLeftovers) { $0.place < $1.place }
        }
    }
}

extension AlignerState {
    /// The leftovers that have to be paired.
    @usableFromInline
    enum Leftovers {
        case none, few, many
    }

    /// Ends the scan; if nothing has to be paired, the changes are complete.
    @usableFromInline @inline(never)
    mutating func scanEnded() -> Leftovers {
        if poll.wasCancelled { return .none }
        if oldLeftoverCount == 0 || newLeftoverCount == 0 {
            // Nothing can have moved past anything else: the runs are in order.
            for old in oldLeftovers {
                if poll.shouldStop(before: 1) { return .none }
                if !old.isSilent { changes.deletions.append(old.place, count: old.count) }
            }
            for new in newLeftovers {
                if poll.shouldStop(before: 1) { return .none }
                if !new.isSilent { changes.insertions.append(new.place, count: new.count) }
            }
            return .none
        }
        if openCount > 0 { closeRun() }
        // With few leftovers, each match is inserted by a walk along all runs.
        let areFew = oldLeftoverCount <= 64 && oldLeftoverCount &* newLeftoverCount <= 64 && runs.count <= 1024
        return areFew ? .few : .many
    }

    /// The changes, in packed positions; `nil` when cancelled.
    @usableFromInline var result: Changes<Int>? { poll.wasCancelled ? nil : changes }
}

// MARK: - Few leftovers

extension AlignerState {
    /// Records that two of few leftovers match.
    @usableFromInline @inline(never)
    mutating func pair(_ before: Int, _ after: Int, hasChanged: Bool) {
        if hasChanged { lateUpdates.append(before, after, count: 1) }
        if PackedPosition.section(before) == PackedPosition.section(after) {
            insertRun(Run(from: before, to: after, count: 1), into: &runs)
        } else {
            crossings.append(before, after, count: 1)
        }
    }

    /// Records that one of few new leftovers has no match.
    @usableFromInline @inline(never)
    mutating func insert(_ after: Int) {
        changes.insertions.append(after, count: 1)
    }

    /// Reports the old leftovers without a match, and finds the moves.
    ///
    /// - Parameter paired: A bit for each old element, set if it has a match.
    @usableFromInline @inline(never)
    mutating func fewPaired(_ paired: UInt64) {
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
}
