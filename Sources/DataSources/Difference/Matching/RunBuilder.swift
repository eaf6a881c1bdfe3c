/// Collects runs in the order of the new positions, each with its rank among the old ones.
// Safe: the buffer is the storage of an array under construction and outlives the builder, a local variable of the
// closure that gets it. It has room for every run and every match, and only the first `count` are read.
@safe
struct RunBuilder {
    typealias Run = PositionPairs<Int>.Run

    let runs: UnsafeMutableBufferPointer<Run>
    let ranks: ScratchPiece<Int32>
    var count = 0
    /// Whether to join adjacent runs: fewer runs, but with different weights.
    let joinsRuns: Bool
    /// Whether the ranks ascend so far, so that nothing has moved.
    var isAscending = true

    /// Creates an empty builder, with uninitialized memory for all future runs and ranks.
    init(_ runs: UnsafeMutableBufferPointer<Run>, ranks: ScratchPiece<Int32>, joinsRuns: Bool) {
        // Only stored.
        unsafe self.runs = runs
        self.ranks = ranks
        self.joinsRuns = joinsRuns
    }

    @inline(__always)
    mutating func append(_ run: Run, rank: Int32) {
        if count > 0 {
            // The last run appended.
            if joinsRuns, let joined = unsafe runs[count &- 1].joined(with: run) {
                unsafe runs[count &- 1] = joined
                return
            }
            if ranks[count &- 1] > rank { isAscending = false }
        }
        // The first place without a run; there is one for each that `pairMany` appends.
        unsafe runs.initializeElement(at: count, to: run)
        ranks[count] = rank
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ before: Int, _ after: Int, rank: Int32) {
        append(Run(from: before, to: after, count: 1), rank: rank)
    }
}
