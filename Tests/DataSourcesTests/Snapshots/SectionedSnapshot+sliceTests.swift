import DataSources
import Testing

struct SectionedSnapshotSliceTests {
    private typealias Board = SectionedSnapshot<Row, Row>

    /// Sections with these numbers of items.
    private static func board(_ counts: [Int]) throws -> Board {
        var next = 0
        return try Board(
            counts.enumerated().map { section, count in
                defer { next += count }
                return ItemSection(Row(1_000 + section), items: (next..<next + count).map { Row($0) })
            })
    }

    @Test(arguments: [[], [0], [3], [0, 2, 0, 0, 3, 0], [1, 1, 1], [70, 0, 100, 31]])
    func `the first items, with the sections up to the last of them`(counts: [Int]) throws {
        let board = try Self.board(counts)
        let total = counts.reduce(0, +)
        for limit in -1...total + 1 {
            let prefix = board.prefix(items: limit)
            #expect(prefix.itemCount == min(max(0, limit), total))
            if limit >= total {
                #expect(prefix == board)
                continue
            }
            var expected: [ItemSection<Row, Row>] = []
            var left = limit
            for section in board where left > 0 {
                expected.append(ItemSection(section.header, items: Array(section.items.prefix(left))))
                left -= section.items.count
            }
            #expect(Array(prefix) == expected)
            // What follows is an ordinary difference.
            var content = prefix.content
            try Update(from: prefix, to: board)?.apply(to: &content)
            #expect(content == board.content)
        }
    }
}
