import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

/// Whatever happens in whatever order: the display shows states of the source, as a view with UIKit's rules takes them.
struct PresentationLaws {
    @Test(arguments: seeds(60))
    func `laws 1 to 5: a display of a list is told what it can show, and ends with the source's state`(seed: UInt64)
        throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<5).map { Card($0) })
            try await PresentationScenario(of: source, seed: seed, executor).run { step, random in
                try await source.transaction { [random] in
                    var random = random
                    try $0.editAtRandom(&random, next: 100 + 10 * step)
                }
            }
        }
    }

    @Test(arguments: seeds(60))
    func `laws 1 to 5: a display of sections is told what it can show, and ends with the source's state`(seed: UInt64)
        throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            let sections = [
                ItemSection(Column(id: "a"), items: [Card(0), Card(1)]), ItemSection(Column(id: "b"), items: [Card(2)]),
            ]
            let source = try SectionedSource(sections)
            try await PresentationScenario(of: source, seed: seed, executor).run { step, random in
                try await source.transaction { [random] in
                    var random = random
                    try $0.editAtRandom(&random, next: 100 + 10 * step)
                }
            }
        }
    }
}

/// A writer, a view that comes and goes, and displays that misbehave, in an order that the seed decides.
struct PresentationScenario<Source: PublishingSource & EditableSource> where Source.Snapshot: StrictlyShown {
    private let source: Source
    private let seed: UInt64
    private let executor: SeededExecutor
    private let screen: Screen<Source.Snapshot>
    private let states: Shared<[Source.Snapshot]>
    private let errors = Shared(0)

    private struct Refused: Error {}

    init(of source: Source, seed: UInt64, _ executor: SeededExecutor) {
        (self.source, self.seed, self.executor) = (source, seed, executor)
        screen = Screen(of: source)
        states = Shared([source.hub.snapshot])
    }

    private func random(_ number: UInt64) -> Random { Random(seed: seed &* 16 &+ number) }

    private func pause(_ milliseconds: Range<Int>, _ random: inout Random) async {
        try? await executor.clock.sleep(for: .milliseconds(Int.random(in: milliseconds, using: &random)))
    }

    func run(edit: @escaping @Sendable (_ step: Int, Random) async throws -> Void) async throws {
        var random = random(0)
        let clock = executor.clock
        if Bool.random(using: &random) { await screen.onFrame { try? await clock.sleep(for: .milliseconds(16)) } }
        if Bool.random(using: &random) { await misbehave() }
        let writer = Task(executorPreference: executor) {
            var random = self.random(1)
            for step in 0..<30 {
                random = Random(seed: random.next())
                try await edit(step, random)
                let state = source.hub.snapshot
                states.change { $0.append(state) }
                if Bool.random(using: &random) { await pause(5..<6, &random) }
            }
            source.hub.finish()
        }
        let user = Task(executorPreference: executor) { await comeAndGo() }
        let runner = Task(executorPreference: executor) {
            var random = self.random(3)
            // Cancelled and started again, as views come and go; sometimes before the last one has ended.
            for _ in 0..<3 {
                let part = Task(executorPreference: executor) { await screen.run() }
                await pause(0..<40, &random)
                part.cancel()
                if Bool.random(using: &random) { await part.value }
            }
            await screen.run()
        }
        try await writer.value
        await user.value
        await runner.value
        await screen.check("at the end", isOther: true)
        #expect(await screen.faults == [])
        #expect(await screen.read { presentation, _ in presentation.refusals } == errors.value)
        #expect(await screen.rowsOfOther == source.hub.snapshot.rows)
        #expect(await screen.mostUpdatesInFrame <= 1)
        let version = await screen.read { presentation, _ in presentation.version }
        #expect(states.value.last { $0.version == version } == source.hub.snapshot)
    }

    /// A view that is shown and hidden, with one display or another; at last another one stays.
    private func comeAndGo() async {
        var random = random(2)
        let frame = Bool.random(using: &random) ? 3 : nil
        let resets: ResetPolicy<Source.Snapshot> =
            [.never, .always, .whenChangesExceed(3)].randomElement(using: &random)!
        for _ in 0..<10 {
            await screen.attach(
                resets: resets, itemsPerFrame: frame, toOther: Int.random(in: 0..<4, using: &random) == 0)
            await pause(0..<30, &random)
            if Bool.random(using: &random) { await screen.detach() }
            await pause(0..<30, &random)
        }
        await screen.attach(resets: resets, itemsPerFrame: frame, toOther: true)
    }

    /// The display detaches itself, attaches itself again, refuses batches, and edits while it is told something.
    private func misbehave() async {
        let (random, errors) = (Shared(random(4)), errors)
        await screen.onBatch { presentation, display in
            switch random.change({ Int.random(in: 0..<8, using: &$0) }) {
            case 0: presentation.detach()
            case 1:
                display.willAttach()
                presentation.attach(display, resets: .never)
            case 2:
                errors.change { $0 += 1 }
                throw Refused()
            case 3:
                #expect(throws: PresentationError.displayIsBusy) {
                    try presentation.displayShows(presentation.snapshot) { $0 }
                }
            default: break
            }
        }
    }
}
