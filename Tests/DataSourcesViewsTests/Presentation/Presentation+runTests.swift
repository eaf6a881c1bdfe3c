import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

/// When following a source ends.
struct PresentationRunTests {
    private func source() throws -> ListSource<Card> { try ListSource([Card(0), Card(1), Card(2)]) }

    @Test func `law 13: without a display it ends with the source, and has its last state`() throws {
        try SeededExecutor.explore(seeds: seeds(100)) { executor in
            let source = try source()
            let screen = Screen(of: source)
            let run = Task(executorPreference: executor) { await screen.run() }
            let user = Task(executorPreference: executor) {
                await screen.attach()
                await screen.detach()
            }
            try await source.append(Card(3))
            try await source.append(Card(4))
            await source.finish()
            await run.value
            await user.value
            #expect(await screen.read { presentation, _ in presentation.snapshot } == source.snapshot)
            #expect(await screen.read { presentation, _ in presentation.version } == source.hub.version)
            #expect(source.hub.demandCount == 0)
            // Again, of a source that has finished already.
            await screen.run()
            await screen.attach()
            #expect(await screen.read { _, display in display.items } == Array(source.snapshot))
            #expect(await screen.faults == [])
        }
    }

    @Test func `law 5: until the source finishes, a presentation without a display demands nothing`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try source()
            let screen = Screen(of: source)
            let run = Task(executorPreference: executor) { await screen.run() }
            for id in 3..<50 { try await source.append(Card(id)) }
            await executor.settle()
            #expect(source.hub.demandCount == 0 && source.hub.differencesComputed == 0)
            await source.finish()
            await run.value
            #expect(source.hub.differencesComputed == 1)
        }
    }

    @Test(arguments: seeds(100))
    func `whatever is attached, detached and cancelled, it ends with the source`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try source()
            let (screen, clock) = (Screen(of: source), executor.clock)
            await screen.onFrame { try? await clock.sleep(for: .milliseconds(3)) }
            let user = Task(executorPreference: executor) {
                var random = Random(seed: seed)
                for _ in 0..<8 {
                    if Bool.random(using: &random) { await screen.attach() } else { await screen.detach() }
                    try? await clock.sleep(for: .milliseconds(Int.random(in: 0..<3, using: &random)))
                }
            }
            let runner = Task(executorPreference: executor) {
                let first = Task(executorPreference: executor) { await screen.run() }
                try? await clock.sleep(for: .milliseconds(Int(seed % 16)))
                first.cancel()
                await screen.run()
            }
            for id in 3..<8 {
                try await source.append(Card(id))
                try await clock.sleep(for: .milliseconds(2))
            }
            await source.finish()
            await runner.value
            await user.value
            #expect(await screen.read { presentation, _ in presentation.snapshot } == source.snapshot)
            #expect(await screen.faults == [])
        }
    }

    @Test func `a derived source notices its end once there is a display`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try source()
            let screen = await Screen(derived: source.filter { $0.id != 1 })
            let hasEnded = Shared(false)
            let run = Task(executorPreference: executor) {
                await screen.run()
                hasEnded.change { $0 = true }
            }
            try await source.append(Card(3))
            await source.finish()
            await executor.settle()
            #expect(!hasEnded.value)
            await screen.attach()
            await run.value
            #expect(await screen.read { _, display in display.items.map(\.id) } == [0, 2, 3])
        }
    }

    // MARK: Displays whose frame never begins

    @Test func `a frame that never begins holds up neither a cancellation nor another display`() throws {
        try SeededExecutor.explore(seeds: seeds(100)) { executor in
            let (source, gate) = (try source(), Gate())
            let screen = Screen(of: source)
            await screen.read { _, display in display.onFrame = { await gate.pass() } }
            await screen.attach()
            let first = Task(executorPreference: executor) { await screen.run() }
            try await source.append(Card(3))
            await executor.settle()
            try await source.append(Card(4))
            await executor.settle()
            // Told one update only: its next frame has not begun.
            #expect(await screen.read { _, display in display.items.count } == 4)
            first.cancel()
            await first.value
            let second = Task(executorPreference: executor) { await screen.run() }
            await executor.settle()
            #expect(await screen.read { _, display in display.items.count } == 4)
            await screen.attach(toOther: true)
            try await source.append(Card(5))
            await source.finish()
            await second.value
            #expect(await screen.rowsOfOther == source.snapshot.rows)
            gate.open()
            await executor.settle()
            #expect(await screen.faults == [])
            #expect(await screen.mostUpdatesInFrame == 1)
        }
    }

    @Test func `a frame that is given up and begins late is not waited for twice`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let (source, gate, frames) = (try source(), Gate(), Shared(0))
            let screen = Screen(of: source)
            await screen.onFrame {
                frames.change { $0 += 1 }
                await gate.pass()
            }
            await screen.attach()
            for id in 3..<6 {
                let run = Task(executorPreference: executor) { await screen.run() }
                try await source.append(Card(id))
                await executor.settle()
                run.cancel()
                await run.value
            }
            #expect(frames.value == 1)
            gate.open()
            await source.finish()
            await screen.run()
            #expect(await screen.read { _, display in display.items } == Array(source.snapshot))
            #expect(await screen.mostUpdatesInFrame == 1)
        }
    }

    @Test func `detaching a display whose frame never begins lets the presentation end`() throws {
        try SeededExecutor.explore(seeds: seeds(30)) { executor in
            let (source, gate) = (try source(), Gate())
            let screen = Screen(of: source)
            await screen.onFrame { await gate.pass() }
            await screen.attach()
            let run = Task(executorPreference: executor) { await screen.run() }
            try await source.append(Card(3))
            await executor.settle()
            await source.finish()
            await screen.detach()
            await run.value
            gate.open()
            await executor.settle()
            #expect(await screen.read { presentation, _ in presentation.snapshot } == source.snapshot)
        }
    }
}
