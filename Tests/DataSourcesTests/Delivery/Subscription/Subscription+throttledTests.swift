import DataSources
import DataSourcesTesting
import Testing

struct SubscriptionThrottledTests {
    private let source: ListSource<Row>

    init() throws {
        source = try ListSource([Row(0)])
    }

    /// Appends a row every `period` milliseconds, from now on, `count` times; then finishes.
    private func commit(every period: Int, _ count: Int, _ clock: VirtualClock) async throws {
        for id in 1...count {
            try await source.append(Row(id))
            try await clock.sleep(for: .milliseconds(period))
        }
        await source.finish()
    }

    @Test func `the first update comes at once, the next ones a window apart with all that came meanwhile`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let subscription = source.subscribe().throttled(for: .milliseconds(45), clock: executor.clock)
            async let commits: Void = commit(every: 20, 8, executor.clock)
            var instants: [Duration] = []
            var counts: [Int] = []
            for await update in subscription {
                instants.append(executor.clock.now.sinceStart)
                counts.append(update.after.count)
            }
            try await commits
            #expect(instants == [0, 45, 90, 135, 180].map { .milliseconds($0) })
            #expect(counts == [2, 4, 6, 8, 9])
        }
    }

    @Test func `after a quiet time the next update comes at once`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let subscription = source.subscribe().throttled(for: .milliseconds(50), clock: executor.clock)
            async let commits: Void = commit(every: 200, 3, executor.clock)
            var instants: [Duration] = []
            for await _ in subscription { instants.append(executor.clock.now.sinceStart) }
            try await commits
            #expect(instants == [0, 200, 400].map { .milliseconds($0) })
        }
    }

    @Test func `cancelling during the window ends the loop at once, and what was left is still there`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let subscription = source.subscribe().throttled(for: .seconds(50), clock: executor.clock)
            let task = Task(executorPreference: executor) { await subscription.reduce(0) { count, _ in count + 1 } }
            try await source.append(Row(1))
            try await executor.clock.sleep(for: .seconds(1))
            try await source.append(Row(2))
            try await executor.clock.sleep(for: .seconds(1))
            task.cancel()
            #expect(await task.value == 1)
            #expect(executor.clock.now.sinceStart == .seconds(2) && source.hub.demandCount == 0)
            #expect(await subscription.next()?.changes == ListChanges(insertions: [2]))
            #expect(executor.clock.now.sinceStart == .seconds(50))
        }
    }

    @Test func `a subscription that starts from a coalesced one has a window of its own`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let first = source.subscribe().throttled(for: .seconds(50), clock: executor.clock)
            let second = first.moved(to: first.snapshot)
            try await source.append(Row(1))
            _ = await first.next()
            _ = await second.next()
            #expect(executor.clock.now.sinceStart == .zero)
        }
    }

    @Test func `a coalesced source is a source`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let calm = source.throttled(for: .milliseconds(45), clock: executor.clock)
            let subscription = await calm.subscribe()
            async let commits: Void = commit(every: 20, 6, executor.clock)
            var first: [Int] = []
            for await update in subscription { first.append(update.after.count) }
            try await commits
            #expect(first == [2, 4, 6, 7])
            #expect(await calm.snapshot == source.snapshot)
            #expect(await calm.updates().reduce(0) { count, _ in count + 1 } == 1)
            #expect(await calm.updates(since: calm.snapshot).reduce(0) { count, _ in count + 1 } == 0)
        }
    }
}
