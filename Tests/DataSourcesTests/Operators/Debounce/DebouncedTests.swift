import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// A debounced source shows what its table says.
struct DebouncedTests {
    private typealias Numbers = DerivedSource<ValueSnapshot<Int>>

    /// A value, and when it was shown.
    private struct Shown: Equatable, CustomStringConvertible {
        let value: Int
        let milliseconds: Int

        var description: String { "\(value)@\(milliseconds)" }
    }

    private static let clockStart = VirtualClock.Instant.start

    private static func milliseconds(_ clock: VirtualClock) -> Int {
        Int(clockStart.duration(to: clock.now) / .milliseconds(1))
    }

    /// What a consumer that always waits is shown, by the definition: a change waits until nothing has changed for the
    /// interval, or until the first change that waits is as old as the maximum.
    private static func expected(_ changes: [Shown], from first: Int, interval: Int, maximum: Int?) -> [Shown] {
        var (shown, result): (Int, [Shown]) = (first, [])
        var pending: (value: Int, since: Int, last: Int)?
        func due(_ pending: (value: Int, since: Int, last: Int)) -> Int {
            min(pending.last + interval, maximum.map { pending.since + $0 } ?? .max)
        }
        func show(_ state: (value: Int, since: Int, last: Int)) {
            pending = nil
            if state.value == shown { return }
            shown = state.value
            result.append(Shown(value: shown, milliseconds: due(state)))
        }
        for change in changes {
            if let waiting = pending, due(waiting) <= change.milliseconds { show(waiting) }
            pending = (change.value, pending?.since ?? change.milliseconds, change.milliseconds)
            if let waiting = pending, due(waiting) <= change.milliseconds { show(waiting) }
        }
        if let waiting = pending { show(waiting) }
        return result
    }

    @Test(arguments: seeds(100))
    func `who waits is shown each state when its table says`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let (interval, maximum) = (random.below(12), random.below(2) == 0 ? nil : random.below(40))
        let gaps = (0..<40).map { _ in random.below(3) == 0 ? random.below(30) : 1 + random.below(5) }
        let values = (0..<40).map { _ in random.below(3) }
        try SeededExecutor.run(seed: seed) { executor async throws in
            let clock = executor.clock
            let origin = Parameter(0)
            let calm = origin.debounced(
                for: .milliseconds(interval), maximum: maximum.map { .milliseconds($0) }, clock: clock)
            let subscription = await calm.subscribe()
            #expect(subscription.snapshot.value == 0)
            async let shown = subscription.reduce(into: [Shown]()) { shown, update in
                shown.append(Shown(value: update.after.value ?? -1, milliseconds: Self.milliseconds(clock)))
            }
            await executor.settle()
            var (changes, last): ([Shown], Int) = ([], 0)
            for (gap, value) in zip(gaps, values) {
                try await clock.sleep(for: .milliseconds(gap))
                origin.set(value)
                if value != last { changes.append(Shown(value: value, milliseconds: Self.milliseconds(clock))) }
                last = value
                // The consumer sees each change when it is made.
                await executor.settle()
            }
            origin.finish()
            let expected = Self.expected(changes, from: 0, interval: interval, maximum: maximum)
            #expect(await shown == expected, "interval \(interval), maximum \(maximum as Int?), changes \(changes)")
        }
    }

    @Test func `what changes and changes back within the interval is never shown`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let source = try ListSource([Row(1)])
            let calm = source.debounced(for: .milliseconds(10), clock: executor.clock)
            let subscription = await calm.subscribe()
            let consumer = executor.start(name: "consumer") { await subscription.next()?.changes }
            await executor.settle()
            try await source.append(Row(2))
            await executor.settle()
            try await source.remove(id: 2)
            try await executor.clock.sleep(for: .seconds(1))
            try await source.insert(Row(3), at: 0)
            #expect(await consumer.value == ListChanges(insertions: [0]))
        }
    }

    @Test func `nothing is filtered while the search text changes`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (source, search, calls) = (try ListSource((0..<10).map { Row($0) }), Parameter(0), Shared(0))
            let calm = search.debounced(for: .milliseconds(300), clock: executor.clock)
            let found = source.filter(by: calm) { row, least in
                calls.change { $0 += 1 }
                return row.id >= least
            }
            let subscription = await found.subscribe()
            let consumer = executor.start(name: "consumer") { await subscription.next()?.after.count }
            await executor.settle()
            #expect(calls.value == 10)
            for text in 1...5 {
                search.set(text)
                try await executor.clock.sleep(for: .milliseconds(100))
            }
            #expect(calls.value == 10)
            #expect(await consumer.value == 5)
            #expect(calls.value == 20 && Self.milliseconds(executor.clock) == 700)
        }
    }

    @Test func `without a consumer a change counts from when it is seen, and nothing runs`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (origin, clock) = (Parameter(0), executor.clock)
            let calm = origin.debounced(for: .milliseconds(10), clock: clock)
            #expect(await calm.snapshot.value == 0)
            origin.set(1)
            try await clock.sleep(for: .milliseconds(100))
            #expect(await calm.snapshot.value == 0)
            try await clock.sleep(for: .milliseconds(9))
            #expect(await calm.snapshot.value == 0)
            origin.set(2)
            try await clock.sleep(for: .milliseconds(1))
            // It was 1 for the interval, as far as anybody has seen.
            #expect(await calm.snapshot.value == 1)
            try await clock.sleep(for: .milliseconds(10))
            #expect(await calm.snapshot.value == 2)
        }
    }

    @Test func `law 13: a finished source shows what has changed after the interval, and then ends`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let source = try ListSource([Row(1)])
            let calm = source.debounced(for: .milliseconds(10), clock: executor.clock)
            let subscription = await calm.subscribe()
            try await source.append(Row(2))
            await source.finish()
            #expect(await subscription.next()?.changes == ListChanges(insertions: [1]))
            #expect(Self.milliseconds(executor.clock) == 10)
            #expect(await subscription.next() == nil)
        }
    }

    @Test func `law 13: who is cancelled while nothing is shown leaves no demand`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let source = try ListSource([Row(1)])
            let calm = source.debounced(for: .seconds(10), clock: executor.clock)
            let subscription = await calm.subscribe()
            let consumer = executor.start(name: "consumer") { await subscription.next() == nil }
            await executor.settle()
            try await source.append(Row(2))
            await executor.settle()
            consumer.cancel()
            #expect(await consumer.value)
            #expect(calm.demandCount == 0 && Self.milliseconds(executor.clock) == 0)
        }
    }

    @Test func `law 6: changes that never pause are shown when the maximum has passed`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (origin, clock) = (Parameter(0), executor.clock)
            let calm = origin.debounced(for: .milliseconds(10), maximum: .milliseconds(25), clock: clock)
            let subscription = await calm.subscribe()
            let consumer = executor.start(name: "consumer") {
                await subscription.prefix(3).reduce(into: [Int]()) { times, _ in times.append(Self.milliseconds(clock))
                }
            }
            await executor.settle()
            for value in 1...20 {
                origin.set(value)
                try await clock.sleep(for: .milliseconds(5))
            }
            #expect(await consumer.value == [25, 50, 75])
        }
    }
}
