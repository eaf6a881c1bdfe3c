import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct VisibilityTests {
    private typealias Form = SectionedSource<Department, Card>

    private func form() throws -> Form {
        try SectionedSource([
            ItemSection(Department(id: "name"), items: [Card(0, "first"), Card(1, "last")]),
            ItemSection(Department(id: "extra"), items: [Card(2, "phone")]),
        ])
    }

    // On an executor of its own, where an update that never comes is a deadlock, which is reported at once.
    @Test func `T23: rows and sections appear when what the closures read allows it, after an invalidation`() throws {
        try SeededExecutor.run(seed: 1) { _ in
            let (firstName, isExtended) = (Shared(""), Shared(false))
            let visibility = VisibilityFilter(
                of: try form(), rows: .item { $0.title == "last" && firstName.value.isEmpty },
                sections: .header { $0.id == "extra" && !isExtended.value })
            let subscription = await visibility.sections.subscribe()
            #expect(subscription.snapshot.map { $0.items.map(\.id) } == [[0]])
            firstName.change { $0 = "Ann" }
            #expect(await visibility.sections.snapshot.itemCount == 1)
            visibility.invalidate()
            let row = await subscription.next(isolation: #isolation)
            #expect(row?.changes.insertions == [ItemPath(section: 0, item: 1)])
            #expect(row?.changes.sections.isEmpty == true)
            isExtended.change { $0 = true }
            visibility.invalidate()
            let section = await subscription.next(isolation: #isolation)
            #expect(section?.changes.sections.insertions == [1])
            #expect(section?.after.map { $0.items.map(\.id) } == [[0, 1], [2]])
        }
    }

    @Test func `law 3: an invalidation without a consequence publishes nothing`() async throws {
        let visibility = VisibilityFilter(of: try form(), rows: .item { $0.id == 1 })
        let version = await visibility.sections.snapshot.version
        visibility.invalidate()
        #expect(await visibility.sections.snapshot.version == version)
    }

    @Test func `a rule is asked again only for what it depends on`() async throws {
        let asked = Shared(0)
        let source = try SectionedSource(
            (0..<10).map { place in
                ItemSection(Department(id: "\(place)"), items: (0..<1_000).map { Card(place * 1_000 + $0) })
            })
        let visibility = VisibilityFilter(
            of: source,
            rows: .item { item in
                asked.change { $0 += 1 }
                return item.id % 2 == 1
            })
        #expect(await visibility.sections.snapshot.itemCount == 5_000)
        #expect(asked.value == 10_000)
        try await source.updateItem(id: 500) { $0.title = "new" }
        try await source.insertItem(Card(20_000), at: ItemPath(section: 3, item: 0))
        #expect(await visibility.sections.snapshot.itemCount == 5_001)
        #expect(asked.value == 10_002)
        try await source.moveItem(id: 500, before: 9_000)
        try await source.moveSection(id: "3", to: 0)
        try await source.updateSection(id: "5") { $0.title = "new" }
        try await source.removeItem(id: 4)
        #expect(await visibility.sections.snapshot.itemCount == 5_000)
        #expect(asked.value == 10_002)
        visibility.invalidate()
        #expect(await visibility.sections.snapshot.itemCount == 5_000)
        #expect(asked.value == 20_002)
    }

    @Test func `a change of hidden rows is no change`() async throws {
        let source = try form()
        let visibility = VisibilityFilter(of: source, rows: .item { $0.title == "last" })
        let version = await visibility.sections.snapshot.version
        try await source.moveItem(id: 1, to: ItemPath(section: 1, item: 0))
        try await source.insertItem(Card(9, "last"), at: ItemPath(section: 0, item: 0))
        #expect(await visibility.sections.snapshot.version == version)
    }

    @Test func `T18, T20: paths of what is not there are nil, and never trap`() async throws {
        let source = try form()
        let visibility = VisibilityFilter(
            of: source, rows: .item { $0.id == 0 }, sections: .header { $0.id == "extra" })
        let state = await visibility.paths.snapshot
        #expect(state.visiblePath(of: SourcePath(section: 0, item: 0)) == nil)
        #expect(state.visiblePath(of: SourcePath(section: 0, item: 1)) == VisiblePath(section: 0, item: 0))
        #expect(state.sourcePath(of: VisiblePath(section: 0, item: 0)) == SourcePath(section: 0, item: 1))
        #expect(state.visiblePath(of: SourcePath(section: 1, item: 0)) == nil)
        for number in [-1, 1, 7, .max, .min] {
            #expect(state.sourcePath(of: VisiblePath(section: number, item: 0)) == nil)
            #expect(state.sourcePath(of: VisiblePath(section: 0, item: number)) == nil)
            #expect(state[VisiblePath(section: 0, item: number)] == nil)
            #expect(state.visiblePath(of: SourcePath(section: number, item: 5)) == nil)
            #expect(state.sourceSection(ofVisible: number) == nil)
            #expect(state.sourcePath(ofInsertionAt: VisiblePath(section: number, item: 0)) == nil)
        }
        #expect(state.visibleSection(ofSource: 1) == nil)
        #expect(VisiblePath(ItemPath(section: 1, item: 2)).itemPath == ItemPath(section: 1, item: 2))
        #expect(SourcePath(section: 0, item: 9) < SourcePath(ItemPath(section: 1, item: 0)))
    }

    @Test func `an insertion appears where it was meant to, between visible rows and at the ends`() async throws {
        let source = try SectionedSource([
            ItemSection(Department(id: "a"), items: (0..<6).map { Card($0, $0 % 2 == 0 ? "hidden" : "") }),
            ItemSection(Department(id: "b"), items: [Card(10, "hidden")]),
        ])
        let visibility = VisibilityFilter(of: source, rows: .item { $0.title == "hidden" })
        for (number, path) in [(0, 0), (0, 1), (0, 3), (1, 0)].enumerated() {
            let place = VisiblePath(section: path.0, item: path.1)
            let target = try #require(await visibility.paths.snapshot.sourcePath(ofInsertionAt: place))
            try await source.insertItem(Card(100 + number), at: target.itemPath)
            #expect(await visibility.paths.snapshot[place]?.id == 100 + number)
        }
    }

    @Test func `displays follow the states with paths too`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try form()
            let visibility = VisibilityFilter(of: source, rows: .item { $0.title == "last" })
            let subscription = await visibility.paths.subscribe()
            var shown = subscription.snapshot.content
            try await source.transaction { draft in
                try draft.updateItem(id: 0) { $0.title = "last" }
                try draft.updateItem(id: 1) { $0.title = "shown" }
                try draft.moveSection(id: "extra", to: 0)
                try draft.updateItem(id: 2) { $0.title = "renamed" }
            }
            let update = try #require(await subscription.next(isolation: #isolation))
            #expect(VisibleSections.changeCount(of: update) > 0)
            let (stages, steps) = (update.stages, update.steps)
            #expect(!steps.isEmpty)
            #expect(stages.first?.before == update.before && stages.last?.after == update.after)
            for stage in stages { try stage.apply(to: &shown) }
            #expect(shown == update.after.content)
            #expect(throws: UpdateError.self) { try update.apply(to: &shown) }
        }
    }

    @Test func `paths are right in a section of thousands that grows and shrinks item by item`() async throws {
        var random = Random(seed: 3)
        let source = try SectionedSource([ItemSection(Department(id: "a"), items: [Card]())])
        let visibility = VisibilityFilter(of: source, rows: .item { $0.id % 3 == 0 })
        for (round, isGrowing) in [true, false, true].enumerated() {
            for number in 0..<1_500 {
                let count = source.snapshot.itemCount
                let path = ItemPath(section: 0, item: random.below(isGrowing ? count + 1 : count))
                if isGrowing {
                    try await source.insertItem(Card(round * 10_000 + number), at: path)
                } else {
                    try await source.removeItem(at: path)
                }
                _ = await visibility.paths.snapshot
            }
            let state = await visibility.paths.snapshot
            // The last edit may have concerned a hidden item.
            let expected = state.source.items.enumerated().filter { $0.element.id % 3 != 0 }.map(\.offset)
            #expect(state.visible.itemCount == expected.count)
            let found = (0..<expected.count).map { state.sourcePath(of: VisiblePath(section: 0, item: $0))?.item }
            #expect(found == expected)
        }
    }

    @Test func `it ends with its source once it is said to be final`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let source = try form()
            let visibility = VisibilityFilter(of: source)
            let subscription = await visibility.sections.subscribe()
            await source.finish()
            visibility.finish()
            #expect(await subscription.next(isolation: #isolation) == nil)
            visibility.invalidate()
            #expect(await visibility.sections.snapshot == source.snapshot)
        }
    }

    @Test func `law 15: headers and items that do not equal themselves do no harm`() async throws {
        struct Odd: Identifiable, Equatable, Sendable {
            let id: Double
            var value = Double.nan
        }
        let source = try SectionedSource([ItemSection(Odd(id: 1), items: [Odd(id: 1), Odd(id: 2), Odd(id: .nan)])])
        let visibility = VisibilityFilter(of: source, rows: .inSection { item, header in item.id == header.id })
        #expect(await visibility.sections.snapshot.itemCount == 2)
        try await source.transaction { draft in
            try draft.updateItem(id: 1) { $0.value = 1 }
            try draft.insertItem(Odd(id: 3), at: ItemPath(section: 0, item: 0))
            try draft.updateSection(id: 1) { $0.value = 1 }
        }
        #expect(await visibility.sections.snapshot.itemCount == 3)
    }
}
