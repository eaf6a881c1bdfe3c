import DataSources
import TestKit
import Testing

/// Sets and pairs of positions as bidirectional collections, compared with arrays.
struct PositionIndexTests {
    @Test(arguments: seeds(10))
    func `a set is the collection of its positions, ascending`(seed: UInt64) {
        var random = Random(seed: seed)
        let expected = Set((0..<random.below(40)).map { _ in random.below(60) }).sorted()
        let set = PositionSet(expected.shuffled(using: &random))
        #expect(Array(set) == expected)
        #expect(Array(set.reversed()) == expected.reversed())
        #expect(set.count == expected.count)
        for position in -1...61 { #expect(set.contains(position) == expected.contains(position), "seed \(seed)") }
        var index = set.endIndex
        for offset in expected.indices.reversed() {
            let next = index
            index = set.index(before: index)
            #expect(set[index] == expected[offset])
            #expect(set.index(after: index) == next)
            #expect(index < next)
            #expect(set.distance(from: set.startIndex, to: index) == offset)
        }
        #expect(index == set.startIndex)
        #expect(set.ranges.flatMap { $0 } == expected)
    }

    @Test(arguments: seeds(10))
    func `pairs are the collection of their pairs, and so is the inverse`(seed: UInt64) {
        var random = Random(seed: seed)
        let count = random.below(30)
        var before = Array(0..<count)
        if random.below(3) > 0 { before.shuffle(using: &random) } else { before.swapAt(0, max(0, count - 1)) }
        let expected = before.enumerated().map {
            PositionPair(before: $0.element, after: $0.offset * (1 + Int(seed % 2)))
        }
        let pairs = PositionPairs(expected.shuffled(using: &random))
        #expect(Array(pairs) == expected)
        #expect(Array(pairs.reversed()) == expected.reversed())
        #expect(pairs.count == count)
        #expect(pairs.isEmpty == expected.isEmpty)
        let inverse = expected.map { PositionPair(before: $0.after, after: $0.before) }.sorted { $0.after < $1.after }
        #expect(Array(pairs.inverted) == inverse, "seed \(seed)")
        #expect(pairs.inverted.inverted == pairs, "seed \(seed)")
        #expect(zip(pairs.indices, pairs.indices.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `changes are equivalent when only the choice of what moves differs`() {
        let one = Changes<Int>(deletions: [4], moves: PositionPairs([PositionPair(before: 0, after: 1)]))
        let other = Changes<Int>(deletions: [4], moves: PositionPairs([PositionPair(before: 1, after: 0)]))
        #expect(one.isEquivalent(to: other))
        #expect(!one.isEquivalent(to: Changes(deletions: [4])))
        #expect(!one.isEquivalent(to: Changes(deletions: [3], moves: one.moves)))
        #expect(!one.isEquivalent(to: Changes(deletions: [4], insertions: [0], moves: one.moves)))
        #expect(!one.isEquivalent(to: Changes(deletions: [4], moves: one.moves, updates: one.moves)))
        #expect(SectionedChanges(sections: one).isEquivalent(to: SectionedChanges(sections: other)))
        #expect(!SectionedChanges(sections: one).isEquivalent(to: SectionedChanges()))
    }
}
