/// Collects runs in the order of the new positions, each with its rank among the old ones.
@usableFromInline
struct RunBuilder {
    @usableFromInline typealias Run = PositionPairs<Int>.Run

    @usableFromInline let runs: UnsafeMutableBufferPointer<Run>
    @usableFromInline let ranks: UnsafeMutablePointer<Int32>
    @usableFromInline var count = 0
    /// Whether to join adjacent runs: fewer runs, but with different weights.
    @usableFromInline let joinsRuns: Bool
    /// Whether the ranks ascend so far, so that nothing has moved.
    @usableFromInline var isAscending = true

    /// Creates an empty builder, with uninitialized memory for all future runs and ranks.
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
