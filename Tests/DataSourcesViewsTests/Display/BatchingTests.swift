import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct BatchingTests {
    typealias List = ListSnapshot<Card>

    private func update(seed: UInt64) throws -> Update<List>? {
        var random = Random(seed: seed)
        let before = try List((0..<Int.random(in: 0...20, using: &random)).map { Card($0) })
        var draft = try ListDraft(before)
        for step in 0..<3 { try draft.editAtRandom(&random, next: 100 + step * 10) }
        return Update(from: before, to: draft.snapshot)
    }

    @Test(arguments: seeds(100))
    func `stages are accepted one by one, and each is told with the state after it`(seed: UInt64) throws {
        guard let update = try update(seed: seed) else { return }
        var display = update.before.strict
        for planned in Batching<List, Update<List>>.stages.plan(update) {
            try List.perform(planned.batch, on: &display)
            #expect([display.items] == planned.snapshot.rows)
        }
        #expect(display.items == Array(update.after))
    }

    @Test(arguments: seeds(100))
    func `steps are accepted one by one, in a single batch`(seed: UInt64) throws {
        guard let update = try update(seed: seed) else { return }
        let planned = Batching<List, [ListStep<Card>]>.steps.plan(update)
        var display = update.before.strict
        for step in try #require(planned.first).batch { try display.perform(step) }
        #expect(planned.count == 1 && planned[0].snapshot.isIdentical(to: update.after))
        #expect(display.items == Array(update.after))
    }

    @Test func `the whole update is one batch, whatever is in it`() throws {
        for seed in seeds(15) {
            guard let update = try update(seed: seed) else { continue }
            let planned = Batching<List, Update<List>>.whole.plan(update)
            #expect(planned.count == 1 && planned[0].batch == update)
        }
    }

    /// A display that takes one edit at a time, as a `GListModel` or a DOM does.
    private final class StepDisplay: ListDisplay {
        typealias Snapshot = List
        typealias Batch = [ListStep<Card>]

        var batching: Batching<List, [ListStep<Card>]> { .steps }
        private(set) var rows: [Card] = []

        func reset(to snapshot: List) { rows = Array(snapshot) }

        func apply(_ batch: [ListStep<Card>], to snapshot: List, animation: AnimationHint?) throws {
            for step in batch { try step.apply(to: &rows) }
        }

        func nextFrame() async {}
    }

    private actor StepScreen {
        private let presentation: Presentation<List>
        private let display = StepDisplay()

        init(of source: ListSource<Card>) {
            presentation = Presentation(of: source)
            presentation.attach(display)
        }

        func run() async { await presentation.run() }
        var rows: [Card] { display.rows }
    }

    @Test func `a display chooses its batches by their type`() async throws {
        let source = try ListSource((0..<5).map { Card($0) })
        let screen = StepScreen(of: source)
        let run = Task { await screen.run() }
        var random = Random(seed: 1)
        for step in 0..<20 {
            try await source.transaction { [random] draft in
                var random = random
                try draft.editAtRandom(&random, next: 100 + 10 * step)
            }
            random = Random(seed: random.next())
        }
        await source.finish()
        await run.value
        #expect(await screen.rows == Array(source.snapshot))
    }
}
