import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct SortedItemsTests {
    private static let order = ItemOrder<Row>.ascending(\.value)

    private static func sorted(_ sections: RowSections, _ areInOrder: (Row, Row) -> Bool) -> [PlainSection] {
        // The standard sort is stable.
        sections.plain.map { PlainSection($0.header, $0.items.sorted(by: areInOrder)) }
    }

    @Test(arguments: [(62, 1000), (9, 1000), (9, 1)])
    func `random histories: what the oracle makes of the whole`(labelBits: Int, bulk: Int) throws {
        try expectFollowsSections(seeds: seeds(20)) {
            SectionedSortOperator<Heading, Row>(Self.order) {
                SortOperator($0, labelBits: labelBits).rebuilding(from: bulk)
            }
        } oracle: {
            Self.sorted($0) { $0.value < $1.value }
        }
    }

    @Test func `all small histories`() throws {
        try expectFollowsAllSections {
            SectionedSortOperator<Heading, Row>(.descending { $0.id + $0.value })
        } oracle: {
            Self.sorted($0) { $0.id + $0.value > $1.id + $1.value }
        }
        try expectFollowsAllSections(sections: 1, items: 3) {
            SectionedSortOperator<Heading, Row>(Self.order)
        } oracle: {
            Self.sorted($0) { $0.value < $1.value }
        }
    }

    @Test func `an order that changes amid changes of the sections`() throws {
        try expectFollowsPair(try SectionedHistory.withValues(seeds(10))) {
            SectionedSortByValueOperator<Heading, Row, Int> {
                ItemOrder(by: \.value, $0 % 2 == 0 ? .ascending : .descending)
            }
        } oracle: { sections, value in
            guard let value = value.value else { return [] }
            return Self.sorted(sections) { value % 2 == 0 ? $0.value < $1.value : $0.value > $1.value }
        }
    }

    @Test func `one change costs a few comparisons, and touches its section only`() throws {
        let asked = Shared(0)
        let order = ItemOrder<Row> { left, right in
            asked.change { $0 += 1 }
            return left.value < right.value
        }
        var draft = try RowSectionsDraft(
            (0..<10).map { section in
                ItemSection(Heading(section), items: (0..<1000).map { Row(section * 1000 + $0, $0 * 7919 % 1000) })
            })
        let followed = Followed(SectionedSortOperator<Heading, Row>(order), draft.snapshot)
        asked.change { $0 = 0 }
        try draft.updateItem(Row(4500, 3))
        try draft.moveItem(id: 7001, toSection: 2, at: 0)
        try draft.moveSection(id: 9, to: 0)
        let found = followed.follow(draft.snapshot)
        let update = try #require(found)
        #expect(asked.value < 150)
        #expect(update.changes.moves.count <= 2 && update.changes.updates.count == 1)
        #expect(update.changes.sections.moves.count == 1 && update.changes.deletions.isEmpty)
    }

    @Test func `subscribers are told moves, and never nothing`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try SectionedSource([
                ItemSection(Heading(1), items: [Row(1, 3), Row(2, 1), Row(3, 2)]), ItemSection(Heading(2)),
            ])
            let direction = Parameter(SortDirection.ascending)
            let sorted = source.sortedItems(by: direction) { ItemOrder(by: \.value, $0) }
            let subscription = await sorted.subscribe()
            #expect(subscription.snapshot[section: 0]?.items.map(\.id) == [2, 3, 1])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await source.moveItem(id: 3, toSection: 1, at: 0)
            await executor.settle()
            #expect(sorted.demandCount == 1)
            try await source.moveItem(id: 3, toSection: 2, at: 0)
            let update = try #require(await task.value)
            #expect(update.changes.moves.count == 1 && update.changes.count == 1)
            direction.set(.descending)
            let next = try #require(await subscription.next())
            #expect(next.after.plain.map { $0.items.map(\.id) } == [[1, 2], [3]])
            #expect(next.changes.moves.count == 1 && next.changes.count == 1)
            #expect(await source.sortedItems(by: \.value, .descending).snapshot[section: 0]?.items.map(\.id) == [1, 2])
            let optional = source.sortedItems(by: { $0.value == 1 ? nil : $0.value }, nils: .first)
            #expect(await optional.snapshot[section: 0]?.items.map(\.id) == [2, 1])
        }
    }
}
