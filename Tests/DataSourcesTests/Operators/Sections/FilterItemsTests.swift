import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct FilterItemsTests {
    private static func isIncluded(_ row: Row) -> Bool { (row.id + row.value) % 3 != 0 }
    private static func isWanted(_ row: Row, _ value: Int) -> Bool { (row.id + row.value) % 4 >= value }

    private static func filtered(_ sections: RowSections, _ isIncluded: (Row) -> Bool) -> [PlainSection] {
        sections.plain.map { PlainSection($0.header, $0.items.filter(isIncluded)) }
    }

    @Test(arguments: [64, 0])
    func `random histories: what the oracle makes of the whole`(fewest: Int) throws {
        try expectFollowsSections(seeds: fewest == 0 ? 60..<100 : 0..<60) {
            SectionedCompactMapOperator<Heading, Row, Row>(Self.isIncluded).rebuilding(from: fewest)
        } oracle: {
            Self.filtered($0, Self.isIncluded)
        }
    }

    @Test(arguments: [64, 0])
    func `all small histories`(fewest: Int) throws {
        try expectFollowsAllSections(items: 3) {
            SectionedCompactMapOperator<Heading, Row, Row> { ($0.id + $0.value) % 2 == 0 }.rebuilding(from: fewest)
        } oracle: {
            Self.filtered($0) { ($0.id + $0.value) % 2 == 0 }
        }
    }

    @Test func `a value that changes amid changes of the sections`() throws {
        try expectFollowsPair(try SectionedHistory.withValues(seeds(10))) {
            SectionedCompactMapByOperator<Heading, Row, Int, Row>(Self.isWanted)
        } oracle: { sections, value in
            Self.filtered(sections) { row in value.value.map { Self.isWanted(row, $0) } ?? false }
        }
    }

    // MARK: Scenarios

    private func draft() throws -> RowSectionsDraft {
        try RowSectionsDraft([
            ItemSection(Heading(1), items: (0..<6).map { Row($0, $0 % 2 * 9) }),
            ItemSection(Heading(2), items: [Row(10), Row(11, 9)]),
            ItemSection(Heading(3)),
        ])
    }

    private func small() -> SectionedCompactMapOperator<Heading, Row, Row> {
        SectionedCompactMapOperator { $0.value < 3 }
    }

    @Test func `sections stay when nothing is left of them`() throws {
        var draft = try draft()
        let operation = Followed(small(), draft.snapshot)
        #expect(operation.output.map { $0.items.map(\.id) } == [[0, 2, 4], [10], []])
        try draft.updateItem(id: 10) { $0.value = 9 }
        let update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes == SectionedChanges(items: Changes(deletions: [ItemPath(section: 1, item: 0)])))
        try draft.updateItem(id: 11) { $0.value = 0 }
        #expect(operation.follow(draft.snapshot)?.changes.insertions == [ItemPath(section: 1, item: 0)])
    }

    @Test func `an item that moves to another section is one move; beyond items that are left out it is nothing`()
        throws
    {
        var draft = try draft()
        let operation = Followed(small(), draft.snapshot)
        try draft.moveItem(id: 2, toSection: 2, at: 2)
        let update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes.moves.count == 1 && update.changes.count == 1)
        #expect(update.after.map { $0.items.map(\.id) } == [[0, 4], [10, 2], []])
        try draft.moveItem(id: 2, toSection: 2, at: 1)
        #expect(operation.follow(draft.snapshot) == nil)
        try draft.moveItem(id: 3, toSection: 3, at: 0)
        #expect(operation.follow(draft.snapshot) == nil)
    }

    @Test func `an item that is updated as it moves comes or goes where it arrives`() throws {
        var draft = try draft()
        let operation = Followed(small(), draft.snapshot)
        try draft.moveItem(id: 3, toSection: 3, at: 0)
        try draft.updateItem(id: 3) { $0.value = 1 }
        #expect(operation.follow(draft.snapshot)?.changes.insertions == [ItemPath(section: 2, item: 0)])
        try draft.moveItem(id: 3, toSection: 1, at: 0)
        try draft.updateItem(id: 3) { $0.value = 9 }
        #expect(operation.follow(draft.snapshot)?.changes.deletions == [ItemPath(section: 2, item: 0)])
    }

    @Test func `what concerns only items that are left out gives the very same snapshot`() throws {
        var draft = try draft()
        let before = draft.snapshot
        var operation = small()
        let output = operation.apply(try #require(Update(from: RowSections(), to: before)))
        try draft.insertItem(Row(20, 9), at: ItemPath(section: 2, item: 0))
        try draft.removeItem(id: 5)
        try draft.moveItem(id: 1, toSection: 2, at: 0)
        try draft.updateItem(id: 3) { $0.value = 8 }
        let next = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        #expect(next.isIdentical(to: output))
    }

    @Test(arguments: [64, 0])
    func `the predicate is called once for what is inserted or updated, in order, and for nothing else`(
        fewest: Int
    ) throws {
        let calls = Shared<[Int]>([])
        var draft = try RowSectionsDraft(
            (0..<1000).map { section in
                ItemSection(Heading(section), items: (0..<100).map { Row(section * 100 + $0) })
            })
        let operation = Followed(
            SectionedCompactMapOperator<Heading, Row, Row> { row in
                calls.change { $0.append(row.id) }
                return row.id % 1000 == 1
            }.rebuilding(from: fewest, share: fewest == 0 ? 100_000 : 8), draft.snapshot)
        #expect(calls.value == Array(0..<100_000))
        calls.change { $0 = [] }
        try draft.moveItem(id: 510, toSection: 990, at: 4)
        try draft.moveSection(id: 7, to: 700)
        try draft.removeSection(id: 300)
        try draft.updateItem(id: 80_000) { $0.value = 1 }
        try draft.updateItem(id: 2_500) { $0.value = 1 }
        try draft.insertSection(ItemSection(Heading(2000), items: [Row(200_000), Row(200_001)]), at: 20)
        try draft.moveItem(id: 90, toSection: 2000, at: 1)
        try draft.moveItem(id: 40_000, toSection: 1, at: 0)
        try draft.updateItem(id: 40_000) { $0.value = 1 }
        try draft.insertItem(Row(300_000), at: ItemPath(section: 30, item: 7))
        let update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes.items.isEmpty && update.changes.sections.count == 3)
        #expect(calls.value == [40_000, 200_000, 200_001, 2_500, 300_000, 80_000])
    }

    @Test func `a hundred thousand sections: a change touches its own`() throws {
        var draft = try RowSectionsDraft(
            (0..<100_000).map { ItemSection(Heading($0), items: [Row(2 * $0), Row(2 * $0 + 1)]) })
        let operation = Followed(
            SectionedCompactMapOperator<Heading, Row, Row> { $0.id % 2 == 0 }, draft.snapshot)
        #expect(operation.output.itemCount == 100_000 && operation.output.count == 100_000)
        let before = operation.output
        try draft.insertItem(Row(1_000_000), at: ItemPath(section: 50_000, item: 1))
        let update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes.insertions == [ItemPath(section: 50_000, item: 1)] && update.changes.count == 1)
        let others = [0, 49_999, 50_001, 99_999].map { ($0, before[section: $0]?.items) }
        for (section, items) in others {
            #expect(items.map { update.after[section: section]?.items.isIdentical(to: $0) == true } == true)
        }
    }

    // MARK: As sources

    @Test func `updates that nobody is to see wake no subscriber`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let source = try SectionedSource([ItemSection(Heading(1), items: (0..<10).map { Row($0, $0) })])
            let small = source.filter { $0.value < 3 }
            let heard = Shared<[SectionedChanges]>([])
            let task = Task(executorPreference: executor) {
                for await update in await small.subscribe() { heard.change { $0.append(update.changes) } }
            }
            await executor.settle()
            try await source.transaction { try $0.appendItem(Row(20, 20), toSection: 1) }
            try await source.transaction { try $0.moveItem(id: 9, toSection: 1, at: 0) }
            await executor.settle()
            #expect(heard.value == [])
            try await source.transaction { try $0.updateItem(id: 20) { $0.value = 0 } }
            await executor.settle()
            #expect(heard.value.map(\.insertions) == [[ItemPath(section: 0, item: 3)]])
            task.cancel()
        }
    }

    @Test func `a value and sections that change between two looks make one update`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try SectionedSource([
                ItemSection(Heading(1), items: (0..<6).map { Row($0, $0) }), ItemSection(Heading(2)),
            ])
            let limit = Parameter(2)
            let small = source.filter(by: limit) { $0.value < $1 }
            let subscription = await small.subscribe()
            #expect(subscription.snapshot.map { $0.items.map(\.id) } == [[0, 1], []])
            limit.set(4)
            try await source.transaction { try $0.moveItem(id: 1, toSection: 2, at: 0) }
            let update = try #require(await subscription.next())
            #expect(update.after.map { $0.items.map(\.id) } == [[0, 2, 3], [1]])
            #expect(update.changes.moves.count == 1 && update.changes.insertions.count == 2)
        }
    }
}
