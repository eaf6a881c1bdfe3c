import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct NumberedPageTests {
    /// The page by slices.
    private static func page(_ rows: ListSnapshot<Row>, _ number: Int, _ size: Int) -> [Row] {
        let pages = stride(from: 0, to: rows.count, by: size).map {
            Array(rows.content[$0..<min($0 + size, rows.count)])
        }
        return pages.isEmpty ? [] : pages[min(max(0, number), pages.count - 1)]
    }

    @Test func `random histories of the list and the page`() throws {
        let histories = try seeds(13).map { seed in
            var random = Random(seed: seed)
            let pages = (0..<40).map { _ in
                random.below(8) == 0
                    ? ValueSnapshot<NumberedPage>()
                    : ValueSnapshot(NumberedPage(number: random.below(6) - 1, size: 1 + random.below(5)))
            }
            return (first: try RowListHistory.states(seed: seed), second: pages)
        }
        try expectFollowsPair(histories) {
            LimitOperator<Row, NumberedPage>(page: nil)
        } oracle: { rows, page in
            page.value.map { Self.page(rows, $0.number, $0.size) } ?? []
        }
    }

    @Test func `numbers out of range show the nearest page, and sizes below one count as one`() throws {
        for (number, size) in [(-3, 2), (0, 2), (1, 2), (2, 2), (.max, 2), (.min, .max), (7, .max), (1, 0), (2, -9)] {
            for count in 0...5 {
                let rows = try ListSnapshot((0..<count).map { Row($0) })
                let range = NumberedPage(number: number, size: size).range(of: count)
                #expect(rows.content[range].map(\.self) == Self.page(rows, number, max(1, size)))
            }
        }
    }

    @Test func `turning pages, and a list that loses its last page`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<5).map { Row($0) })
            let (number, size) = (Parameter(0), Parameter(2))
            let (page, pages) = (source.page(number: number, size: size), source.pageCount(size: size))
            let (subscription, counts) = (await page.subscribe(), await pages.subscribe())
            #expect(subscription.snapshot.map(\.id) == [0, 1])
            #expect(counts.snapshot.value == 3)
            number.set(2)
            #expect(await subscription.next()?.after.map(\.id) == [4])
            try await source.remove(id: 4)
            #expect(await subscription.next()?.after.map(\.id) == [2, 3])
            #expect(await counts.next()?.after.value == 2)
            size.set(100)
            #expect(await subscription.next()?.after.map(\.id) == [0, 1, 2, 3])
            #expect(await counts.next()?.after.value == 1)
            #expect(await source.page(number: number, size: 3).snapshot.map(\.id) == [3])
            #expect(await source.pageCount(size: 3).snapshot.value == 2)
            #expect(await ListSource<Row>().pageCount(size: 3).snapshot.value == 1)
        }
    }
}
