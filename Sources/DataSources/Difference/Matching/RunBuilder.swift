/// Collects runs in the order of the new places, with the rank that each has among the old ones.
@usableFromInline
struct RunBuilder {
    @usableFromInline typealias Run = PositionPairs<Int>.Run

    @usableFromInline let runs: UnsafeMutableBufferPointer<Run>
    @usableFromInline let ranks: UnsafeMutablePointer<Int32>
    @usableFromInline var count = 0
    /// Whether runs that touch become one: fewer runs, but then they have different weights.
    @usableFromInline let joinsRuns: Bool
    /// Whether the ranks ascend so far: then nothing has moved.
    @usableFromInline var isAscending = true

    /// Starts with nothing, in uninitialized memory for all runs and ranks to come.
    @inlinable
    init(_ runs: UnsafeMutableBufferPointer<Run>, ranks: UnsafeMutablePointer<Int32>, joinsRuns: Bool) {
        self.runs = runs
        self.ranks = ranks
        self.joinsRuns = joinsRuns
    }

    @inlinable @inline(__always)
    mutating func append(_ run: Run, rank: Int32) {
        if count > 0 {
            if joinsRuns, let joined = runs[count &- 1].joined(with: run) {
                runs[count &- 1] = joined
                return
            }
            if ranks[count &- 1] > rank { isAscending = false }
        }
        runs.initializeElement(at: count, to: run)
        ranks[count] = rank
        count &+= 1
    }

    @inlinable @inline(__always)
    mutating func append(_ before: Int, _ after: Int, rank: Int32) {
        append(Run(before: before, after: after, count: 1), rank: rank)
    }
}
