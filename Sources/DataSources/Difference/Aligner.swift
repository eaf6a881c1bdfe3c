/// Finds what separates two versions of one or more trees.
///
/// Ids are unique, so which old element is which new one is forced; what follows only finds it fast.
///
/// 1. **Line up** (`Aligner+lineUp.swift`): nodes that are the same buffer are skipped without a look inside; between
///    them nodes are lined up by slot, down to pairs of unshared leaves. Trees without common slots go straight to 2.
/// 2. **Scan** (`Aligner+scan.swift`): stretches of leaves are walked side by side, ids compared by position; where they
///    differ a look ahead finds what came or went. What stays without a partner is left over. Nothing is hashed.
/// 3. **Pair** (`Aligner+pair.swift`): leftovers of both sides are paired by id, through a hash table when there are many.
/// 4. **Finish**: all matches together form runs; of those the heaviest increasing subsequence stays, the rest moved.
///
/// Positions are *places*: an offset, with the number of a section above bit 40 (see ``Place``), so that one aligner
/// serves all sections at once and finds moves between them.
@usableFromInline
struct Aligner<Element: Identifiable & Equatable> {
    /// Elements without a partner so far, by address: nothing is copied or retained, both versions outlive the aligner.
    @usableFromInline
    struct Leftover {
        @usableFromInline var base: UnsafePointer<Element>
        @usableFromInline var place: Int
        @usableFromInline var length: Int32
        /// The number of its first element among those of its side, once they are numbered.
        @usableFromInline var first: Int32 = 0
        /// When they find no partner nothing is reported: their section came or went with them.
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
    }

    @usableFromInline typealias Run = PositionPairs<Int>.Run

    /// The run being extended, and those finished, ascending in the new places.
    @usableFromInline var openBefore = 0
    @usableFromInline var openAfter = 0
    @usableFromInline var openCount = 0
    @usableFromInline var runs: [Run] = []

    @usableFromInline var oldLeftovers: ContiguousArray<Leftover> = []
    @usableFromInline var newLeftovers: ContiguousArray<Leftover> = []
    @usableFromInline var oldLeftoverCount = 0
    @usableFromInline var newLeftoverCount = 0

    @usableFromInline var changes = Changes<Int>()
    /// Updates found in the order of the new places; `lateUpdates` by pairing, in that order too.
    @usableFromInline var lateUpdates = PositionPairs<Int>()

    /// Runs of leftovers with partners in their section, and of those that changed section, ascending in the new places.
    @usableFromInline var lateRuns: [Run] = []
    @usableFromInline var crossingRuns: [Run] = []
    /// Some leftover had a partner in its section.
    @usableFromInline var hasPaired = false

    @usableFromInline let isCancelled: (() -> Bool)?
    @usableFromInline var wasCancelled = false
    @usableFromInline var untilCheck = 0

    @inlinable
    init(isCancelled: (() -> Bool)?) {
        self.isCancelled = isCancelled
    }
}

/// An offset, with the number of a section above bit 40.
@usableFromInline
enum Place {
    @inlinable @inline(__always)
    static func start(ofSection section: Int) -> Int { section << 40 }

    @inlinable @inline(__always)
    static func section(_ place: Int) -> Int { place >> 40 }

    @inlinable @inline(__always)
    static func offset(_ place: Int) -> Int { place & (1 << 40 - 1) }
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

    @inlinable @inline(__always)
    mutating func leaveOld(_ base: UnsafePointer<Element>, count: Int, at place: Int, isSilent: Bool = false) {
        oldLeftoverCount &+= count
        if let last = oldLeftovers.last, last.base + last.count == base, last.place &+ last.count == place,
            last.count &+ count <= 64
        {
            oldLeftovers[oldLeftovers.count &- 1].length &+= Int32(truncatingIfNeeded: count)
            return
        }
        oldLeftovers.append(Leftover(base: base, count: count, place: place, isSilent: isSilent))
    }

    @inlinable @inline(__always)
    mutating func leaveNew(_ base: UnsafePointer<Element>, count: Int, at place: Int, isSilent: Bool = false) {
        newLeftoverCount &+= count
        if let last = newLeftovers.last, last.base + last.count == base, last.place &+ last.count == place,
            last.count &+ count <= 64
        {
            newLeftovers[newLeftovers.count &- 1].length &+= Int32(truncatingIfNeeded: count)
            return
        }
        newLeftovers.append(Leftover(base: base, count: count, place: place, isSilent: isSilent))
    }

