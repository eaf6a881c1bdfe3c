import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct SortByKeysTests {
    /// The values 1 and 2, or none.
    @Sendable private static func key(_ row: Row) -> Int? { row.value % 3 == 0 ? nil : row.value % 3 }

    private static func sorted(_ rows: [Row], _ direction: SortDirection, _ nils: NilOrder) -> [Row] {
        let keyed = rows.filter { key($0) != nil }.sorted { left, right in
            let (left, right) = (key(left) ?? 0, key(right) ?? 0)
            return direction == .ascending ? left < right : left > right
        }
        let missing = rows.filter { key($0) == nil }
        return nils == .first ? missing + keyed : keyed + missing
    }

    @Test(arguments: SortDirection.allCases, NilOrder.allCases)
    func `optional keys, random histories: those without a key are first or last`(
        direction: SortDirection, nils: NilOrder
    ) throws {
        // The second one merges, and sorts everything, often.
        for bulk in [1000, 1] {
            try expectFollows(seeds: seeds(8)) {
                SortOperator(ItemOrder(by: Self.key, direction, nils: nils), labelBits: 9).rebuilding(from: bulk)
            } oracle: {
                Self.sorted($0, direction, nils)
            }
        }
    }

    @Test(arguments: SortDirection.allCases, NilOrder.allCases)
    func `optional keys, all small histories`(direction: SortDirection, nils: NilOrder) throws {
        try expectFollowsAll(upTo: 3, values: 3) { start, update in
            var operation = SortOperator(ItemOrder(by: Self.key, direction, nils: nils))
            if let first = Update(from: ListSnapshot(), to: start) { _ = operation.apply(first) }
            #expect(operation.apply(update).content == Self.sorted(update.after.content, direction, nils))
        }
    }

    @Test func `by optional keys that may also be NaN: these come after all other keys`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let values = [2, .nan, -1, 1, .nan, -1, 2]
            let source = try ListSource(values.enumerated().map { Measurement($0, $1) })
            func ids(_ sorted: DerivedSource<ListSnapshot<Measurement>>) async -> [Int] {
                await sorted.snapshot.map(\.id)
            }
            let key: @Sendable (Measurement) -> Double? = { $0.value < 0 ? nil : $0.value }
            #expect(await ids(source.sorted(by: key)) == [3, 0, 6, 1, 4, 2, 5])
            #expect(await ids(source.sorted(by: key, nils: .first)) == [2, 5, 3, 0, 6, 1, 4])
            #expect(await ids(source.sorted(by: key, .descending)) == [0, 6, 3, 1, 4, 2, 5])
            #expect(await ids(source.sorted(by: key, .descending, nils: .first)) == [2, 5, 0, 6, 3, 1, 4])
            #expect(await ids(source.newest(3, by: key)) == [0, 3, 6])
            #expect(await ids(source.newest(3, by: key, nils: .first)) == [2, 5, 6])
        }
    }

    struct City: Identifiable, Equatable, Sendable {
        let id: Int
        var country: String
        var name: String?
        var size = 0

        init(_ id: Int, _ country: String, _ name: String?, _ size: Int = 0) {
            (self.id, self.country, self.name, self.size) = (id, country, name, size)
        }
    }

    @Test func `a key path to an optional is a key, and the orders of several are chained`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([
                City(1, "b", "y", 2), City(2, "a", nil, 2), City(3, "b", nil, 1), City(4, "a", "x", 2),
                City(5, "b", "y", 1),
            ])
            #expect(await source.sorted(by: \.name).snapshot.map(\.id) == [4, 1, 5, 2, 3])
            let both = source.sorted(by: .ascending(\.country).then(.descending(\.name, nils: .first)))
            #expect(await both.snapshot.map(\.id) == [2, 4, 3, 1, 5])
            #expect(await source.sorted(by: \.country, \.size).snapshot.map(\.id) == [2, 4, 3, 5, 1])
            let three = source.sorted(by: \.size, \.country, \.id)
            #expect(await three.snapshot.map(\.id) == [3, 5, 2, 4, 1])
            try await source.update(City(4, "a", "z", 0))
            #expect(await three.snapshot.map(\.id) == [4, 3, 5, 2, 1])
            #expect(await source.sorted(by: \.name).snapshot.map(\.id) == [1, 5, 4, 2, 3])
        }
    }

    @Test func `by several keys, random histories: as by one key after the other`() throws {
        for seed in seeds(10) {
            try SeededExecutor.run(seed: seed) { _ in
                var history = RowListHistory(seed: seed)
                let source = ListSource<Row>()
                let sorted = source.sorted(by: { $0.value % 2 }, { $0.id % 3 }, { @Sendable in -$0.value })
                for _ in 0..<25 {
                    try history.edit()
                    try await source.replaceAll(with: history.snapshot)
                    let expected = history.snapshot.enumerated().sorted { left, right in
                        let (a, b) = (left.element, right.element)
                        return (a.value % 2, a.id % 3, -a.value, left.offset)
                            < (b.value % 2, b.id % 3, -b.value, right.offset)
                    }
                    try #require(await sorted.snapshot.content == expected.map(\.element))
                }
            }
        }
    }
}
