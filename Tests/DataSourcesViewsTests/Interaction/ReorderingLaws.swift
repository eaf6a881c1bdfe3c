import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

/// Whoever edits at the same time: an edit that starts on a screen is shown at once, loses no other edit, and ends as the
/// source has it.
struct ReorderingLaws {
    private struct Refused: Error {}

    @Test(arguments: seeds(60))
    func `edits of a list on two screens and in the source end as the source has them`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<8).map { Card($0) })
            try await edit(source, seed: seed, executor) { step, random in
                try await source.transaction { [random] in
                    var random = random
                    try $0.editAtRandom(&random, next: 100 + 10 * step)
                }
            }
        }
    }

    @Test(arguments: seeds(60))
    func `edits of sections on two screens and in the source end as the source has them`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try SectionedSource([
                ItemSection(Column(id: "a"), items: [Card(0), Card(1), Card(3)]),
                ItemSection(Column(id: "b"), items: [Card(2)]),
            ])
            try await edit(source, seed: seed, executor) { step, random in
                try await source.transaction { [random] in
                    var random = random
                    try $0.editAtRandom(&random, next: 100 + 10 * step)
                }
            }
        }
    }

    private func edit<Source: PublishingSource & EditableSource>(
        _ source: Source, seed: UInt64, _ executor: SeededExecutor,
        by edit: @escaping @Sendable (Int, Random) async throws -> Void
    ) async throws where Source.Snapshot: StrictlyShown {
        let clock = executor.clock
        let screens = [Screen(of: source), Screen(of: source)]
        let runs = screens.map { screen in
            Task(executorPreference: executor) {
                await screen.onFrame { try? await clock.sleep(for: .milliseconds(4)) }
                await screen.attach(itemsPerFrame: seed % 3 == 0 ? 4 : nil)
                await screen.run()
            }
        }
        let writer = Task(executorPreference: executor) {
            var random = Random(seed: seed)
            for step in 0..<20 {
                random = Random(seed: random.next())
                try await edit(step, random)
                try await clock.sleep(for: .milliseconds(5))
            }
        }
        let users = screens.enumerated().map { number, screen in
            Task(executorPreference: executor) {
                var random = Random(seed: seed &* 4 &+ UInt64(number) &+ 1)
                for step in 0..<10 {
                    try await clock.sleep(for: .milliseconds(Int.random(in: 0..<10, using: &random)))
                    await use(screen, new: 1_000 * (number + 1) + step, clock, &random)
                    await screen.check("after an edit")
                }
            }
        }
        try await writer.value
        for user in users { try await user.value }
        source.hub.finish()
        for run in runs { await run.value }
        for screen in screens {
            #expect(await screen.faults == [])
            #expect(await screen.read { presentation, _ in presentation.refusals } == 0)
            #expect(await screen.read { _, display in display.rows } == source.hub.snapshot.rows)
        }
    }

    /// Drags, moves, swipes, inserts or updates something on the screen.
    private func use<Snapshot: StrictlyShown>(
        _ screen: Screen<Snapshot>, new: Int, _ clock: VirtualClock, _ random: inout Random
    ) async {
        let shown = await screen.read { presentation, _ in presentation.snapshot }
        guard let id = shown.itemIDs.randomElement(using: &random), let origin = shown.itemPosition(of: id),
            let other = shown.itemIDs.randomElement(using: &random), let target = shown.itemPosition(of: other)
        else { return }
        let (delay, isRefused) = (Int.random(in: 0..<20, using: &random), Bool.random(using: &random))
        do {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try await screen.move(id, to: target)
            case 1: try await screen.drag(from: origin, to: target)
            case 2:
                try await screen.drag(from: origin, to: target) {
                    try await clock.sleep(for: .milliseconds(delay))
                    if isRefused { throw Refused() }
                }
            case 3: try await screen.swipe(at: origin)
            case 4: try await screen.perform { try await $0.insert(Card(new), at: target) }
            default: try await screen.perform { try await $0.update(Card(id, "by a user")) }
            }
        } catch is Refused {
            #expect(isRefused)
        } catch is EditError {
            // Somebody else has removed what it refers to.
        } catch is PresentationError {
            // So has an update since `shown` was read.
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `edits are shown before the source has made them, also if two begin at the same time`() throws {
        try SeededExecutor.explore(seeds: seeds(130)) { executor in
            let source = try ListSource((0..<4).map { Card($0) })
            let (screen, clock) = (Screen(of: source), executor.clock)
            // Nothing runs the presentation, so each edit has to be shown by those who propose.
            await screen.attach()
            let edits = (0..<3).map { id in
                Task(executorPreference: executor) {
                    try await screen.perform { presentation in
                        try await presentation.propose {
                            $0.making(.update(Card(id, "mine")))
                        } commit: {
                            try await clock.sleep(for: .seconds(1))
                            try await source.update(Card(id, "the source's"))
                        }
                    }
                }
            }
            try await clock.sleep(for: .milliseconds(500))
            #expect(await screen.read { _, display in display.items.map(\.title) } == ["mine", "mine", "mine", ""])
            for edit in edits { _ = try await edit.value }
            #expect(await screen.read { _, display in display.items } == Array(source.snapshot))
            #expect(await screen.faults == [])
        }
    }

    @Test func `the display that has dragged is not told again, the other one is; and no edit is lost`() throws {
        try SeededExecutor.explore(seeds: seeds(130)) { executor in
            let source = try ListSource((0..<4).map { Card($0) })
            let (mine, others) = (Screen(of: source), Screen(of: source))
            let runs = [mine, others].map { screen in
                Task(executorPreference: executor) {
                    await screen.attach()
                    await screen.run()
                }
            }
            let writer = Task(executorPreference: executor) {
                try await source.update(id: 1) { $0.title = "new" }
                try await source.insert(Card(9), after: 2)
            }
            await executor.settle()
            let drag = Task(executorPreference: executor) {
                let from = await mine.read { presentation, _ in presentation.snapshot.position(of: 0) ?? 0 }
                try await mine.drag(from: from, to: 2)
            }
            try await drag.value
            try await writer.value
            await source.finish()
            for run in runs { await run.value }
            for screen in [mine, others] {
                #expect(await screen.faults == [])
                #expect(await screen.read { _, display in display.items } == Array(source.snapshot))
            }
            #expect(source.snapshot[id: 1]?.title == "new" && source.snapshot.contains(id: 9))
            // The row 0 was dragged on one screen: there no batch moves anything.
            #expect(await mine.read { _, display in display.changes.allSatisfy(\.moves.isEmpty) })
            #expect(await others.read { _, display in display.changes.contains { !$0.moves.isEmpty } })
        }
    }
}
