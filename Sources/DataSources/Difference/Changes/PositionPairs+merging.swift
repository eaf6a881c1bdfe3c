extension PositionPairs<Int> {
    /// The pairs of both, in the order of the positions after; linear.
    ///
    /// Incomplete if cancelled.
    @usableFromInline
    func merging(_ other: PositionPairs, _ poll: inout CancellationPoll) -> PositionPairs {
        if isEmpty { return other }
        if other.isEmpty { return self }
        var result = PositionPairs()
        result.storage.reserveCapacity(runs.count + other.runs.count)
        var (i, j) = (0, 0)
        while i < runs.count || j < other.runs.count {
            if poll.shouldStop(before: 1) { return result }
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

extension PositionPairs<Int>.Run {
    /// Both runs as one, if `next` continues this run before and after.
    @inlinable @inline(__always)
    func joined(with next: PositionPairs<Int>.Run) -> PositionPairs<Int>.Run? {
        guard before + count == next.before, after + count == next.after else { return nil }
        return PositionPairs<Int>.Run(from: before, to: after, count: count + next.count)
    }
}

/// Inserts a run among others that ascend in the positions after; joins it with adjacent runs.
///
/// - Complexity: O(*r*) in the number of runs.
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