    /// Asks now and then whether anybody still wants the result; `true` once nobody does.
    @inlinable @inline(__always)
    mutating func shouldStop(after work: Int) -> Bool {
        untilCheck &-= work
        if untilCheck > 0 { return wasCancelled }
        untilCheck = 4096
        if let isCancelled, isCancelled() { wasCancelled = true }
        return wasCancelled
    }

    /// The changes, in places; `nil` when cancelled.
    @inlinable
    mutating func finish() -> Changes<Int>? {
        if wasCancelled { return nil }
        if oldLeftoverCount == 0 || newLeftoverCount == 0 {
            // Nothing can have moved past anything else: the runs are in order.
            for old in oldLeftovers where !old.isSilent { changes.deletions.append(old.place, count: old.count) }
            for new in newLeftovers where !new.isSilent { changes.insertions.append(new.place, count: new.count) }
            return changes
        }
        if openCount > 0 {
            runs.append(Run(before: openBefore, after: openAfter, count: openCount))
            openCount = 0
        }
        if oldLeftoverCount <= 64, oldLeftoverCount &* newLeftoverCount <= 64 { pairFew() } else { pairMany() }
        if wasCancelled { return nil }
        return changes
    }
}

/// Merges runs that ascend in the new places, joining those that touch on both sides.
@usableFromInline
func mergeRuns(_ more: [PositionPairs<Int>.Run], into runs: inout [PositionPairs<Int>.Run]) {
    if runs.isEmpty {
        runs = more
        return
    }
    let base = runs
    runs = []
    runs.reserveCapacity(base.count + more.count)
    var (i, j) = (0, 0)
    while i < base.count || j < more.count {
        let run: PositionPairs<Int>.Run
        if j == more.count || (i < base.count && base[i].after < more[j].after) {
            run = base[i]
            i += 1
        } else {
            run = more[j]
            j += 1
        }
        if let last = runs.last, let joined = last.joined(with: run) {
            runs[runs.count - 1] = joined
        } else {
            runs.append(run)
        }
    }
}

/// Puts a run among a few others, in place; joins it with its neighbours where they touch.
@usableFromInline
func insertRun(_ run: PositionPairs<Int>.Run, into runs: inout [PositionPairs<Int>.Run]) {
    var place = 0
    while place < runs.count, runs[place].after < run.after { place += 1 }
    runs.insert(run, at: place)
    if place + 1 < runs.count, let joined = run.joined(with: runs[place + 1]) {
        runs[place] = joined
        runs.remove(at: place + 1)
    }
    if place > 0, let joined = runs[place - 1].joined(with: runs[place]) {
        runs[place - 1] = joined
        runs.remove(at: place)
    }
}

extension PositionPairs<Int>.Run {
    /// Both as one run, if the other one follows this one before and after.
    @inlinable @inline(__always)
    func joined(with next: PositionPairs<Int>.Run) -> PositionPairs<Int>.Run? {
        guard before + count == next.before, after + count == next.after else { return nil }
        return PositionPairs<Int>.Run(before: before, after: after, count: count + next.count)
    }
}

/// All moves in the order of the new places: runs that did not stay, and items that crossed sections.
@usableFromInline
func mergedMoves(
    _ moved: [PositionPairs<Int>.Run],
    _ crossing: [PositionPairs<Int>.Run]
) -> PositionPairs<Int> {
    // Runs are joined where they touch, so either list is as it is to be; only both together need a look.
    var all = moved
    if !crossing.isEmpty { mergeRuns(crossing, into: &all) }
    return PositionPairs(sortedRuns: all)
}

extension PositionPairs {
    /// Both values' pairs, in the order of the positions after; linear.
    @usableFromInline
    func merging(_ other: PositionPairs) -> PositionPairs {
        var result = PositionPairs()
        var (i, j) = (0, 0)
        while i < runs.count || j < other.runs.count {
            let run: Run
            if j == other.runs.count || (i < runs.count && runs[i].after < other.runs[j].after) {
                run = runs[i]
                i += 1
            } else {
                run = other.runs[j]
                j += 1
            }
            result.append(run.before, run.after, count: run.count)
        }
        return result
    }
}
