import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct PrefetcherTests {
    /// What happened to the loads, in order.
    enum Event: Hashable { case began(Int), ended(Int), cancelled(Int) }

    private actor PrefetchingScreen {
        private let presentation: Presentation<ListSnapshot<Card>>
        private let display = RecordingDisplay<ListSnapshot<Card>>()
        private let prefetcher: Prefetcher<ListSnapshot<Card>>

        init(of source: ListSource<Card>, limit: Int, fetch: @escaping @Sendable (Card) async -> Void) {
            presentation = Presentation(of: source)
            prefetcher = Prefetcher(in: presentation, limit: limit, fetch: fetch)
        }

        func attach() { presentation.attach(display) }
        func run() async { await presentation.run() }
        func runPrefetching() async { await prefetcher.run() }
        func prefetch(_ positions: Range<Int>) { prefetcher.prefetch(at: positions) }
        func cancel(_ positions: Range<Int>) { prefetcher.cancel(at: positions) }
        var count: Int { prefetcher.count }
    }

    private func run(
        limit: Int = 8, seeds: Range<UInt64> = seeds(15),
        _ body:
            @escaping @Sendable (PrefetchingScreen, Shared<[Event]>, ListSource<Card>, SeededExecutor) async throws ->
            Void
    ) throws {
        try SeededExecutor.explore(seeds: seeds) { executor in
            let (events, clock) = (Shared<[Event]>([]), executor.clock)
            let source = try ListSource((0..<20).map { Card($0) })
            let screen = PrefetchingScreen(of: source, limit: limit) { card in
                events.change { $0.append(.began(card.id)) }
                do {
                    try await clock.sleep(for: .milliseconds(10))
                    events.change { $0.append(.ended(card.id)) }
                } catch {
                    events.change { $0.append(.cancelled(card.id)) }
                }
            }
            await screen.attach()
            let runs = [
                Task(executorPreference: executor) { await screen.run() },
                Task(executorPreference: executor) { await screen.runPrefetching() },
            ]
            await executor.settle()
            try await body(screen, events, source, executor)
            for run in runs { run.cancel() }
            for run in runs { await run.value }
        }
    }

    @Test func `rows are loaded once, however often they are expected`() throws {
        try run { screen, events, _, executor in
            await screen.prefetch(0..<3)
            await screen.prefetch(1..<4)
            await screen.prefetch(18..<99)
            try await executor.clock.sleep(for: .seconds(1))
            #expect(Set(events.value) == Set([0, 1, 2, 3, 18, 19].flatMap { [.began($0), .ended($0)] }))
            #expect(events.value.count == 12)
            #expect(await screen.count == 0)
        }
    }

    @Test func `a row that is not expected any more is cancelled, the others are not`() throws {
        try run { screen, events, _, executor in
            await screen.prefetch(0..<3)
            try await executor.clock.sleep(for: .milliseconds(5))
            await screen.cancel(1..<2)
            try await executor.clock.sleep(for: .seconds(1))
            #expect(events.value.contains(.cancelled(1)) && !events.value.contains(.ended(1)))
            #expect(events.value.contains(.ended(0)) && events.value.contains(.ended(2)))
            #expect(await screen.count == 0)
        }
    }

    @Test func `the load of an item that disappears is cancelled, and a moved one goes on`() throws {
        try run { screen, events, source, executor in
            await screen.prefetch(0..<3)
            try await executor.clock.sleep(for: .milliseconds(5))
            try await source.transaction { draft in
                try draft.remove(id: 1)
                try draft.move(id: 0, to: 10)
            }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(events.value.contains(.cancelled(1)) && events.value.contains(.ended(0)))
        }
    }

    @Test func `at most as many run at a time as the limit allows`() throws {
        try run(limit: 3) { screen, events, _, executor in
            await screen.prefetch(0..<20)
            try await executor.clock.sleep(for: .seconds(1))
            var (running, most) = (0, 0)
            for event in events.value {
                if case .began = event { running += 1 } else { running -= 1 }
                most = max(most, running)
            }
            #expect(most == 3 && running == 0 && events.value.count == 40)
        }
    }

    @Test func `everything is cancelled with the task that runs it, and what waited is loaded by the next`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let (events, clock) = (Shared<[Event]>([]), executor.clock)
            let source = try ListSource((0..<20).map { Card($0) })
            let screen = PrefetchingScreen(of: source, limit: 1) { card in
                events.change { $0.append(.began(card.id)) }
                try? await clock.sleep(for: .milliseconds(10))
                events.change { $0.append(Task.isCancelled ? .cancelled(card.id) : .ended(card.id)) }
            }
            await screen.prefetch(0..<2)
            #expect(events.value == [])
            let first = Task(executorPreference: executor) { await screen.runPrefetching() }
            try await clock.sleep(for: .milliseconds(5))
            first.cancel()
            await first.value
            #expect(events.value == [.began(0), .cancelled(0)])
            let second = Task(executorPreference: executor) { await screen.runPrefetching() }
            try await clock.sleep(for: .seconds(1))
            #expect(events.value == [.began(0), .cancelled(0), .began(1), .ended(1)])
            second.cancel()
            await second.value
        }
    }
}
