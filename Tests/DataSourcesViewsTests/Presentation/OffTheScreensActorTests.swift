import DataSources
import DataSourcesViews
import Synchronization
import Testing

/// With real threads: what is not the display's own work runs elsewhere.
struct OffTheScreensActorTests {
    /// Notes what happens to items on the thread of an executor, and elsewhere.
    final class Witness: Sendable {
        let executor = ThreadExecutor()
        let comparedOnActor = Atomic(0)
        let releasedOnActor = Atomic(0)
        let released = Atomic(0)
    }

    /// An item that notes where it is compared and where it is released.
    struct Heavy: Identifiable, Equatable, Sendable {
        final class Content: Sendable {
            let value: Int
            private let witness: Witness

            init(_ value: Int, _ witness: Witness) {
                (self.value, self.witness) = (value, witness)
            }

            deinit {
                witness.released.add(1, ordering: .relaxed)
                if witness.executor.isCurrent { witness.releasedOnActor.add(1, ordering: .relaxed) }
            }

            func noteComparison() {
                if witness.executor.isCurrent { witness.comparedOnActor.add(1, ordering: .relaxed) }
            }
        }

        let id: Int
        let content: Content

        static func == (left: Heavy, right: Heavy) -> Bool {
            left.content.noteComparison()
            return left.id == right.id && left.content.value == right.content.value
        }
    }

    /// Does nothing but keep what it shows, as far as the display's actor is concerned.
    final class PlainDisplay: ListDisplay {
        private(set) var shown = ListSnapshot<Heavy>()
        private(set) var counts: [Int] = []

        func reset(to snapshot: ListSnapshot<Heavy>) { shown = snapshot }

        func apply(
            _ stage: Update<ListSnapshot<Heavy>>, to snapshot: ListSnapshot<Heavy>, animation: AnimationHint?
        ) {
            shown = snapshot
            counts.append(snapshot.count)
            if let waiting, snapshot.count == waiting.count {
                self.waiting = nil
                waiting.continuation.resume()
            }
        }

        var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

        func nextFrame() async {}
    }

    actor HeavyScreen {
        private let witness: Witness
        private let presentation: Presentation<ListSnapshot<Heavy>>
        private let display = PlainDisplay()
        private let selection: Selection<ListSnapshot<Heavy>>

        nonisolated var unownedExecutor: UnownedSerialExecutor { witness.executor.asUnownedSerialExecutor() }

        init(of source: ListSource<Heavy>, _ witness: Witness) {
            self.witness = witness
            presentation = Presentation(of: source)
            selection = Selection(in: presentation)
        }

        func attach(itemsPerFrame: Int?) { presentation.attach(display, itemsPerFrame: itemsPerFrame) }

        func run() async { await presentation.run() }

        func shows(_ count: Int) async {
            if display.shown.count == count { return }
            await withCheckedContinuation { display.waiting = (count, $0) }
        }

        func select(_ ids: Range<Int>) { selection.replace(with: ids) }

        func move(_ id: Int, to position: Int) async throws { try await presentation.move(id, to: position) }

        func update(_ item: Heavy) async throws { try await presentation.update(item) }

        var counts: [Int] { display.counts }
        var selected: Set<Int> { selection.ids }
    }

    @Test(arguments: [nil, 100])
    func `comparing, planning and releasing do not run on the display's actor`(itemsPerFrame: Int?) async throws {
        let witness = Witness()
        defer { witness.executor.end() }
        func items(_ ids: some Sequence<Int>, value: Int) -> [Heavy] {
            ids.map { Heavy(id: $0, content: Heavy.Content(value, witness)) }
        }
        let source = ListSource<Heavy>()
        let screen = HeavyScreen(of: source, witness)
        await screen.attach(itemsPerFrame: itemsPerFrame)
        let run = Task { await screen.run() }
        try await source.append(contentsOf: items(0..<1_000, value: 0))
        await screen.shows(1_000)
        await screen.select(0..<500)
        for round in 1...5 {
            // Half of the items are new or changed, some are gone.
            let last = try await source.replaceAll(
                with: items(round * 10..<1_000, value: 0) + items(2_000..<2_500, value: round))
            await source.settled(at: last)
        }
        await screen.shows(1_450)
        try await screen.move(2_000, to: 0)
        // Items whose bits are the same are not compared, so only new content shows where that happens.
        try await screen.update(items([2_001], value: 99)[0])
        await source.finish()
        await run.value
        #expect(await screen.counts.last == 1_450)
        #expect(await screen.selected == Set(50..<500))
        #expect(witness.comparedOnActor.load(ordering: .relaxed) == 0)
        #expect(witness.releasedOnActor.load(ordering: .relaxed) == 0)
        #expect(witness.released.load(ordering: .relaxed) > 1_000)
        if let itemsPerFrame { #expect(await screen.counts.first == itemsPerFrame) }
    }
}
