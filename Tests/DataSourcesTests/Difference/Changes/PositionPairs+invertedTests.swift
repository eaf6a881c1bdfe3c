import DataSources
import TestKit
import Testing

struct PositionPairsInvertedTests {
    /// Pairs of distinct positions, dense or sparse, some of them in blocks.
    private func pairs(_ seed: UInt64) -> [PositionPair<Int>] {
        var random = Random(seed: seed)
        let count = random.below(300)
        let spread = [1, 1, 2, 7, 9, 1_000, Int.max / 1_000][random.below(7)]
        var places = (0..<count).map { $0 * spread }
        if random.below(2) == 0 { places.shuffle(using: &random) }
        for _ in 0..<random.below(5) where count > 1 { places.swapAt(random.below(count), random.below(count)) }
        return places.enumerated().map { PositionPair(before: $0.element, after: $0.offset) }
    }

    @Test(arguments: seeds(20))
    func `offsets are swapped and sorted`(seed: UInt64) {
        let pairs = pairs(seed)
        let expected = pairs.map { PositionPair(before: $0.after, after: $0.before) }.sorted { $0.after < $1.after }
        let inverted = PositionPairs(pairs).inverted
        #expect(Array(inverted) == expected, "seed \(seed)")
        #expect(inverted == PositionPairs(expected), "seed \(seed): the same runs")
        #expect(inverted.inverted == PositionPairs(pairs), "seed \(seed)")
    }

    @Test(arguments: seeds(20))
    func `paths are swapped and sorted`(seed: UInt64) {
        var random = Random(seed: seed)
        let width = [1, 3, 50, 400][random.below(4)]
        func path(_ place: Int) -> ItemPath { ItemPath(section: place / width, item: place % width) }
        let pairs = pairs(seed).map { PositionPair(before: path($0.before), after: path($0.after)) }
        let expected = pairs.map { PositionPair(before: $0.after, after: $0.before) }.sorted { $0.after < $1.after }
        let inverted = PositionPairs(pairs).inverted
        #expect(inverted == PositionPairs(expected), "seed \(seed)")
        #expect(inverted.inverted == PositionPairs(pairs), "seed \(seed)")
    }

    @Test func `positions out of bounds are no danger`() {
        let extremes = [Int.min, -1, 0, 7, Int.max]
        let pairs = PositionPairs(extremes.enumerated().map { PositionPair(before: $0.element, after: -$0.offset) })
        #expect(pairs.inverted.map(\.after) == extremes, "law 15")
        let paths = PositionPairs(
            extremes.map { place in
                PositionPair(before: ItemPath(section: place, item: place), after: ItemPath(section: 0, item: ~place))
            }
        )
        #expect(paths.inverted.map(\.after.section) == extremes, "law 15")
    }
}
