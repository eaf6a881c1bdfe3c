@testable import DataSources
import TestKit
import Testing

/// Law 11: the runs that stay ascend on both sides, and no others that do have more items.
struct IncreasingRunsTests {
    private typealias Run = PositionPairs<Int>.Run

    /// Runs in the order of their new places: `order` has the rank of each one's old place, `counts` its items.
    ///
    /// There is a gap behind each run, so that none joins another; old places are `stride` apart, or more.
    private static func runs(_ order: [Int], _ counts: [Int], stride: Int = 1) -> [Run] {
        var starts = [Int](repeating: 0, count: order.count)
        var before = 0
        for (rank, place) in order.indices.sorted(by: { order[$0] < order[$1] }).enumerated() {
            starts[place] = before + rank * stride
            before += counts[place] + 1
        }
        var after = 0
        return order.indices.map { place in
            defer { after += counts[place] + 1 }
            return Run(before: starts[place], after: after, count: counts[place])
        }
    }

    /// The textbook's dynamic programming: the most items that can stay.
    private static func mostThatStay(_ runs: [Run]) -> Int {
        var weights: [Int] = []
        for (place, run) in runs.enumerated() {
            let lower = (0..<place).filter { runs[$0].before < run.before }.map { weights[$0] }
            weights.append(run.count + (lower.max() ?? 0))
        }
        return weights.max() ?? 0
    }

    private static func fault(_ moved: [Run], of runs: [Run]) -> String? {
        if !Set(moved).isSubset(of: runs) { return "\(moved) are other runs" }
        if moved.map(\.after) != moved.map(\.after).sorted() { return "\(moved) do not ascend" }
        let stay = runs.filter { !moved.contains($0) }
        if stay.map(\.before) != stay.map(\.before).sorted() { return "\(stay) stay, and do not ascend" }
        let count = stay.reduce(0) { $0 + $1.count }
        return count == mostThatStay(runs) ? nil : "\(count) items stay, \(mostThatStay(runs)) could"
    }

    @Test func `all orders of up to six runs, with as many items each and with different numbers`() throws {
        for order in SmallStates.arrangements(of: 6) {
            for counts in [Array(repeating: 1, count: 6), [1, 2, 3, 4, 5, 6], [5, 1, 1, 3, 1, 5]] {
                let runs = Self.runs(order, counts)
                try #require(Self.fault(runsThatMoved(runs), of: runs) == nil, "\(order), \(counts)")
            }
        }
    }

    @Test(arguments: seeds(30))
    func `random runs, close together and far apart`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let count = random.below(seed % 4 == 0 ? 300 : 40)
        var order = Array(0..<count)
        for _ in 0..<random.below(2 * count) where count > 0 { order.swapAt(random.below(count), random.below(count)) }
        let counts = order.map { _ in seed % 3 == 0 ? 1 : 1 + random.below(9) }
        for stride in [1, 1 << 20] {
            let runs = Self.runs(order, counts, stride: stride)
            try #require(Self.fault(runsThatMoved(runs), of: runs) == nil, "seed \(seed), stride \(stride)")
        }
    }

    @Test(arguments: seeds(20))
    func `runs of one item each are weighed or only counted, with the same number of moves`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let ranks = (0..<1 + random.below(200)).map { Int32($0) }.shuffled(using: &random)
        let runs = Self.runs(ranks.map(Int.init), ranks.map { _ in 1 })
        for isWeighted in [false, true] {
            var moved = runs
            var memory = ScratchMemory(byteCount: increasingRunsByteCount(rankCount: ranks.count))
            var poll = CancellationPoll(nil)
            ranks.withBorrowedElements { ranks in
                keepRunsThatMove(
                    &moved, ranks: ranks, rankCount: ranks.count, isWeighted: isWeighted, in: &memory, &poll
                )
            }
            try #require(Self.fault(moved, of: runs) == nil, "seed \(seed), weighted: \(isWeighted)")
        }
    }

    @Test func `runs that move and touch on both sides are joined`() {
        // The long run stays; the two behind it, which touch, go before it.
        let long = Run(before: 0, after: 40, count: 30)
        let (first, second) = (Run(before: 30, after: 0, count: 2), Run(before: 32, after: 2, count: 3))
        var moved = [first, second, long]
        var memory = ScratchMemory(byteCount: increasingRunsByteCount(rankCount: 3))
        var poll = CancellationPoll(nil)
        ([1, 2, 0] as [Int32]).withBorrowedElements { ranks in
            keepRunsThatMove(&moved, ranks: ranks, rankCount: 3, isWeighted: true, in: &memory, &poll)
        }
        #expect(moved == [Run(before: 30, after: 0, count: 5)])
    }
}
