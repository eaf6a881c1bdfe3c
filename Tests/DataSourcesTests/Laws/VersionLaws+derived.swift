import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 16 and 6: a receipt of an origin settles at a source that is derived from it, however far, once its waiting
/// subscribers have what follows from the edit.
struct DerivedVersionLaws {
    private typealias Rows = ListSnapshot<Row>

    private let source: ListSource<Row>
    private let other = ListSource<Row>()

    init() throws {
        source = try ListSource([Row(0)])
    }

    /// Ways from the source to a list with the same ids.
    private enum Way: CaseIterable {
        case filter, chain, diamond, switched

        func derived(from source: ListSource<Row>, _ other: ListSource<Row>) -> DerivedSource<Rows> {
            switch self {
            case .filter: return source.filter { _ in true }
            case .chain: return source.filter { _ in true }.sorted { $0.id < $1.id }.map { Row($0.id, $0.value + 1) }
            case .diamond: return source.filter { $0.id % 2 == 0 }.merged(with: source.filter { $0.id % 2 == 1 })
            case .switched: return other.counted().switchToLatest { _ in source.filter { _ in true } }
            }
        }
    }

    @Test(arguments: Way.allCases, 0..<30 as Range<UInt64>)
    private func `law 16: settled at a receipt of an origin returns when all who wait have what follows`(
        way: Way, seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            try await other.append(Row(1_000))
            let derived = way.derived(from: source, other)
            let subscriptions = await [derived.subscribe(), derived.subscribe(), derived.subscribe()]
            let tasks = subscriptions.map { subscription in
                Task(executorPreference: executor) { for await _ in subscription {} }
            }
            for id in 1..<10 {
                await executor.settle()
                #expect(derived.demandCount == 3, "seed \(seed)")
                await derived.settled(at: try await source.append(Row(id)))
                for subscription in subscriptions {
                    #expect(subscription.lag == 0 && subscription.snapshot.contains { $0.id == id }, "seed \(seed)")
                }
            }
            for task in tasks { task.cancel() }
            for task in tasks { await task.value }
        }
    }

    @Test func `law 16: sources that are followed for items are upstream too`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            try await other.append(Row(1_000))
            let derived = other.filter { _ in true }.flatMapEach { [source] _ in source }
            let subscription = await derived.subscribe()
            let consumer = Task(executorPreference: executor) { await subscription.next() != nil }
            await executor.settle()
            await derived.settled(at: try await source.append(Row(1)))
            #expect(subscription.snapshot.count == 2)
            #expect(await consumer.value)
        }
    }

    @Test func `law 16: settled does not return while one who asks a derived source has not been given the commit`()
        throws
    {
        try SeededExecutor.run(seed: 2) { executor in
            let derived = source.filter { _ in true }
            let slow = await derived.subscribe().throttled(for: .seconds(10), clock: executor.clock)
            try await source.append(Row(1))
            _ = await slow.next()
            let receipt = try await source.append(Row(2))
            let start = executor.clock.now
            async let update = slow.next()
            await executor.settle()
            await derived.settled(at: receipt)
            #expect(start.duration(to: executor.clock.now) == .seconds(10))
            #expect(await update?.after.count == 3)
        }
    }

    @Test func `law 16: a receipt that is held back upstream is waited for`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let derived = source.filter { _ in true }
            let subscription = await derived.subscribe()
            let consumer = Task(executorPreference: executor) { await subscription.next()?.after.count }
            await executor.settle()
            source.suspendPublishing()
            let receipt = try await source.append(Row(1))
            let isSettled = Shared(false)
            executor.start {
                await derived.settled(at: receipt)
                isSettled.change { $0 = true }
            }
            await executor.settle()
            #expect(!isSettled.value)
            source.resumePublishing()
            await executor.settle()
            #expect(isSettled.value)
            #expect(await consumer.value == 2)
        }
    }

    @Test func `laws 6 and 16: nothing to wait for is not waited for`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let (derived, apart) = (source.filter { $0.id < 5 }, other.filter { _ in true })
            let subscription = await derived.subscribe()
            let consumer = Task(executorPreference: executor) { await subscription.next() != nil }
            await executor.settle()
            // It changes nothing here.
            await derived.settled(at: try await source.append(Row(10)))
            // A source that this one does not follow.
            await derived.settled(at: try await other.append(Row(1)))
            await derived.settled(at: Version(epoch: other.hub.version.epoch, number: .max))
            // Nobody waits.
            await apart.settled(at: try await other.append(Row(2)))
            #expect(await apart.snapshot.count == 2)
            #expect(derived.demandCount == 1)
            // A version that never comes: the origin ends, or the task is cancelled.
            let never = Version(epoch: source.hub.version.epoch, number: .max)
            let cancelled = Task(executorPreference: executor) { await derived.settled(at: never) }
            let ended = Task(executorPreference: executor) { await derived.settled(at: never) }
            await executor.settle()
            cancelled.cancel()
            await cancelled.value
            await source.finish()
            await ended.value
            await derived.settled(at: source.hub.version)
            #expect(await !consumer.value)
        }
    }

    @Test func `law 16: a version of the derived source itself settles as on every source`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let derived = source.filter { _ in true }
            let subscription = await derived.subscribe()
            let consumer = Task(executorPreference: executor) { await subscription.next() != nil }
            await executor.settle()
            try await source.append(Row(1))
            let version = try #require(await derived.snapshot.version)
            await derived.settled(at: version)
            #expect(subscription.snapshot.count == 2)
            #expect(await consumer.value)
        }
    }
}
