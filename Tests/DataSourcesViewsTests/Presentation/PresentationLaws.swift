import DataSources
import DataSourcesTesting
import DataSourcesViews
import Testing

/// Whatever happens in whatever order: the display shows states of the source, as a view with UIKit's rules takes them.
struct PresentationLaws {
    /// Edits a list at random, with all kinds of edits.
    static func edit(_ draft: inout ListDraft<Card>, step: Int, seed: UInt64) throws {
        var (random, next) = (Random(seed: seed &* 1_000 &+ UInt64(step)), 100 + 10 * step)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let count = draft.count
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                try draft.insert(Card(next), at: Int.random(in: 0...count, using: &random))
                next += 1
            case 2 where count > 0: _ = try draft.remove(at: Int.random(in: 0..<count, using: &random))
            case 3 where count > 0:
                let (from, to) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
                try draft.move(from: from, to: to)
            case 4 where count > 0:
                let title = "\(Int.random(in: 0..<1_000, using: &random))"
                try draft.update(at: Int.random(in: 0..<count, using: &random)) { $0.title = title }
            case 5 where Int.random(in: 0..<8, using: &random) == 0: draft.removeAll()
            default: break
            }
        }
    }

    @Test(arguments: 0..<300)
    func `laws 1 to 5: a display is told what it can show, and ends with the source's state`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<5).map { Card($0) })
            let (screen, clock) = (Screen(of: source), executor.clock)
            var random = Random(seed: seed)
            let isSlow = Bool.random(using: &random)
            if isSlow { await screen.onFrame { try? await clock.sleep(for: .milliseconds(16)) } }
            let frame = Bool.random(using: &random) ? 3 : nil
            let resets: ResetPolicy<ListSnapshot<Card>> =
                [.never, .always, .whenChangesExceed(3)].randomElement(using: &random)!
            let states = Shared<[ListSnapshot<Card>]>([source.snapshot])
            let writer = Task(executorPreference: executor) { [seed] in
                var random = Random(seed: seed &+ 1)
                for step in 0..<30 {
                    try await source.transaction { try Self.edit(&$0, step: step, seed: seed) }
                    let state = source.snapshot
                    states.change { $0.append(state) }
                    if Bool.random(using: &random) { try await clock.sleep(for: .milliseconds(5)) }
                }
                await source.finish()
            }
            let user = Task(executorPreference: executor) { [seed] in
                var random = Random(seed: seed &+ 2)
                for _ in 0..<10 {
                    await screen.attach(resets: resets, itemsPerFrame: frame)
                    try? await clock.sleep(for: .milliseconds(Int.random(in: 0..<30, using: &random)))
                    if Bool.random(using: &random) { await screen.detach() }
                    try? await clock.sleep(for: .milliseconds(Int.random(in: 0..<30, using: &random)))
                }
                await screen.attach(resets: resets, itemsPerFrame: frame)
            }
            let run = Task(executorPreference: executor) {
                var random = Random(seed: seed &+ 3)
                // Cancelled and started again, as views come and go.
                for _ in 0..<3 {
                    let part = Task(executorPreference: executor) { await screen.run() }
                    try? await clock.sleep(for: .milliseconds(Int.random(in: 0..<40, using: &random)))
                    part.cancel()
                    await part.value
                    await screen.check("cancelled")
                }
                await screen.run()
            }
            try await writer.value
            await user.value
            await run.value
            #expect(await screen.faults == [])
            #expect(await screen.read { presentation, _ in presentation.refusals } == 0)
            #expect(await screen.read { _, display in display.items } == Array(source.snapshot))
            let version = await screen.read { presentation, _ in presentation.version }
            #expect(states.value.last { $0.version == version } == source.snapshot)
        }
    }

    @Test(arguments: 0..<300)
    func `a proposed move is shown at once, is lost to no other edit, and ends as the source has it`(seed: UInt64)
        throws
    {
        struct Refused: Error {}
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<8).map { Card($0) })
            let (screen, clock) = (Screen(of: source), executor.clock)
            await screen.attach()
            let run = Task(executorPreference: executor) { await screen.run() }
            let writer = Task(executorPreference: executor) {
                for step in 0..<20 {
                    try await source.transaction { try Self.edit(&$0, step: step, seed: seed) }
                    try await clock.sleep(for: .milliseconds(5))
                }
            }
            var random = Random(seed: seed)
            for _ in 0..<10 {
                let shown = await screen.read { presentation, _ in presentation.snapshot.map(\.id) }
                guard let id = shown.randomElement(using: &random) else { continue }
                let other = shown.filter { $0 != id }.randomElement(using: &random)
                let (delay, isRefused) = (Int.random(in: 0..<20, using: &random), Bool.random(using: &random))
                do {
                    try await screen.move(id, after: other) {
                        try await clock.sleep(for: .milliseconds(delay))
                        if isRefused { throw Refused() }
                        if let other { try await source.move(id: id, after: other) }
                    }
                } catch is Refused {
                    #expect(isRefused)
                } catch is EditError {
                    // Somebody else has removed it.
                } catch PresentationError.noPlace {}
            }
            try await writer.value
            await source.finish()
            await run.value
            #expect(await screen.faults == [])
            #expect(await screen.read { presentation, _ in presentation.refusals } == 0)
            #expect(await screen.read { _, display in display.items } == Array(source.snapshot))
        }
    }
}
