import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct FilterTests {
    private static func isSmall(_ row: Row) -> Bool { row.value < 3 }

    @Test func `random histories: what the oracle makes of the whole`() throws {
        try expectFollows(seeds: seeds(30)) {
            FilterOperator(Self.isSmall)
        } oracle: {
            $0.filter(Self.isSmall)
        }
    }

    @Test func `upheavals: what the oracle makes of the whole`() throws {
        try expectFollowsUpheavals(seeds: seeds(10)) {
            FilterOperator(Self.isSmall)
        } oracle: {
            $0.filter(Self.isSmall)
        }
    }

    @Test func `all small histories`() throws {
        try expectFollowsAll(upTo: 4, values: 2) { start, update in
            var operation = FilterOperator<Row> { $0.value == 0 }
            if let first = Update(from: ListSnapshot(), to: start) { _ = operation.apply(first) }
            #expect(operation.apply(update).content == update.after.filter { $0.value == 0 })
        }
    }

    @Test func `an update lets an item in or out, where it belongs`() throws {
        var draft = try ListDraft((0..<6).map { Row($0, $0 % 2 * 9) })
        let operation = Followed(FilterOperator(Self.isSmall), draft.snapshot)
        #expect(operation.output.map(\.id) == [0, 2, 4])
        try draft.update(id: 3) { $0.value = 1 }
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(insertions: [2]))
        try draft.update(id: 3) { $0.value = 2 }
        #expect(operation.follow(draft.snapshot)?.changes.updates.count == 1)
        try draft.update(id: 0) { $0.value = 9 }
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(deletions: [0]))
    }

    @Test func `a move is a move among the items kept, or nothing`() throws {
        var draft = try ListDraft((0..<6).map { Row($0, $0 % 2 * 9) })
        let operation = Followed(FilterOperator(Self.isSmall), draft.snapshot)
        try draft.move(id: 0, to: 4)
        let update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes.moves.count == 1 && update.changes.count == 1)
        #expect(update.after.map(\.id) == [2, 4, 0])
        try draft.move(id: 0, to: 5)
        let same = operation.output
        #expect(operation.follow(draft.snapshot) == nil)
        #expect(same.map(\.id) == operation.output.map(\.id))
    }

    @Test func `what concerns only items that are left out gives the very same snapshot`() throws {
        var draft = try ListDraft((0..<100).map { Row($0, $0 % 2 * 9) })
        var operation = FilterOperator(Self.isSmall)
        let before = draft.snapshot
        let output = operation.apply(try #require(Update(from: ListSnapshot(), to: before)))
        try draft.insert(Row(200, 9), at: 50)
        try draft.remove(id: 7)
        try draft.move(id: 9, to: 80)
        try draft.update(id: 11) { $0.value = 8 }
        let next = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        #expect(next.isIdentical(to: output))
    }

    @Test func `the predicate is called once for what is inserted or updated, in order, and for nothing else`() throws {
        let calls = Shared<[Int]>([])
        var draft = try ListDraft((0..<100_000).map { Row($0) })
        let operation = Followed(
            FilterOperator<Row> { row in
                calls.change { $0.append(row.id) }
                return row.id % 1000 == 1
            }, draft.snapshot)
        #expect(calls.value == Array(0..<100_000))
        calls.change { $0 = [] }
        try draft.move(from: 10, to: 50)
        try draft.remove(at: 3)
        try draft.insert(Row(200_000), at: 70)
        try draft.update(id: 60) { $0.value = 9 }
        try draft.move(id: 80, to: 5)
        try draft.update(id: 80) { $0.value = 9 }
        #expect(operation.follow(draft.snapshot) == nil)
        #expect(calls.value == [80, 60, 200_000])
    }

    @Test func `updates that nobody is to see wake no subscriber`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let source = try ListSource((0..<10).map { Row($0, $0) })
            let small = source.filter { $0.value < 3 }
            let heard = Shared<[ListChanges]>([])
            let task = Task(executorPreference: executor) {
                for await update in await small.subscribe() {
                    heard.change { $0.append(update.changes) }
                }
            }
            try await executor.clock.sleep(for: .zero)
            try await source.append(Row(20, 20))
            try await source.move(id: 9, to: 0)
            try await executor.clock.sleep(for: .zero)
            #expect(heard.value == [])
            try await source.update(id: 20) { $0.value = 0 }
            try await executor.clock.sleep(for: .zero)
            #expect(heard.value == [ListChanges(insertions: [3])])
            task.cancel()
        }
    }
}
