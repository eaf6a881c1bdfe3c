import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct SectionedMapTests {
    private static func doubled(_ row: Row) -> Row { Row(row.id, row.value * 2) }
    private static func doubled(_ heading: Heading) -> Heading { Heading(heading.id, heading.title / 2) }

    @Test(arguments: [64, 0])
    func `map, random histories: what the oracle makes of the whole`(fewest: Int) throws {
        try expectFollowsSections(seeds: seeds(10)) {
            SectionedCompactMapOperator<Heading, Row, Row>(mapping: Self.doubled).rebuilding(from: fewest)
        } oracle: {
            $0.plain.map { PlainSection($0.header, $0.items.map(Self.doubled)) }
        }
    }

    @Test(arguments: [64, 0])
    func `map, all small histories`(fewest: Int) throws {
        try expectFollowsAllSections {
            SectionedCompactMapOperator<Heading, Row, Row>(mapping: Self.doubled).rebuilding(from: fewest)
        } oracle: {
            $0.plain.map { PlainSection($0.header, $0.items.map(Self.doubled)) }
        }
    }

    @Test func `mapHeaders, random histories: what the oracle makes of the whole`() throws {
        try expectFollowsSections(seeds: seeds(10)) {
            SectionSelectionOperator<Heading, Heading, Row>(mapping: Self.doubled)
        } oracle: {
            $0.plain.map { PlainSection(Self.doubled($0.header), $0.items) }
        }
    }

    @Test func `compactMap, random histories: what the oracle makes of the whole`() throws {
        try expectFollowsSections(seeds: seeds(10)) {
            SectionedCompactMapOperator<Heading, Row, Row> { $0.id % 3 == 0 ? nil : Self.doubled($0) }
        } oracle: {
            $0.plain.map { PlainSection($0.header, $0.items.filter { $0.id % 3 != 0 }.map(Self.doubled)) }
        }
    }

    @Test func `map is asked for what is inserted and updated, mapHeaders for headers, and nobody for what moves`()
        throws
    {
        let calls = Shared<[Int]>([])
        let note: @Sendable (Int) -> Void = { id in calls.change { $0.append(id) } }
        var draft = try RowSectionsDraft(
            (0..<1000).map { ItemSection(Heading($0), items: [Row(2 * $0), Row(2 * $0 + 1)]) })
        let items = Followed(
            SectionedCompactMapOperator<Heading, Row, Row>(mapping: { row in
                note(row.id)
                return row
            }), draft.snapshot)
        #expect(calls.value == Array(0..<2000))
        calls.change { $0 = [] }
        let headers = Followed(
            SectionSelectionOperator<Heading, Heading, Row>(mapping: { heading in
                note(heading.id)
                return Heading(heading.id, heading.title / 2)
            }), draft.snapshot)
        #expect(calls.value == Array(0..<1000))
        calls.change { $0 = [] }
        try draft.moveItem(id: 7, toSection: 800, at: 0)
        try draft.moveSection(id: 30, to: 60)
        try draft.insertItem(Row(5000), at: ItemPath(section: 5, item: 0))
        try draft.updateItem(Row(40, 1))
        _ = (items.follow(draft.snapshot), headers.follow(draft.snapshot))
        #expect(calls.value == [5000, 40])
        try draft.updateSection(Heading(9, 1))
        #expect(items.follow(draft.snapshot)?.changes.sections.updates.count == 1)
        #expect(headers.follow(draft.snapshot) == nil)
        #expect(calls.value == [5000, 40, 9])
    }

    @Test func `an update that makes no difference gives the very same snapshot`() throws {
        var draft = try RowSectionsDraft([ItemSection(Heading(1), items: [Row(1, 2)])])
        let before = draft.snapshot
        var items = SectionedCompactMapOperator<Heading, Row, Row>(mapping: { Row($0.id, $0.value / 2) })
        var headers = SectionSelectionOperator<Heading, Heading, Row>(mapping: Self.doubled)
        let first = try #require(Update(from: RowSections(), to: before))
        let (output, otherOutput) = (items.apply(first), headers.apply(first))
        try draft.updateItem(Row(1, 3))
        #expect(items.apply(try #require(Update(from: before, to: draft.snapshot))).isIdentical(to: output))
        let between = draft.snapshot
        let last = headers.apply(try #require(Update(from: before, to: between)))
        try draft.updateSection(Heading(1, 1))
        #expect(headers.apply(try #require(Update(from: between, to: draft.snapshot))).isIdentical(to: last))
        #expect(!last.isIdentical(to: otherOutput))
    }

    @Test func `values without an identity come under that of their item or header`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try SectionedSource([
                ItemSection(Heading(1, 5), items: [Row(1, 7), Row(2)]), ItemSection(Heading(2)),
            ])
            let rows = source.map { "row \($0.value)" }.mapHeaders { "heading \($0.title)" }
            let some = source.compactMap { $0.value > 0 ? $0.value : nil }
            let doubled = source.map(Self.doubled)
            let snapshot = await rows.snapshot
            #expect(snapshot.map(\.header) == [Keyed(id: 1, value: "heading 5"), Keyed(id: 2, value: "heading 0")])
            #expect(snapshot[ItemPath(section: 0, item: 0)] == Keyed(id: 1, value: "row 7"))
            #expect(await some.snapshot.map(\.items.count) == [1, 0])
            #expect(await doubled.snapshot[ItemPath(section: 0, item: 0)] == Row(1, 14))
            let subscription = await rows.subscribe()
            try await source.transaction { draft in
                try draft.moveItem(id: 1, toSection: 2, at: 0)
                try draft.updateSection(Heading(1, 6))
            }
            let update = try #require(await subscription.next())
            #expect(update.changes.moves.count == 1 && update.changes.sections.updates.count == 1)
            #expect(update.changes.count == 2)
        }
    }
}
