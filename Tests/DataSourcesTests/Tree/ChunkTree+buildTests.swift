@testable import DataSources
import Testing

/// Trees made in bulk, read by position, by leaf and in order.
struct ChunkTreeBuildTests {
    /// Around the fill of a leaf, of two leaves and of branches on two levels.
    private static let counts =
        Array(0...100) + [287, 288, 289, 383, 384, 385, 575, 577, 3_455, 3_456, 3_457, 5_000]

    @Test func `a tree without names has the elements in their order, however it is read`() throws {
        for count in Self.counts {
            let rows = (0..<count).map { Row($0, $0 % 3) }
            let tree = ChunkTree(unindexed: ContiguousArray(rows))
            try #require(tree.count == count && Array(tree.elements) == rows, "\(count) rows")
            try #require((0..<count).allSatisfy { tree.element(at: $0) == rows[$0] }, "\(count) rows")
            var (walk, walked, leaves) = (ChunkTree<Row>.Iterator(tree), [Row](), [Row]())
            while let row = walk.next() { walked.append(row) }
            tree.forEachLeaf { part, _ in leaves += part }
            try #require(walked == rows && leaves == rows && walk.next() == nil, "\(count) rows")
        }
    }

    @Test(arguments: [0, 1, 5, 33, 70]) func `the spans of each range are the elements of that range`(count: Int) throws
    {
        let rows = (0..<count).map { Row($0) }
        let tree = ChunkTree(unindexed: ContiguousArray(rows))
        for lower in 0...count {
            for upper in lower...count {
                var found: [Row] = []
                tree.forEachSpan(in: lower..<upper) { found += $0 }
                try #require(found == Array(rows[lower..<upper]), "\(lower)..<\(upper) of \(count)")
            }
        }
    }

    @Test func `each way of loading gives a tree and an index that agree`() throws {
        for count in Self.counts {
            let rows = (0..<count).map { Row($0) }
            let loaded = GrownTree(loading: rows)
            try #require(loaded.fault() == nil, "\(count) rows")
            var (made, handed) = (SlotIndex<Int>(), SlotIndex<Int>())
            let maker = ChunkTree<Row>(count: count, index: &made, home: -1) { rows[$0] }
            let taker = ChunkTree<Row>(index: &handed, home: -1) { append in rows.forEach(append) }
            try #require(Array(maker.elements) == rows && made.entries == loaded.index.entries, "\(count) rows")
            try #require(Array(taker.elements) == rows && handed.idCount == count, "\(count) rows")
            for row in rows {
                for (tree, index) in [(loaded.tree, loaded.index), (maker, made), (taker, handed)] where row.id % 7 == 0
                {
                    let path = try #require(index.path(of: row.id))
                    try #require(tree.position(of: row.id, along: path) == row.id, "\(row) of \(count)")
                    try #require(path.home == -1, "\(row) of \(count)")
                }
            }
        }
    }

    @Test func `an index that knows no ids names nodes only`() {
        var index = SlotIndex<Int>(knowsIDs: false)
        let tree = ChunkTree<Row>(count: 200, index: &index, home: -1) { Row($0) }
        #expect(index.idCount == 0 && tree.searchedPosition(of: 170) == 170 && tree.searchedPosition(of: 200) == nil)
    }
}
