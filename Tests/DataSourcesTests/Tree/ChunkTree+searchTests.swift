@testable import DataSources
import Testing

struct ChunkTreeSearchTests {
    @Test(arguments: Array(0...40) + [64, 97, 385, 1_500])
    func `the first position beyond each bound is that of the array, on one way down`(count: Int) throws {
        // Its leaves are full.
        let tree = GrownTree(appending: (0..<count).map { Row($0, $0 / 3) }).tree
        // A binary search in a node of 32 takes six calls at most.
        func calls(in limit: Int) -> Int { Int.bitWidth - limit.leadingZeroBitCount }
        let most = calls(in: ChunkLimits.leaf) + Int(tree.height) * calls(in: ChunkLimits.branch)
        for bound in 0...(count / 3 + 1) {
            let expected = (0..<count).first { $0 / 3 >= bound } ?? count
            var calls = 0
            let found = tree.partitioningPosition { row in
                calls += 1
                return row.value >= bound
            }
            try #require(found == expected && calls <= most, "bound \(bound) of \(count), \(calls) calls")
        }
    }

    @Test(arguments: [0, 1, 32, 33, 500]) func `the condition is told the position of each element`(count: Int) throws {
        let tree = ChunkTree(unindexed: ContiguousArray((0..<count).map { Row($0) }))
        for bound in 0...count {
            let found = tree.partitioningPosition { row, position in
                #expect(row.id == position)
                return position >= bound
            }
            try #require(found == bound)
        }
    }
}
