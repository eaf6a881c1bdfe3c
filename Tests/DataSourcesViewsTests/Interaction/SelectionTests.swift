import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct SelectionTests {
    private let source: ListSource<Card>

    init() throws {
        source = try ListSource((0..<100).map { Card($0) })
    }

    private func run(
        mode: SelectionMode = .multiple,
        _ body: @escaping @Sendable (SelectingScreen, SeededExecutor) async throws -> Void
    ) throws {
        try SeededExecutor.run(seed: 1) { [source] executor in
            let screen = SelectingScreen(of: source, mode: mode)
            await screen.attach()
            let run = Task(executorPreference: executor) { await screen.run() }
            await executor.settle()
            try await body(screen, executor)
            run.cancel()
            await run.value
        }
    }

    @Test func `selecting a row that has gone does nothing`() throws {
        try run { [source] screen, executor in
            try await source.removeAll()
            try await executor.clock.sleep(for: .seconds(1))
            await screen.select(at: 50) { _ in
                Issue.record("nothing was selected")
                return .keep
            }
            #expect(await screen.ids == [])
            #expect(await screen.changes == [])
        }
    }

    @Test func `the handler gets the item, and its answer counts`() throws {
        try run { screen, _ in
            let selected = Shared<[Int]>([])
            await screen.select(at: 50) { card in
                selected.change { $0.append(card.id) }
                return .keep
            }
            #expect(await screen.ids == [50])
            await screen.select(at: 51) { card in
                selected.change { $0.append(card.id) }
                return .deselect
            }
            #expect(await screen.ids == [50])
            #expect(selected.value == [50, 51])
        }
    }

    @Test func `a handler that waits while its row is replaced still has the item it was called for`() throws {
        try run { [source] screen, executor in
            let selected = Shared<[Int]>([])
            await screen.select(at: 50) { card in
                _ = try? await source.replaceAll(with: [Card(7)])
                try? await executor.clock.sleep(for: .seconds(1))
                selected.change { $0.append(card.id) }
                return .keep
            }
            #expect(selected.value == [50])
            #expect(await screen.ids == [])
            #expect(await screen.shown == [7])
        }
    }

    @Test func `moved and updated items stay selected, those that disappear do not`() throws {
        try run { [source] screen, executor in
            await screen.edit { $0.replace(with: [1, 2, 3, 4]) }
            try await source.transaction { draft in
                try draft.move(id: 1, to: 90)
                try draft.update(Card(2, "new"))
                try draft.remove(ids: [3, 50, 51])
            }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await screen.ids == [1, 2, 4])
            #expect(await screen.changes.last == SelectionChange(selected: [], deselected: [3]))
            try await screen.swipe(at: 2)
            #expect(await screen.ids == [1, 2])
            try await source.removeAll()
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await screen.ids == [])
        }
    }

    @Test func `a single selection has at most one item`() throws {
        try run(mode: .single) { screen, _ in
            await screen.edit { $0.select(1) }
            await screen.edit { $0.select(2) }
            #expect(await screen.ids == [2])
            await screen.edit { $0.replace(with: [5, 6, 7]) }
            #expect(await screen.ids == [5])
            await screen.edit { $0.toggle(5) }
            #expect(await screen.ids == [])
            #expect(await screen.changes.map(\.selected) == [[1], [2], [5], []])
            #expect(await screen.changes.map(\.deselected) == [[], [1], [2], [5]])
        }
    }

    @Test func `selecting what is selected, and the like, is no change`() throws {
        try run { screen, _ in
            await screen.edit { selection in
                selection.select(1)
                selection.select(1)
                selection.deselect(2)
                selection.replace(with: [1])
            }
            #expect(await screen.changes.count == 1)
            await screen.selectAll()
            #expect(await screen.ids == Set(0..<100))
            await screen.edit { $0.removeAll() }
            #expect(await screen.changes.count == 3)
            await screen.edit { #expect($0.isEmpty && $0.count == 0 && !$0.contains(1)) }
        }
    }

    @Test func `all of a single selection is the first item`() throws {
        try run(mode: .single) { screen, _ in
            await screen.edit { $0.select(50) }
            await screen.selectAll()
            #expect(await screen.ids == [0])
            #expect(await screen.changes.last == SelectionChange(selected: [0], deselected: [50]))
        }
    }

    @Test(arguments: seeds(30))
    func `what is selected while all is being selected is told as it was`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { [source] executor in
            let screen = SelectingScreen(of: source)
            await screen.attach()
            await screen.edit { $0.replace(with: 0..<10) }
            let all = Task(executorPreference: executor) { await screen.selectAll() }
            for id in 5..<15 { await screen.toggle { _ in id } }
            await all.value
            var ids: Set<Int> = []
            for change in await screen.changes {
                #expect(ids.isDisjoint(with: change.selected) && ids.isSuperset(of: change.deselected))
                ids = ids.union(change.selected).subtracting(change.deselected)
            }
            #expect(await screen.ids == ids)
        }
    }

    @Test func `a selection that has been released is not told anything`() throws {
        try run { [source] screen, executor in
            await screen.edit { $0.replace(with: [1, 2]) }
            await screen.drop()
            try await source.removeAll()
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await screen.changes.count == 1)
            #expect(await screen.shown == [])
        }
    }

    @Test(arguments: seeds(60))
    func `whatever is selected when: in the end it is what was selected and is still there`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<300).map { Card($0) })
            let screen = SelectingScreen(of: source)
            await screen.attach()
            let run = Task(executorPreference: executor) { await screen.run() }
            var random = Random(seed: seed)
            if seed % 2 == 0 { await screen.selectAll() }
            let writer = Task(executorPreference: executor) { [random] in
                var random = random
                for _ in 0..<10 {
                    let gone = Set((0..<Int.random(in: 1...80, using: &random)).map { _ in random.below(300) })
                    try await source.removeAll { gone.contains($0.id) }
                }
            }
            for _ in 0..<30 {
                let step = random.below(300)
                // Only what is on the screen at the moment can be selected.
                await screen.toggle { shown in shown.isEmpty ? nil : shown[step % shown.count]?.id }
            }
            try await writer.value
            await source.finish()
            await run.value
            let left = Set(source.snapshot.map(\.id))
            #expect(await screen.ids.isSubset(of: left))
            // What was told adds up to what is selected.
            var ids: Set<Int> = []
            for change in await screen.changes {
                #expect(ids.isDisjoint(with: change.selected) && ids.isSuperset(of: change.deselected))
                ids = ids.union(change.selected).subtracting(change.deselected)
            }
            #expect(await screen.ids == ids)
        }
    }
}
