import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct FilterByTests {
    private static func isBelow(_ row: Row, _ limit: Int) -> Bool { row.value < limit }

    @Test func `random histories of both: what the oracle makes of rows and value`() throws {
        try expectFollowsBoth(seeds: seeds(13)) {
            FlatMapByOperator(Self.isBelow)
        } value: { random in
            random.below(5) == 0 ? nil : random.below(7)
        } oracle: { rows, limit in
            limit.map { limit in rows.filter { Self.isBelow($0, limit) } } ?? []
        }
    }

    @Test func `another value asks about every item once, in order; then only changes are asked about`() throws {
        let calls = Shared<[Int]>([])
        var draft = try ListDraft((0..<1000).map { Row($0, $0) })
        var operation = FlatMapByOperator<Row, Int, Row> { (row, limit) -> Bool in
            calls.change { $0.append(row.id) }
            return row.value < limit
        }
        let start = draft.snapshot
        let nothing = operation.apply(Update(from: ListSnapshot(), to: start), nil)
        #expect(nothing.isEmpty && calls.value == [])
        let values = [ValueSnapshot<Int>(), ValueSnapshot(500), ValueSnapshot(501)]
        let half = operation.apply(nil, Update(from: values[0], to: values[1]))
        #expect(half.count == 500 && calls.value == Array(0..<1000))
        calls.change { $0 = [] }
        let more = operation.apply(nil, Update(from: values[1], to: values[2]))
        #expect(Update(from: half, to: more)?.changes == ListChanges(insertions: [500]))
        #expect(calls.value == Array(0..<1000))
        calls.change { $0 = [] }
        try draft.insert(Row(2000, 0), at: 0)
        let last = operation.apply(Update(from: start, to: draft.snapshot), nil)
        #expect(Update(from: more, to: last)?.changes == ListChanges(insertions: [0]))
        #expect(calls.value == [2000])
    }

    @Test func `a value and rows that change between two looks make one update`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<10).map { Row($0, $0) })
            let limit = Parameter(3)
            let small = source.filter(by: limit, Self.isBelow)
            let subscription = await small.subscribe()
            #expect(subscription.snapshot.map(\.id) == [0, 1, 2])
            limit.set(5)
            try await source.remove(id: 1)
            try await source.insert(Row(20, 4), at: 0)
            let update = try #require(await subscription.next())
            #expect(update.before.map(\.id) == [0, 1, 2])
            #expect(update.after.map(\.id) == [20, 0, 2, 3, 4])
            #expect(update.changes == ListChanges(deletions: [1], insertions: [0, 3, 4]))
        }
    }
}
