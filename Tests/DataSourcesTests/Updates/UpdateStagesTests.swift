import DataSources
import DataSourcesTesting
import Testing

struct UpdateStagesTests {
    private func update(_ before: [PlainSection], _ after: [PlainSection]) throws -> Update<
        RowSections
    > {
        try #require(Update(from: SectionedSnapshot(plain: before), to: SectionedSnapshot(plain: after)))
    }

    @Test func `an update in which nothing moves where content changes is its own only stage`() throws {
        let before = try ListSnapshot([Row(0), Row(1), Row(2), Row(4)])
        let update = try #require(Update(from: before, to: try ListSnapshot([Row(0, 1), Row(3), Row(2), Row(4)])))
        #expect(update.stages == [update])
    }

    @Test func `rows change in a second stage where rows move`() throws {
        let before = try ListSnapshot([Row(0), Row(1), Row(2)])
        let update = try #require(Update(from: before, to: try ListSnapshot([Row(2, 1), Row(0, 1), Row(1)])))
        let stages = update.stages
        try #require(stages.count == 2)
        #expect(Array(stages[0].after) == [Row(2), Row(0), Row(1)])
        #expect(Array(stages[0].changes.moves) == [PositionPair(before: 2, after: 0)])
        #expect(stages[0].changes.updates.isEmpty)
        #expect(stages[1].changes == ListChanges(updates: PositionPairs((0..<2).map { .init(before: $0, after: $0) })))
    }

    @Test func `the state between two stages has no version`() async throws {
        let source = try ListSource([Row(0), Row(1)])
        let before = source.snapshot
        try await source.replaceAll(with: [Row(1, 1), Row(0, 1)])
        let stages = try #require(Update(from: before, to: source.snapshot)).stages
        try #require(stages.count == 2)
        #expect(stages[0].before.version == before.version)
        #expect(stages[0].after.version == nil)
        #expect(stages[1].after.version == source.snapshot.version)
    }

    @Test func `sections and rows of other sections change in one stage`() throws {
        let before = [PlainSection(Heading(0), [Row(0)]), PlainSection(Heading(1), [Row(1)])]
        let update = try update(
            before, [PlainSection(Heading(2), [Row(5)]), PlainSection(Heading(1), [Row(1, 1), Row(2)])])
        #expect(update.stages == [update])
    }

    @Test func `a section that moves and gets another header does so in two stages`() throws {
        let before = [PlainSection(Heading(0), [Row(0)]), PlainSection(Heading(1), [Row(1)])]
        let update = try update(before, [PlainSection(Heading(1, 1), [Row(1)]), PlainSection(Heading(0, 1), [Row(0)])])
        #expect(update.stages.map { !$0.changes.sections.updates.isEmpty } == [false, true])
    }

    @Test func `rows leave a section before it goes and enter a section after it has come`() throws {
        let before = [PlainSection(Heading(0), [Row(0), Row(1)])]
        let update = try update(before, [PlainSection(Heading(1), [Row(1), Row(2)])])
        let states = update.stages.map(\.after.plain)
        let expected = [
            [PlainSection(Heading(1), [Row(2)]), PlainSection(Heading(0), [Row(0), Row(1)])],
            [PlainSection(Heading(1), [Row(1), Row(2)]), PlainSection(Heading(0), [Row(0)])],
            [PlainSection(Heading(1), [Row(1), Row(2)])],
        ]
        #expect(states == expected)
    }

    @Test func `the most that can happen takes four stages`() throws {
        let before = [PlainSection(Heading(0), [Row(0)]), PlainSection(Heading(1), [Row(1)])]
        let update = try update(
            before, [PlainSection(Heading(2), [Row(2)]), PlainSection(Heading(1, 1), [Row(1), Row(0, 1)])])
        #expect(update.stages.count == 4)
        #expect(UpdateOracle.fault(in: update) == nil)
    }
}
