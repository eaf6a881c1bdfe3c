import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct LimitTests {
    @Test(arguments: [0, 1, 5])
    func `random histories: the first items, and the others`(count: Int) throws {
        try expectFollows(seeds: seeds(10)) {
            LimitOperator(to: count)
        } oracle: {
            Array($0.prefix(count))
        }
        try expectFollows(seeds: seeds(10)) {
            LimitOperator(from: count)
        } oracle: {
            Array($0.dropFirst(count))
        }
    }

    @Test func `upheavals: the first items, and the others`() throws {
        try expectFollowsUpheavals(seeds: seeds(10)) {
            LimitOperator(to: 150)
        } oracle: {
            Array($0.prefix(150))
        }
        try expectFollowsUpheavals(seeds: seeds(10)) {
            LimitOperator(from: 20)
        } oracle: {
            Array($0.dropFirst(20))
        }
    }

    @Test(arguments: 1...2)
    func `all small histories`(count: Int) throws {
        try expectFollowsAll(upTo: 4, values: 2) { start, update in
            let first = Followed(LimitOperator<Row, Int>(to: count), start)
            first.follow(update.after)
            #expect(first.output.content == Array(update.after.content.prefix(count)))
            let others = Followed(LimitOperator<Row, Int>(from: count), start)
            others.follow(update.after)
            #expect(others.output.content == Array(update.after.content.dropFirst(count)))
        }
    }

    @Test func `random histories of both: as many rows as the value says`() throws {
        try expectFollowsBoth(seeds: seeds(30)) {
            LimitOperator<Row, Int>(to: nil)
        } value: { random in
            random.below(6) == 0 ? nil : random.below(12) - 1
        } oracle: { rows, count in
            Array(rows.prefix(max(0, count ?? 0)))
        }
    }

    @Test func `what is inserted pushes the last one out, what is deleted lets the next one in`() throws {
        var draft = try ListDraft((0..<10).map { Row($0) })
        let operation = Followed(LimitOperator(to: 3), draft.snapshot)
        try draft.insert(Row(20), at: 1)
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(deletions: [2], insertions: [1]))
        try draft.remove(id: 0)
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(deletions: [0], insertions: [2]))
        try draft.move(id: 9, to: 0)
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(deletions: [2], insertions: [0]))
        #expect(operation.output.map(\.id) == [9, 20, 1])
    }

    @Test func `what happens behind the limit gives the very same snapshot`() throws {
        var draft = try ListDraft((0..<100).map { Row($0) })
        var operation = LimitOperator<Row, Int>(to: 10)
        let before = draft.snapshot
        let output = operation.apply(try #require(Update(from: ListSnapshot(), to: before)))
        try draft.insert(Row(200), at: 10)
        try draft.remove(id: 20)
        try draft.move(id: 30, to: 80)
        try draft.update(id: 40) { $0.value = 8 }
        let next = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        #expect(next.isIdentical(to: output))
    }

    @Test func `a change of a great list compares few items`() throws {
        let ear = Heard.Ear()
        var draft = try ListDraft(ear.items(0..<100_000))
        var first = LimitOperator<Heard, Int>(to: 50_000)
        var last = LimitOperator<Heard, Int>(from: 50_000)
        let before = draft.snapshot
        let update = try #require(Update(from: ListSnapshot(), to: before))
        _ = (first.apply(update), last.apply(update))
        try draft.insert(Heard(id: 200_000, value: 0, ear: ear), at: 10)
        try draft.move(from: 60_000, to: 5)
        let next = try #require(Update(from: before, to: draft.snapshot))
        ear.listen()
        let output = (first.apply(next), last.apply(next))
        #expect(output.0.count == 50_000 && output.1.count == 50_001 && ear.comparisons < 100)
    }

    @Test func `the first of a sorted page, with more on demand`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<10).map { Row($0) })
            let count = Parameter(2)
            let page = source.dropFirst(3).prefix(count)
            let subscription = await page.subscribe()
            #expect(subscription.snapshot.map(\.id) == [3, 4])
            count.set(4)
            try await source.remove(id: 0)
            let update = try #require(await subscription.next())
            #expect(update.after.map(\.id) == [4, 5, 6, 7])
            #expect(update.changes == ListChanges(deletions: [0], insertions: [1, 2, 3]))
            #expect(await source.prefix(2).snapshot.map(\.id) == [1, 2])
            #expect(await source.prefix(-1).snapshot.isEmpty)
        }
    }
}
