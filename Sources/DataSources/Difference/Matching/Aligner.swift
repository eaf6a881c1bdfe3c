/// Finds what separates two versions of one or more trees.
///
/// Ids are unique, so which old element is which new one is forced; what follows only finds it fast.
///
/// Whatever `==`, `hash` and `id` return, every old element is paired with one new element at most, and the other way
/// round; so the changes always lead from one state to the other, and every loop ends. All work is announced to a
/// ``CancellationPoll``.
///
/// 1. **Line up** (`Aligner+lineUp.swift`): nodes that are the same buffer are skipped without a look inside; between
///    them nodes are lined up by slot, down to pairs of unshared leaves. Trees without common slots go straight to 2.
/// 2. **Scan** (`Aligner+scan.swift`): stretches of leaves are walked side by side, ids compared by position; where they
///    differ a look ahead finds what came or went. What stays without a match is left over. Nothing is hashed.
/// 3. **Pair** (`Aligner+pairFew.swift`, `Aligner+pairMany.swift`): leftovers of both sides are paired by id, through a
///    hash table when there are many.
/// 4. **Moves** (`IncreasingRuns.swift`): all pairs together form runs; of those the heaviest increasing subsequence stays,
///    the rest moved.
///
/// Positions are *places*: an offset, with the number of a section above bit 40 (see ``PackedPosition``), so that one aligner
/// serves all sections at once and finds moves between them.
@usableFromInline
struct Aligner<Element: Identifiable & Equatable> {
    /// Elements without a match so far, by address: nothing is copied or retained, both versions outlive the aligner.
    @usableFromInline
    struct Leftover {
        @usableFromInline var base: UnsafePointer<Element>
        @usableFromInline var place: Int
        /// The number of elements, 64 at most: see ``append(_:count:at:isSilent:to:)``.
        @usableFromInline var length: Int32
        /// The number of its first element among those of its side, once they are numbered.
        @usableFromInline var first: Int32 = 0
        /// When they find no match nothing is reported: their section came or went with them.
        @usableFromInline var isSilent: Bool

        @inlinable
        init(base: UnsafePointer<Element>, count: Int, place: Int, isSilent: Bool) {
            self.base = base
            self.length = Int32(truncatingIfNeeded: count)
            self.place = place
            self.isSilent = isSilent
        }

        @inlinable @inline(__always)
        var count: Int { Int(length) }

        /// Appends a leftover, or lengthens the last one, to at most 64 elements: ``LeftoverIndex`` has six bits for an offset.
        @inlinable @inline(__always)
        static func append(
            _ base: UnsafePointer<Element>, count: Int, at place: Int, isSilent: Bool,
            to leftovers: inout ContiguousArray<Leftover>
        ) {
            if let last = leftovers.last, last.base + last.count == base, last.place &+ last.count == place,
                last.count &+ count <= 64
            {
                leftovers[leftovers.count &- 1].length &+= Int32(truncatingIfNeeded: count)
            } else {
                leftovers.append(Leftover(base: base, count: count, place: place, isSilent: isSilent))
            }
        }
    }

    @usableFromInline typealias Run = PositionPairs<Int>.Run

    /// The run being extended, and those finished, ascending in the new places.
    @usableFromInline var openBefore = 0
    @usableFromInline var openAfter = 0
    @usableFromInline var openCount = 0
    @usableFromInline var runs: [Run] = []

    /// In the order of their places, and how many elements they have.
    @usableFromInline var oldLeftovers: ContiguousArray<Leftover> = []
    @usableFromInline var newLeftovers: ContiguousArray<Leftover> = []
    @usableFromInline var oldLeftoverCount = 0
    @usableFromInline var newLeftoverCount = 0

    /// What has been found so far, in places; of the updates those that the scan has seen.
    @usableFromInline var changes = Changes<Int>()
    /// The updates among the pairs of leftovers.
    @usableFromInline var lateUpdates = PositionPairs<Int>()
    /// The pairs of leftovers that changed section: all of them moved.
    @usableFromInline var crossings = PositionPairs<Int>()

    @usableFromInline var poll: CancellationPoll
    /// Whether the one element whose id does not equal itself has been looked for among the leftovers.
    @usableFromInline var soughtIrregularID = false

    @inlinable
    init(poll: CancellationPoll) {
        self.poll = poll
    }
}

extension Aligner {
    /// Notes that `count` elements agree.
    @inlinable @inline(__always)
    mutating func match(_ before: Int, _ after: Int, count: Int) {
        if openBefore &+ openCount == before, openAfter &+ openCount == after {
            openCount &+= count
            return
        }
        if openCount > 0 {
            if runs.isEmpty { runs.reserveCapacity(8) }
            runs.append(Run(before: openBefore, after: openAfter, count: openCount))
        }
        openBefore = before
        openAfter = after
        openCount = count
    }

    /// Notes that `count` old elements have no match yet.
    @inlinable @inline(__always)
    mutating func leaveOld(_ base: UnsafePointer<Element>, count: Int, at place: Int, isSilent: Bool = false) {
        oldLeftoverCount &+= count
        Leftover.append(base, count: count, at: place, isSilent: isSilent, to: &oldLeftovers)
    }

    /// Notes that `count` new elements have no match yet.
    @inlinable @inline(__always)
    mutating func leaveNew(_ base: UnsafePointer<Element>, count: Int, at place: Int, isSilent: Bool = false) {
        newLeftoverCount &+= count
        Leftover.append(base, count: count, at: place, isSilent: isSilent, to: &newLeftovers)
    }

    /// The changes, in places; `nil` when cancelled.
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
            runs.append(Run(before: openBefore, after: openAfter, count: openCount))
            openCount = 0
        }
        // Each pair of few goes along all runs.
        let areFew = oldLeftoverCount <= 64 && oldLeftoverCount &* newLeftoverCount <= 64 && runs.count <= 1024
        if areFew { pairFew() } else { pairMany() }
        return poll.wasCancelled ? nil : changes
    }
}
