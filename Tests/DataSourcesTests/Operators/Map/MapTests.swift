import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct MapTests {
    private static func doubled(_ row: Row) -> Row { Row(row.id, row.value * 2) }

    @Test func `random histories: what the oracle makes of the whole`() throws {
        try expectFollows(seeds: seeds(30)) {
            MapOperator(Self.doubled)
        } oracle: {
            $0.map(Self.doubled)
        }
    }

    @Test func `all small histories`() throws {
        try expectFollowsAll(upTo: 4, values: 2) { start, update in
            var operation = MapOperator(Self.doubled)
            if let first = Update(from: ListSnapshot(), to: start) { _ = operation.apply(first) }
            #expect(operation.apply(update).content == update.after.map(Self.doubled))
        }
    }

    @Test func `transform is called for what is inserted and updated, and for nothing else`() throws {
        let calls = Shared<[Int]>([])
        let source = try ListDraft((0..<100).map { Row($0) })
        var operation = MapOperator<Row, Row> { row in
            calls.change { $0.append(row.id) }
            return row
        }
        _ = operation.apply(try #require(Update(from: ListSnapshot(), to: source.snapshot)))
        #expect(
            calls.change { ids in
                defer { ids = [] }
                return ids
            } == Array(0..<100))
        var draft = try ListDraft(source.snapshot)
        let before = draft.snapshot
        try draft.move(from: 10, to: 50)
        try draft.remove(at: 3)
        try draft.insert(Row(200), at: 7)
        try draft.update(id: 60) { $0.value = 9 }
        _ = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        #expect(calls.value.sorted() == [60, 200])
    }

    @Test func `values are kept under the ids of their items`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([Row(1, 10), Row(2, 20)])
            let values = source.map(\.value)
            #expect(await values.snapshot.map { $0 } == [Keyed(id: 1, value: 10), Keyed(id: 2, value: 20)])
            try await source.update(id: 2) { $0.value = 21 }
            #expect(await values.snapshot[1]?.value == 21)
        }
    }
}
