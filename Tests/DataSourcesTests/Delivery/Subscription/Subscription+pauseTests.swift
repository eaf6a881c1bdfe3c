import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct SubscriptionPauseTests {
    private let source: ListSource<Row>

    init() throws {
        source = try ListSource([Row(0)])
    }

    @Test func `laws 5 and 9: a paused call waits, has no demand, and no difference is computed for it`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let subscription = source.subscribe()
            let task = Task(executorPreference: executor) { await subscription.next() }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(source.hub.demandCount == 1)
            subscription.pause()
            try await executor.clock.sleep(for: .seconds(1))
            #expect(subscription.isPaused && source.hub.demandCount == 0)
            for id in 1...100 { try await source.append(Row(id)) }
            await source.settled(at: source.hub.version)
            try await executor.clock.sleep(for: .seconds(1))
            #expect(source.hub.differencesComputed == 0 && subscription.lag == 100)
            subscription.resume()
            let update = await task.value
            #expect(update?.after.count == 101 && update?.before.count == 1)
            #expect(source.hub.differencesComputed == 1 && !subscription.isPaused)
        }
    }

    @Test func `a call that begins during a pause waits for its end, also if the update is known`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let (first, second) = (source.subscribe(), source.subscribe())
            try await source.append(Row(1))
            #expect(await first.next() != nil)
            second.pause()
            let taken = Shared(false)
            let task = Task(executorPreference: executor) {
                let update = await second.next()
                taken.change { $0 = true }
                return update
            }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(!taken.value)
            second.resume()
            #expect(await task.value?.changes == ListChanges(insertions: [1]))
        }
    }

    @Test func `law 13: cancelling ends a paused call; the end of the source does not`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let subscription = source.subscribe()
            subscription.pause()
            subscription.pause()
            let cancelled = Task(executorPreference: executor) { await subscription.next() }
            try await executor.clock.sleep(for: .seconds(1))
            cancelled.cancel()
            #expect(await cancelled.value == nil)
            let last = Task(executorPreference: executor) { await subscription.reduce(0) { count, _ in count + 1 } }
            try await source.append(Row(1))
            await source.finish()
            try await executor.clock.sleep(for: .seconds(1))
            #expect(subscription.lag == 1)
            subscription.resume()
            #expect(await last.value == 1)
        }
    }

    @Test func `a subscription to a derived source is paused too, and the source computes nothing for it`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let even = source.filter { $0.id.isMultiple(of: 2) }
            let subscription = await even.subscribe()
            let read = even.inputsRead
            let task = Task(executorPreference: executor) { await subscription.next() }
            try await executor.clock.sleep(for: .seconds(1))
            subscription.pause()
            for id in 1...10 { try await source.append(Row(id)) }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(even.inputsRead == read && even.demandCount == 0)
            subscription.resume()
            #expect(await task.value?.after.count == 6)
        }
    }

    @Test(arguments: seeds(60))
    func `laws 2 and 6: pausing and resuming at any time loses and repeats nothing`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let subscription = source.subscribe()
            let start = subscription.snapshot
            let consumer = Task(executorPreference: executor) {
                var (snapshot, isChain) = (start, true)
                for await update in subscription {
                    isChain = isChain && update.before == snapshot && !update.changes.isEmpty
                    snapshot = update.after
                }
                return isChain ? snapshot : nil
            }
            let writer = Task(executorPreference: executor) { [source] in
                for id in 1...20 { try await source.append(Row(id)) }
                await source.finish()
            }
            let switcher = Task(executorPreference: executor) { [source] in
                var random = Random(seed: seed)
                for _ in 0..<20 {
                    subscription.pause()
                    if Bool.random(using: &random) { await source.settled(at: source.hub.version) }
                    subscription.resume()
                    if Bool.random(using: &random) { _ = await source.item(id: 0) }
                }
            }
            try await writer.value
            await switcher.value
            #expect(await consumer.value == source.snapshot)
        }
    }
}
