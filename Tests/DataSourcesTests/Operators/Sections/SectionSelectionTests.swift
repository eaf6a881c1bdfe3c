import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct SectionSelectionTests {
    private static func isIncluded(_ heading: Heading) -> Bool { (heading.id + heading.title) % 3 != 0 }
    private static func isWanted(_ heading: Heading, _ value: Int) -> Bool { (heading.id + heading.title) % 4 >= value }

    // MARK: filterSections

    @Test func `filterSections, random histories: what the oracle makes of the whole`() throws {
        try expectFollowsSections(seeds: seeds(13)) {
            SectionSelectionOperator<Heading, Heading, Row>(Self.isIncluded)
        } oracle: {
            $0.plain.filter { Self.isIncluded($0.header) }
        }
    }

    @Test func `filterSections, all small histories`() throws {
        try expectFollowsAllSections {
            SectionSelectionOperator<Heading, Heading, Row> { ($0.id + $0.title) % 2 == 0 }
        } oracle: {
            $0.plain.filter { ($0.header.id + $0.header.title) % 2 == 0 }
        }
    }

    @Test func `filterSections by a value that changes amid changes of the sections`() throws {
        try expectFollowsPair(try SectionedHistory.withValues(seeds(10))) {
            SectionSelectionByOperator<Heading, Row, Int>(Self.isWanted)
        } oracle: { sections, value in
            sections.plain.filter { section in value.value.map { Self.isWanted(section.header, $0) } ?? false }
        }
    }

    @Test func `the predicate is called for sections that come and headers that change, in order, never for items`()
        throws
    {
        let calls = Shared<[Int]>([])
        var draft = try RowSectionsDraft((0..<100_000).map { ItemSection(Heading($0), items: [Row($0)]) })
        let operation = Followed(
            SectionSelectionOperator<Heading, Heading, Row> { heading in
                calls.change { $0.append(heading.id) }
                return heading.id % 2 == 0
            }, draft.snapshot)
        #expect(calls.value == Array(0..<100_000))
        calls.change { $0 = [] }
        try draft.moveSection(id: 40, to: 60)
        try draft.moveItem(id: 600, toSection: 800, at: 0)
        try draft.updateItem(id: 70) { $0.value = 3 }
        try draft.removeSection(id: 99_000)
        #expect(operation.follow(draft.snapshot)?.changes.count == 4)
        #expect(calls.value == [])
        try draft.updateSection(Heading(5000, 1))
        try draft.insertSection(ItemSection(Heading(200_000), items: [Row(200_000)]), at: 9)
        #expect(operation.follow(draft.snapshot)?.changes.count == 2)
        #expect(calls.value == [200_000, 5000])
    }

    @Test func `what happens in sections that are left out gives the very same snapshot`() throws {
        var draft = try RowSectionsDraft(
            (0..<10).map { ItemSection(Heading($0), items: [Row(2 * $0), Row(2 * $0 + 1)]) })
        let before = draft.snapshot
        var operation = SectionSelectionOperator<Heading, Heading, Row> { $0.id % 2 == 0 }
        let output = operation.apply(try #require(Update(from: RowSections(), to: before)))
        try draft.updateItem(id: 2) { $0.value = 1 }
        try draft.moveItem(id: 2, toSection: 3, at: 0)
        try draft.moveSection(id: 1, to: 2)
        try draft.updateSection(Heading(5, 1))
        try draft.removeSection(id: 7)
        let next = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        #expect(next.isIdentical(to: output))
    }

    @Test func `items are shared; into a section that is left out they are gone, and out of it they come`() throws {
        var draft = try RowSectionsDraft(
            (0..<4).map { ItemSection(Heading($0), items: [Row(2 * $0), Row(2 * $0 + 1)]) })
        let operation = Followed(SectionSelectionOperator<Heading, Heading, Row> { $0.id % 2 == 0 }, draft.snapshot)
        #expect(operation.output.itemCount == 4)
        let upstream = try #require(draft[section: 2]?.items)
        #expect(operation.output[section: 1]?.items.isIdentical(to: upstream) == true)
        try draft.moveItem(id: 0, toSection: 1, at: 0)
        var update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes == SectionedChanges(items: Changes(deletions: [ItemPath(section: 0, item: 0)])))
        try draft.moveItem(id: 0, toSection: 2, at: 1)
        update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes == SectionedChanges(items: Changes(insertions: [ItemPath(section: 1, item: 1)])))
        try draft.moveItem(id: 0, toSection: 0, at: 0)
        update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes.moves.count == 1 && update.changes.count == 1 && update.after.itemCount == 4)
    }

    @Test func `a source whose snapshots share nothing is followed all the same`() throws {
        let states = try (0..<20).map { number in
            try RowSections(
                plain: (0..<6).map { section in
                    PlainSection(
                        Heading(section, number / (section + 1)),
                        (0..<40).filter { ($0 + number) % 5 != section }.map { Row(section * 100 + $0, number / 7) })
                })
        }
        var operation = SectionSelectionOperator<Heading, Heading, Row>(Self.isIncluded)
        var output = RowSections()
        for (before, after) in zip([RowSections()] + states, states) {
            let next = operation.apply(try #require(Update(from: before, to: after)))
            #expect(next.plain == after.plain.filter { Self.isIncluded($0.header) })
            if let step = Update(from: output, to: next) { #expect(RowSections.violations(of: step) == []) }
            output = next
        }
    }

    // MARK: hidingEmptySections

    @Test func `hidingEmptySections, random histories: what the oracle makes of the whole`() throws {
        try expectFollowsSections(seeds: seeds(13)) {
            SectionSelectionOperator<Heading, Heading, Row>(hidingEmpty: ())
        } oracle: {
            $0.plain.filter { !$0.items.isEmpty }
        }
    }

    @Test func `hidingEmptySections, all small histories`() throws {
        try expectFollowsAllSections {
            SectionSelectionOperator<Heading, Heading, Row>(hidingEmpty: ())
        } oracle: {
            $0.plain.filter { !$0.items.isEmpty }
        }
    }

    @Test func `a section comes with its first item and goes with its last one; the item moves`() throws {
        var draft = try RowSectionsDraft([
            ItemSection(Heading(1)), ItemSection(Heading(2), items: [Row(1)]), ItemSection(Heading(3)),
        ])
        let operation = Followed(SectionSelectionOperator<Heading, Heading, Row>(hidingEmpty: ()), draft.snapshot)
        #expect(operation.output.map(\.id) == [2])
        try draft.moveItem(id: 1, toSection: 3, at: 0)
        let update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes.sections.deletions == [0] && update.changes.sections.insertions == [0])
        #expect(update.changes.moves.count == 1 && update.changes.items.count == 1)
        try draft.updateSection(Heading(1, 7))
        try draft.moveSection(id: 2, to: 0)
        #expect(operation.follow(draft.snapshot) == nil)
        try draft.appendItem(Row(2), toSection: 1)
        #expect(operation.follow(draft.snapshot)?.changes.sections.insertions == [0])
        #expect(operation.output.map(\.header) == [Heading(1, 7), Heading(3)])
    }

    @Test(arguments: seeds(10))
    func `a form: rows and sections are hidden as values change, one update for one transaction`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let form = try SectionedSource([
                ItemSection(Heading(1), items: [Row(1, 1), Row(2)]), ItemSection(Heading(2), items: [Row(3), Row(4)]),
            ])
            let visible = form.filter { $0.value > 0 }.hidingEmptySections()
            let subscription = await visible.subscribe()
            #expect(subscription.snapshot.plain == [PlainSection(1, [Row(1, 1)])])
            let next = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await form.transaction { try $0.updateItem(Row(1, 2)) }
            #expect(await next.value?.changes.updates.count == 1)
            try await form.transaction { draft in
                for id in 2...4 { try draft.updateItem(Row(id, 1)) }
            }
            let update = try #require(await subscription.next())
            #expect(update.changes.sections.insertions == [1] && update.changes.insertions.count == 1)
            #expect(update.changes.count == 2)
            try await form.transaction { draft in
                try draft.updateItem(Row(3))
                try draft.updateItem(Row(3, 1))
            }
            let none = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            #expect(visible.demandCount == 1)
            none.cancel()
            #expect(await none.value == nil)
        }
    }
}
