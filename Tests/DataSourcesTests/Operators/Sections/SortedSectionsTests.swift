import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Sections in another order, and sections that show no items.
struct SortedSectionsTests {
    private static let order = ItemOrder<Heading>.descending { $0.title % 3 }

    private static func sorted(_ sections: [PlainSection]) -> [PlainSection] {
        sections.enumerated().sorted {
            let (left, right) = ($0.element.header.title % 3, $1.element.header.title % 3)
            return left == right ? $0.offset < $1.offset : left > right
        }.map(\.element)
    }

    @Test func `sortedSections, random histories`() throws {
        try expectFollowsSections(seeds: seeds(14)) {
            SectionListSortOperator<Heading, Row>(Self.order)
        } oracle: {
            Self.sorted($0.plain)
        }
    }

    @Test func `sortedSections, all small histories`() throws {
        try expectFollowsAllSections {
            SectionListSortOperator<Heading, Row>(Self.order)
        } oracle: {
            Self.sorted($0.plain)
        }
    }

    @Test func `sections move with their headers; items stay as they are, and are shared`() async throws {
        let source = try SectionedSource([
            ItemSection(Heading(1, 2), items: [Row(1), Row(2)]), ItemSection(Heading(2, 1), items: [Row(3)]),
        ])
        let sorted = source.sortedSections(by: \.title)
        let subscription = await sorted.subscribe()
        #expect(subscription.snapshot.map(\.id) == [2, 1])
        #expect(subscription.snapshot[section: 1]?.items.isIdentical(to: source.snapshot[section: 0]!.items) == true)
        try await source.updateSection(id: 2) { $0.title = 3 }
        let update = try #require(await subscription.next())
        #expect(update.changes.sections.moves.count == 1 && update.changes.sections.updates.count == 1)
        #expect(update.changes.items.isEmpty)
        try await source.moveItem(id: 3, toSection: 1, at: 0)
        #expect(await subscription.next()?.changes.items.moves.count == 1)
        try await source.moveSection(id: 2, to: 0)
        #expect(await sorted.snapshot.map(\.id) == [1, 2])
    }

    // MARK: collapsingSections

    private static func collapsed(_ sections: [PlainSection], _ ids: Set<Int>) -> [PlainSection] {
        sections.map { ids.contains($0.header.id) ? PlainSection($0.header, []) : $0 }
    }

    @Test func `collapsingSections, random histories of sections and sets`() throws {
        let histories = try seeds(14).map { seed in
            var random = Random(seed: seed)
            let sets = (0..<40).map { _ -> ValueSnapshot<Set<Int>> in
                if random.below(8) == 0 { return ValueSnapshot() }
                return ValueSnapshot(Set((0..<random.below(5)).map { _ in random.below(12) }))
            }
            return (first: try SectionedHistory.states(seed: seed), second: sets)
        }
        try expectFollowsPair(histories) {
            CollapseOperator<Heading, Row>()
        } oracle: { sections, ids in
            ids.value.map { Self.collapsed(sections.plain, $0) } ?? []
        }
    }

    @Test func `a collapsed section keeps its header, and what happens in it is nothing`() async throws {
        let source = try SectionedSource([
            ItemSection(Heading(1), items: [Row(1), Row(2)]), ItemSection(Heading(2), items: [Row(3)]),
        ])
        let ids = Parameter<Set<Int>>([])
        let shown = source.collapsingSections(ids)
        let subscription = await shown.subscribe()
        ids.set([1, 7])
        var update = try #require(await subscription.next())
        #expect(update.changes.deletions.count == 2 && update.changes.sections.isEmpty && update.after.itemCount == 1)
        try await source.updateItem(id: 1) { $0.value = 4 }
        try await source.updateSection(id: 1) { $0.title = 4 }
        update = try #require(await subscription.next())
        #expect(
            update.changes
                == SectionedChanges(sections: Changes(updates: PositionPairs([PositionPair(before: 0, after: 0)]))))
        try await source.moveItem(id: 3, toSection: 1, at: 0)
        #expect(await subscription.next()?.changes.deletions.count == 1)
        ids.set([])
        #expect(await subscription.next()?.after.map { $0.items.map(\.id) } == [[3, 1, 2], []])
    }
}
