import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct CompactMapTests {
    private static func halved(_ row: Row) -> Row? { row.value % 2 == 0 ? Row(row.id, row.value / 2) : nil }

    @Test func `random histories: what the oracle makes of the whole`() throws {
        try expectFollows(seeds: seeds(30)) {
            FlatMapOperator(compacting: Self.halved)
        } oracle: {
            $0.compactMap(Self.halved)
        }
    }

    @Test func `all small histories`() throws {
        try expectFollowsAll(upTo: 4, values: 3) { start, update in
            var operation = FlatMapOperator(compacting: Self.halved)
            if let first = Update(from: ListSnapshot(), to: start) { _ = operation.apply(first) }
            #expect(operation.apply(update).content == update.after.compactMap(Self.halved))
        }
    }

    @Test func `an update that makes the same of an item is none`() throws {
        var draft = try ListDraft([Row(0, 4), Row(1, 5), Row(2, 6)])
        let operation = Followed(
            FlatMapOperator<Row, Row>(compacting: { $0.value < 6 ? Row($0.id) : nil }), draft.snapshot)
        try draft.update(id: 0) { $0.value = 3 }
        #expect(operation.follow(draft.snapshot) == nil)
        try draft.update(id: 2) { $0.value = 5 }
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(insertions: [2]))
    }

    @Test func `values are kept under the ids of their items`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([Row(1, 10), Row(2, 21), Row(3, 30)])
            let even = source.compactMap { $0.value % 2 == 0 ? "\($0.value)" : nil }
            #expect(await even.snapshot.map { $0 } == [Keyed(id: 1, value: "10"), Keyed(id: 3, value: "30")])
            try await source.update(id: 2) { $0.value = 20 }
            #expect(await even.snapshot.map(\.id) == [1, 2, 3])
        }
    }

    @Test func `items keep their ids`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([Row(1, 10), Row(2, 21)])
            let even: DerivedSource<ListSnapshot<Row>> = source.compactMap(Self.halved)
            #expect(await even.snapshot.map { $0 } == [Row(1, 5)])
        }
    }
}
