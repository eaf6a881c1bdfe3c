import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct PresentationTests {
    private let source: ListSource<Card>

    init() throws {
        source = try ListSource([Card(0), Card(1), Card(2)])
    }

    private func pass(_ executor: SeededExecutor) async throws {
        try await executor.clock.sleep(for: .seconds(1))
    }

    @Test func `the state is there at once, and a display is reset to it when it is attached`() async {
        let screen = Screen(of: source)
        #expect(await screen.read { presentation, _ in presentation.snapshot } == source.snapshot)
        await screen.attach()
        #expect(await screen.read { _, display in display.items.map(\.id) } == [0, 1, 2])
        #expect(await screen.read { _, display in display.resets } == 1)
    }

    @Test func `laws 5 and 9: without a display nothing is demanded; then comes one update`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let screen = Screen(of: source)
            let run = Task(executorPreference: executor) { await screen.run() }
            try await pass(executor)
            for id in 3..<100 { try await source.append(Card(id)) }
            try await pass(executor)
            #expect(source.hub.demandCount == 0 && source.hub.differencesComputed == 0)
            await screen.attach()
            try await pass(executor)
            #expect(
                await screen.read { _, display in display.changes } == [ListChanges(insertions: PositionSet(3..<100))])
            await screen.detach()
            for id in 100..<200 { try await source.append(Card(id)) }
            try await pass(executor)
            #expect(source.hub.demandCount == 0 && source.hub.differencesComputed == 1)
            await screen.attach()
            try await pass(executor)
            #expect(await screen.read { _, display in display.items.count } == 200)
            #expect(source.hub.differencesComputed == 2)
            await source.finish()
            await run.value
            #expect(await screen.read { presentation, _ in presentation.version } == source.snapshot.version)
        }
    }

    @Test func `a display is told at most one update per frame, with all that came meanwhile`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let (screen, clock) = (Screen(of: source), executor.clock)
            await screen.onFrame { try? await clock.sleep(for: .milliseconds(16)) }
            await screen.attach()
            let run = Task(executorPreference: executor) { await screen.run() }
            for id in 3..<103 {
                try await source.append(Card(id))
                try await clock.sleep(for: .milliseconds(1))
            }
            await source.finish()
            await run.value
            let told = await screen.read { _, display in display.batches.count }
            #expect(told >= 7 && told <= 8)
            #expect(await screen.read { _, display in display.items } == Array(source.snapshot))
        }
    }

    @Test func `a large first load comes in frames, and counts as one version`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let (empty, versions) = (ListSource<Card>(), Shared<[UInt64?]>([]))
            let screen = Screen(of: empty)
            await screen.onBatch { presentation, _ in
                let number = presentation.version?.number
                versions.change { $0.append(number) }
            }
            await screen.attach(itemsPerFrame: 100)
            let run = Task(executorPreference: executor) { await screen.run() }
            try await empty.append(contentsOf: (0..<1_050).map { Card($0) })
            await empty.finish()
            await run.value
            #expect(
                await screen.read { _, display in display.counts } == [0] + Array(stride(from: 100, to: 1_050, by: 100))
                    + [1_050])
            #expect(versions.value == Array(repeating: 1, count: 11))
            #expect(await screen.read { presentation, _ in presentation.version?.number } == 2)
        }
    }

    @Test func `a display that refuses a batch is reset, and told what comes later`() throws {
        struct Refused: Error {}
        try SeededExecutor.run(seed: 4) { executor in
            let screen = Screen(of: source)
            await screen.onBatch { _, display in if display.resets == 1 { throw Refused() } }
            await screen.attach()
            let run = Task(executorPreference: executor) { await screen.run() }
            try await pass(executor)
            try await source.append(Card(3))
            try await pass(executor)
            try await source.append(Card(4))
            await source.finish()
            await run.value
            #expect(await screen.read { _, display in display.resets } == 2)
            #expect(await screen.read { presentation, _ in presentation.refusals } == 1)
            #expect(await screen.read { presentation, _ in presentation.lastRefusal is Refused })
            #expect(await screen.read { _, display in display.items } == Array(source.snapshot))
        }
    }

    @Test func `policies decide between a reset and changes`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            let screen = Screen(of: source)
            await screen.attach(resets: .whenChangesExceed(5))
            let run = Task(executorPreference: executor) { await screen.run() }
            try await source.append(contentsOf: (3..<8).map { Card($0) })
            try await pass(executor)
            #expect(await screen.read { _, display in [display.resets, display.batches.count] } == [1, 1])
            try await source.append(contentsOf: (8..<14).map { Card($0) })
            try await pass(executor)
            #expect(await screen.read { _, display in [display.resets, display.batches.count] } == [2, 1])
            #expect(await screen.read { _, display in display.items.count } == 14)
            run.cancel()
            await run.value
        }
    }

    @Test func `a hint travels from the transaction through an operator to the display`() throws {
        try SeededExecutor.run(seed: 6) { executor in
            let screen = await Screen(derived: source.filter { $0.id != 1 })
            await screen.attach()
            let run = Task(executorPreference: executor) { await screen.run() }
            try await pass(executor)
            try await AnimationHint.fade.perform { _ = try await source.append(Card(3)) }
            try await pass(executor)
            try await source.append(Card(4))
            try await pass(executor)
            #expect(await screen.read { _, display in display.hints } == [.fade, nil])
            run.cancel()
            await run.value
        }
    }

    @Test func `a display that has gone is not missed, and nothing more is demanded`() throws {
        try SeededExecutor.run(seed: 7) { executor in
            let screen = Screen(of: source)
            await screen.attachShortLived()
            #expect(await screen.read { presentation, _ in !presentation.isAttached })
            let run = Task(executorPreference: executor) { await screen.run() }
            for id in 3..<9 {
                try await source.append(Card(id))
                try await pass(executor)
            }
            #expect(source.hub.differencesComputed <= 1 && source.hub.demandCount == 0)
            run.cancel()
            await run.value
        }
    }

    @Test func `a display that disappears between two frames is told no more, and nothing waits for it`() throws {
        try SeededExecutor.run(seed: 9) { executor in
            let (empty, clock) = (ListSource<Card>(), executor.clock)
            let (screen, frames) = (Screen(of: empty), Shared(0))
            await screen.attachShortLived(itemsPerFrame: 2) {
                frames.change { $0 += 1 }
                try? await clock.sleep(for: .milliseconds(16))
            }
            let run = Task(executorPreference: executor) { await screen.run() }
            try await empty.append(contentsOf: (0..<20).map { Card($0) })
            try await clock.sleep(for: .milliseconds(20))
            await screen.release()
            try await pass(executor)
            #expect(frames.value >= 1 && frames.value < 9)
            #expect(await screen.read { presentation, _ in presentation.snapshot.count } == 20)
            #expect(await screen.read { presentation, _ in !presentation.isAttached })
            try await empty.append(Card(20))
            try await pass(executor)
            #expect(empty.hub.demandCount == 0)
            run.cancel()
            await run.value
        }
    }

    @Test func `a display that detaches itself or attaches another in the middle is told no more`() throws {
        try SeededExecutor.run(seed: 8) { executor in
            let screen = Screen(of: source)
            await screen.onBatch { presentation, display in
                if display.batches.isEmpty { presentation.detach() }
            }
            await screen.attach()
            let run = Task(executorPreference: executor) { await screen.run() }
            // Content changes while rows move: two stages.
            try await source.transaction { draft in
                try draft.move(id: 0, to: 2)
                try draft.update(Card(0, "changed"))
            }
            try await pass(executor)
            #expect(await screen.read { _, display in display.batches.count } == 1)
            await screen.attach()
            try await pass(executor)
            await source.finish()
            await run.value
            #expect(await screen.read { _, display in display.items } == Array(source.snapshot))
            #expect(await screen.faults == [])
        }
    }
}
