import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct CompositeTests {
    private typealias Part = DataSourcesTesting.PlainSection<CompositePart<Heading>, CompositePart<Row>>
    private typealias Mixed = DataSourcesTesting.PlainSection<Either<Heading, Heading>, Either<Row, Row>>

    private static func composite(_ parts: [RowSections]) -> [Part] {
        parts.enumerated().flatMap { part, snapshot in
            snapshot.plain.map { section in
                Part(CompositePart(section.header, part: part), section.items.map { CompositePart($0, part: part) })
            }
        }
    }

    @Test(arguments: [1000, 64, 1])
    func `random histories of three sources of one kind`(fewest: Int) throws {
        let histories = try seeds(5).map { seed in
            try [seed, seed + 1000, seed + 2000].map { try SectionedHistory.states(seed: $0) }
        }
        try expectFollowsMany(histories) {
            CompositeOperator<Heading, Row>().rebuilding(from: fewest)
        } oracle: {
            Self.composite($0)
        }
    }

    @Test(arguments: [1000, 1])
    func `random histories of two sources of different kinds`(fewest: Int) throws {
        let histories = try seeds(6).map { seed in
            (first: try SectionedHistory.states(seed: seed), second: try SectionedHistory.states(seed: seed + 1000))
        }
        try expectFollowsPair(histories) {
            EitherCompositeOperator<Heading, Row, Heading, Row>().rebuilding(from: fewest)
        } oracle: { first, second in
            first.plain.map { Mixed(.first($0.header), $0.items.map { .first($0) }) }
                + second.plain.map { Mixed(.second($0.header), $0.items.map { .second($0) }) }
        }
    }

    @Test func `all small histories of the second of three sources`() throws {
        let states = SmallStates.all(sections: 2, items: 2)
        let around = try RowSections(plain: [PlainSection(0, [Row(0)]), PlainSection(1, [Row(1)])])
        for start in states {
            let before = try RowSections(plain: start)
            for end in states {
                let after = try RowSections(plain: SmallStates.toggled(end, items: 1, headers: 1))
                guard let update = Update(from: before, to: after) else { continue }
                var operation = CompositeOperator<Heading, Row>()
                let whole = Update(from: RowSections(), to: around)
                _ = operation.apply([whole, Update(from: RowSections(), to: before), whole])
                let found = operation.apply([nil, update, nil]).plain
                if found != Self.composite([around, after, around]) {
                    Issue.record("\(start) → \(after.plain): \(found)")
                }
            }
        }
    }

    // MARK: Scenarios of the composites that this one descends from

    private func sections(_ counts: [Int], from first: Int = 0) -> [ItemSection<Heading, Row>] {
        counts.enumerated().map { number, count in
            ItemSection(Heading(number), items: (0..<count).map { Row(first + number * 100 + $0) })
        }
    }

    @Test func `two and three sections: counts, order, and each item from its source`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let rows = try SectionedSource(sections([2, 3]))
            let names = try SectionedSource([
                ItemSection(Keyed(id: "a", value: 1), items: [Keyed(id: 0, value: "zero")]),
                ItemSection(Keyed(id: "b", value: 2), items: []), ItemSection(Keyed(id: "c", value: 3), items: []),
            ])
            let composite = CompositeSource(rows, names)
            let snapshot = await composite.snapshot
            #expect(snapshot.map(\.items.count) == [2, 3, 1, 0, 0])
            #expect(snapshot[ItemPath(section: 1, item: 2)] == .first(Row(102)))
            #expect(snapshot[ItemPath(section: 2, item: 0)] == .second(Keyed(id: 0, value: "zero")))
            #expect(snapshot[section: 4]?.header == .second(Keyed(id: "c", value: 3)))
        }
    }

    @Test func `the items of a section of the first source are replaced: one update, in that section`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let first = try SectionedSource(sections([4, 3]))
            let second = try SectionedSource(sections([1, 9, 1]))
            let composite = CompositeSource(first, second)
            let subscription = await composite.subscribe()
            try await first.transaction { try $0.replaceItems(inSection: 1, with: [Row(500), Row(501)]) }
            let update = try #require(await subscription.next())
            #expect(update.changes.sections.isEmpty && update.changes.moves.isEmpty && update.changes.updates.isEmpty)
            #expect(update.changes.deletions == [ItemPath(1, 0), ItemPath(1, 1), ItemPath(1, 2)])
            #expect(update.changes.insertions == [ItemPath(1, 0), ItemPath(1, 1)])
        }
    }

    @Test func `the items of a section of the second source are replaced: one update, further down`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let first = try SectionedSource(sections([4, 3]))
            let second = try SectionedSource(sections([1, 9, 1]))
            let composite = CompositeSource(first, second)
            let subscription = await composite.subscribe()
            let before = subscription.snapshot
            try await second.transaction { draft in
                try draft.replaceItems(inSection: 1, with: (500..<505).map { Row($0) })
            }
            let update = try #require(await subscription.next())
            #expect(update.changes.sections.isEmpty && update.changes.count == 14)
            #expect(update.changes.deletions == PositionSet((0..<9).map { ItemPath(3, $0) }))
            #expect(update.changes.insertions == PositionSet((0..<5).map { ItemPath(3, $0) }))
            for section in [0, 1, 2, 4] { #expect(update.after[section: section] == before[section: section]) }
        }
    }

    @Test(arguments: seeds(10))
    func `a source beside what is grouped from it: one update for one transaction`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let staff = try ListSource([Row(1, 7), Row(2, 8)])
            let everybody = staff.sectioned(under: Heading(0))
            let composite = CompositeSource(everybody, staff.grouped(by: \.value))
            let subscription = await composite.subscribe()
            #expect(subscription.snapshot.map(\.items.count) == [2, 1, 1])
            let next = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await staff.append(Row(3, 8))
            let update = try #require(await next.value)
            #expect(update.changes.insertions == [ItemPath(0, 2), ItemPath(2, 1)] && update.changes.count == 2)
        }
    }

    @Test func `any number of sources of one kind, with the same ids in all`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try SectionedSource(sections([2, 1]))
            let four = CompositeSource(of: [source, source, source, source])
            #expect(await four.snapshot.map(\.header.part) == [0, 0, 1, 1, 2, 2, 3, 3])
            #expect(await four.snapshot.itemCount == 12)
            let two = CompositeSource(of: [source, source])
            #expect(await two.snapshot[ItemPath(2, 1)]?.value == Row(1))
            #expect(await two.snapshot[ItemPath(2, 1)]?.id == CompositeID(part: 1, id: 1))
            let none = CompositeSource(of: [any DerivableSource<RowSections>]())
            #expect(await none.snapshot.isEmpty)
            #expect(await none.subscribe().next() == nil)
        }
    }

    @Test func `a source with itself: its items are there twice, under two ids`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try SectionedSource(sections([2, 1]))
            let composite = CompositeSource(source, source)
            #expect(await composite.snapshot.items.map(\.value.id) == [0, 1, 100, 0, 1, 100])
            #expect(await composite.snapshot[ItemPath(3, 0)]?.id == .second(100))
            let subscription = await composite.subscribe()
            try await source.transaction { try $0.moveItem(id: 1, toSection: 1, at: 0) }
            #expect(await subscription.next()?.changes.moves.count == 2)
        }
    }

    @Test func `a list under a header is there while it is empty, and shares its storage`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let list = try ListSource<Row>([])
            let section = list.sectioned(under: Heading(5))
            #expect(await section.snapshot.plain == [PlainSection(5)])
            let subscription = await section.subscribe()
            try await list.append(contentsOf: (0..<100).map { Row($0) })
            #expect(
                await subscription.next()?.changes.description
                    == "items: insertions [\(ItemPath(0, 0))...\(ItemPath(0, 99))]")
            try await list.transaction { draft in
                try draft.move(from: 3, to: 90)
                try draft.update(id: 7) { $0.value = 1 }
            }
            let update = try #require(await subscription.next())
            #expect(update.changes.moves.count == 1 && update.changes.updates.count == 1 && update.changes.count == 2)
            #expect(update.after[section: 0]?.items.isIdentical(to: list.snapshot) == true)
            try await list.removeAll()
            #expect(await section.snapshot.plain == [PlainSection(5)])
        }
    }
}

extension ItemPath {
    fileprivate init(_ section: Int, _ item: Int) {
        self.init(section: section, item: item)
    }
}
