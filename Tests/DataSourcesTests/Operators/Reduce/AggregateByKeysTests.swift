import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct AggregateByKeysTests {
    @Sendable private static func key(_ row: Row) -> Int? { row.value % 3 == 0 ? nil : row.value % 3 }

    @Test(arguments: NilOrder.allCases)
    func `by an optional key, random histories: a row for none, first or last`(nils: NilOrder) throws {
        for seed in seeds(10) {
            try SeededExecutor.run(seed: seed) { _ in
                let source = ListSource<Row>()
                let sums = source.aggregated(by: Self.key, .sum(of: \.id), nils: nils)
                for state in try RowListHistory.states(seed: seed) {
                    try await source.replaceAll(with: state)
                    let keys: [Int?] = nils == .first ? [nil, 1, 2] : [1, 2, nil]
                    let expected = keys.compactMap { wanted -> Keyed<Int?, Int>? in
                        let rows = state.filter { Self.key($0) == wanted }
                        return rows.isEmpty ? nil : Keyed(id: wanted, value: rows.reduce(0) { $0 + $1.id })
                    }
                    try #require(await sums.snapshot.map { $0 } == expected)
                }
            }
        }
    }

    private struct Totals: Equatable {
        var count: Int
        var sum: Int
        var average: Double
        var least: Int?
    }

    private static let totals = Aggregation<
        Row, CombinedSummary<Int, IntegerSum<Int>, ExactSum, OrderedMultiset<Int>>, Totals
    >
    .combined(.count, .sum(of: \.id), .average(of: \.id), .optional(.min(of: \.id))) {
        Totals(count: $0, sum: $1, average: $2, least: $3)
    }

    private static func totals(of rows: [Row]) -> Totals {
        let sum = rows.reduce(0) { $0 + $1.id }
        return Totals(
            count: rows.count, sum: sum, average: Double(sum) / Double(rows.count), least: rows.map(\.id).min())
    }

    @Test func `several aggregates by several keys, random histories: one row for each group`() throws {
        typealias Key = CompoundKey<Int, Int>
        @Sendable func key(_ row: Row) -> Key { Key(row.value % 2, row.id % 2) }
        try expectFollows(seeds: seeds(10)) {
            AggregateByKeyOperator(by: key, Self.totals) { Keyed(id: $0, value: $1) }
        } oracle: { rows in
            Set(rows.map(key)).sorted().map { wanted in
                Keyed(id: wanted, value: Self.totals(of: rows.filter { key($0) == wanted }))
            }
        }
    }

    @Test func `several aggregates by several keys, all small histories`() throws {
        typealias Key = CompoundKey<Int, Int>
        @Sendable func key(_ row: Row) -> Key { Key(row.value, row.id % 2) }
        try expectFollowsAll(upTo: 3, values: 2) { start, update in
            var operation = AggregateByKeyOperator(by: key, Self.totals) { Keyed(id: $0, value: $1) }
            if let first = Update(from: ListSnapshot(), to: start) { _ = operation.apply(first) }
            let rows = update.after.content
            let expected = Set(rows.map(key)).sorted().map { wanted in
                Keyed(id: wanted, value: Self.totals(of: rows.filter { key($0) == wanted }))
            }
            #expect(operation.apply(update).content == expected)
        }
    }

    @Test func `several aggregates of the whole: none while one of them has none`() throws {
        try expectFollows(seeds: seeds(10)) {
            AggregateOperator(Self.totals)
        } oracle: {
            $0.isEmpty ? nil : Self.totals(of: $0)
        }
    }

    @Test func `combined aggregates combine, and copies of their summary stay apart`() throws {
        let inner = Aggregation<Row, CombinedSummary<Int, Int>, Int>.combined(.count, .count) { $0 + $1 }
        let outer = Aggregation<Row, CombinedSummary<CombinedSummary<Int, Int>, Int>, [Int]>
            .combined(inner, .count) { [$0, $1] }
        var operation = AggregateByKeyOperator(by: { $0.value }, outer) { Keyed(id: $0, value: $1) }
        let rows = try ListSnapshot([Row(1, 1), Row(2, 2), Row(3, 1)])
        let output = operation.apply(try #require(Update(from: ListSnapshot(), to: rows)))
        #expect(output.map(\.value) == [[4, 2], [2, 1]])
        var summary = CombinedSummary(0, 0)
        summary.add(Row(1), to: Aggregation<Row, Int, Int>.count, Aggregation<Row, Int, Int>.count)
        let copy = summary
        summary.remove(Row(1), from: Aggregation<Row, Int, Int>.count, Aggregation<Row, Int, Int>.count)
        let count = Aggregation<Row, Int, Int>.count
        #expect(copy.result(of: count, count) { [$0, $1] } == [1, 1])
        #expect(summary.result(of: count, count) { [$0, $1] } == [0, 0])
    }

    @Test func `a change of one item touches the rows of its keys only`() throws {
        let asked = Shared(0)
        let total = Aggregation<Row, CombinedSummary<Int, IntegerSum<Int>>, Int>
            .combined(.count, .sum(of: \.id)) { count, sum in
                asked.change { $0 += 1 }
                return count + sum
            }
        let operation = AggregateByKeyOperator(by: { CompoundKey($0.value % 10, $0.value) }, total) {
            Keyed(id: $0, value: $1)
        }
        var draft = try ListDraft((0..<10_000).map { Row($0, $0 % 1000) })
        let followed = Followed(operation, draft.snapshot)
        #expect(
            asked.change { count in
                defer { count = 0 }
                return count
            } == 1000)
        try draft.update(Row(5, 9))
        let found = followed.follow(draft.snapshot)
        let update = try #require(found)
        #expect(asked.value == 2 && update.changes.updates.count == 2 && update.changes.count == 2)
    }
}
