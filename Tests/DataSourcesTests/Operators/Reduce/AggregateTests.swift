import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct AggregateTests {
    @Test func `random histories: count, sum, average, extremes`() throws {
        try expectFollows(seeds: seeds(10)) {
            AggregateOperator(Aggregation<Row, Int, Int>.count)
        } oracle: {
            $0.count
        }
        try expectFollows(seeds: seeds(10)) {
            AggregateOperator(Aggregation<Row, Int, Int>.sum(of: \.value))
        } oracle: {
            $0.reduce(0) { $0 + $1.value }
        }
        try expectFollows(seeds: seeds(10)) {
            AggregateOperator(Aggregation<Row, ExactSum, Double>.average(of: \.value))
        } oracle: { rows in
            rows.isEmpty ? nil : Double(rows.reduce(0) { $0 + $1.value }) / Double(rows.count)
        }
        try expectFollows(seeds: seeds(10)) {
            AggregateOperator(Aggregation<Row, OrderedMultiset<Int>, Int>.min(of: \.value))
        } oracle: {
            $0.map(\.value).min()
        }
        try expectFollows(seeds: seeds(10)) {
            AggregateOperator(Aggregation<Row, OrderedMultiset<Int>, Int>.max(of: \.value))
        } oracle: {
            $0.map(\.value).max()
        }
    }

    private static func rows<Result>(
        of rows: [Row], _ result: ([Row]) -> Result
    ) -> [Keyed<Int, Result>] {
        Set(rows.map(\.value)).sorted().map { key in Keyed(id: key, value: result(rows.filter { $0.value == key })) }
    }

    @Test func `random histories: by key`() throws {
        try expectFollows(seeds: seeds(13)) {
            AggregateByKeyOperator(by: { $0.value }, Aggregation<Row, Int, Int>.sum(of: \.id)) {
                Keyed(id: $0, value: $1)
            }
        } oracle: {
            Self.rows(of: $0) { $0.reduce(0) { $0 + $1.id } }
        }
        try expectFollows(seeds: seeds(13)) {
            AggregateByKeyOperator(by: { $0.value }, Aggregation<Row, OrderedMultiset<Int>, Int>.max(of: \.id)) {
                Keyed(id: $0, value: $1)
            }
        } oracle: { rows in
            Set(rows.map(\.value)).sorted().compactMap { key in
                rows.filter { $0.value == key }.map(\.id).max().map { Keyed(id: key, value: $0) }
            }
        }
        try expectFollows(seeds: seeds(13)) {
            AggregateByKeyOperator(by: { $0.value }, Aggregation<Row, Int, Int>.count) { Distinct($0, count: $1) }
        } oracle: {
            Self.rows(of: $0, \.count).map { Distinct($0.id, count: $0.value) }
        }
    }

    @Test func `rows with nothing to show are left out`() throws {
        let odd = Aggregation<Row, Int, Int>(initial: 0) { sum, _ in
            sum += 1
        } remove: { sum, _ in
            sum -= 1
        } result: {
            $0 % 2 == 1 ? $0 : nil
        }
        try expectFollows(seeds: seeds(10)) {
            AggregateByKeyOperator(by: { $0.value }, odd) { Keyed(id: $0, value: $1) }
        } oracle: {
            Self.rows(of: $0, \.count).filter { $0.value % 2 == 1 }
        }
    }

    @Test func `a change asks for the keys of what has changed only, and a move for none`() throws {
        let asked = Shared<[Int]>([])
        var operation = AggregateByKeyOperator(
            by: { (row: Row) in
                asked.change { $0.append(row.id) }
                return row.value
            },
            .count
        ) { Distinct($0, count: $1) }
        var draft = try ListDraft((0..<100_000).map { Row($0, $0 % 1000) })
        var before = draft.snapshot
        let start = operation.apply(try #require(Update(from: ListSnapshot(), to: before)))
        asked.change { $0 = [] }
        try draft.move(from: 7, to: 70_000)
        #expect(operation.apply(try #require(Update(from: before, to: draft.snapshot))).isIdentical(to: start))
        #expect(asked.value == [])
        before = draft.snapshot
        try draft.update(Row(5, 9))
        try draft.remove(id: 6)
        try draft.append(Row(200_000, 2000))
        let output = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        #expect(asked.value == [6, 5, 5, 200_000])
        let update = try #require(Update(from: start, to: output))
        #expect(update.changes.updates.count == 3 && update.changes.insertions == [1000])
    }

    @Test func `nothing is summed up from the start, and an update that leaves the sum alone is none`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = ListSource<Row>()
            let (count, sum, least) = (source.counted(), source.sum(of: \.value), source.min(of: \.value))
            #expect(await count.snapshot.value == 0)
            #expect(await least.snapshot.value == nil)
            let subscription = await sum.subscribe()
            #expect(subscription.snapshot.value == 0)
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await source.append(contentsOf: [Row(1, 4), Row(2, -4)])
            await executor.settle()
            #expect(sum.demandCount == 1)
            try await source.append(Row(3, 8))
            #expect(await task.value?.after.value == 8)
            #expect(await count.snapshot.value == 3)
            #expect(await least.snapshot.value == -4)
            try await source.remove(id: 2)
            #expect(await least.snapshot.value == 4)
            #expect(await source.max(of: \.value).snapshot.value == 8)
            #expect(await source.average(of: \.value).snapshot.value == 6)
            try await source.removeAll { _ in true }
            #expect(await count.snapshot.value == 0)
            #expect(await least.snapshot.value == nil)
        }
    }

    @Test func `a list of distinct values, and of sums by key`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([Row(1, 5), Row(2, 3), Row(3, 5)])
            #expect(
                await source.distinct(by: \.value).snapshot.map { $0 } == [
                    Distinct(3, count: 1), Distinct(5, count: 2),
                ])
            let sums = source.aggregated(by: \.value, .sum(of: \.id))
            #expect(await sums.snapshot.map { $0 } == [Keyed(id: 3, value: 2), Keyed(id: 5, value: 4)])
            let greatest = source.aggregated(by: \.value, .max(of: \.id))
            #expect(await greatest.snapshot.map(\.value) == [2, 3])
        }
    }
}
