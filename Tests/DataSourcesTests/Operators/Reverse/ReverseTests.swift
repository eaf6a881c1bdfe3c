import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct ReverseTests {
    @Test func `random histories: the whole from the end`() throws {
        try expectFollows(seeds: seeds(30)) {
            ReverseOperator<Row>()
        } oracle: {
            $0.reversed()
        }
    }

    @Test func `upheavals: the whole from the end`() throws {
        try expectFollowsUpheavals(seeds: seeds(10)) {
            ReverseOperator<Row>()
        } oracle: {
            $0.reversed()
        }
    }

    @Test func `all small histories`() throws {
        try expectFollowsAll(upTo: 4, values: 2) { start, update in
            var operation = ReverseOperator<Row>()
            if let first = Update(from: ListSnapshot(), to: start) { _ = operation.apply(first) }
            #expect(operation.apply(update).content == update.after.content.reversed())
        }
    }

    @Test func `a change of a great list compares few items`() throws {
        let ear = Heard.Ear()
        var draft = try ListDraft(ear.items(0..<100_000))
        var operation = ReverseOperator<Heard>()
        let before = draft.snapshot
        _ = operation.apply(try #require(Update(from: ListSnapshot(), to: before)))
        try draft.move(from: 60_000, to: 5)
        let next = try #require(Update(from: before, to: draft.snapshot))
        ear.listen()
        let output = operation.apply(next)
        #expect(output[99_994]?.id == 60_000 && ear.comparisons < 10)
    }

    @Test func `appending is inserting in front`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<3).map { Row($0) })
            let subscription = await source.reversed().subscribe()
            try await source.append(contentsOf: [Row(3), Row(4)])
            let update = try #require(await subscription.next())
            #expect(update.after.map(\.id) == [4, 3, 2, 1, 0])
            #expect(update.changes == ListChanges(insertions: [0, 1]))
        }
    }
}
