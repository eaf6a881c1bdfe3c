import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 6, 8 and 9, and law 2 in the midst of a difference.
///
/// An item whose comparison is heard makes something happen at a known point of a difference. What has to go on there
/// while the difference stands still runs on a second executor, on the same thread: if it waited for the difference, that
/// executor would report a deadlock.
struct LivenessLaws {
    private typealias Hub = SnapshotHub<ListSnapshot<Heard>>
    private let ear = Heard.Ear()
    private let count = 20_000

    /// A hub, a subscription to its first state, and a second state that shares nothing with the first.
    private func hubWithWork() throws -> (hub: Hub, subscription: SnapshotSubscription<ListSnapshot<Heard>>) {
        let hub = Hub(try ListSnapshot(ear.items(0..<count)))
        let subscription = hub.subscribe()
        hub.publish(try ListSnapshot(ear.items(0..<count, value: 1)))
        ear.listen()
        return (hub, subscription)
    }

    @Test func `law 6: a difference that nobody awaits any more stops early, and can be had anew`() throws {
        let (hub, subscription) = try hubWithWork()
        try SeededExecutor.run(seed: 0) { [ear] executor in
            let task = Task(executorPreference: executor) { await subscription.next() }
            ear.at(100) { task.cancel() }
            #expect(await task.value == nil)
            #expect(hub.differencesStopped == 1 && hub.differencesComputed == 0)
            #expect(ear.comparisons < 10_000)
            #expect(await subscription.next()?.changes.updates.count == 20_000)
            #expect(hub.differencesComputed == 1 && hub.demandCount == 0)
        }
    }

    @Test func `law 6: a difference that is watched runs to its end, although who computes it is cancelled`() throws {
        let (hub, subscription) = try hubWithWork()
        let second = subscription.moved(to: subscription.snapshot)
        let other = SeededExecutor(seed: 1)
        let given = Shared<Int?>(nil)
        try SeededExecutor.run(seed: 0) { [ear] executor in
            let task = Task(executorPreference: executor) { await subscription.next() }
            ear.at(100) {
                #expect(throws: Never.self) {
                    try other.run { other in
                        other.start {
                            let update = await second.next()
                            given.change { $0 = update?.changes.updates.count }
                        }
                    }
                }
                task.cancel()
            }
            #expect(await task.value == nil)
        }
        #expect(given.value == nil)
        try other.run { _ in }
        #expect(given.value == 20_000)
        #expect(hub.differencesStopped == 0 && hub.differencesComputed == 1 && hub.demandCount == 0)
        #expect(ear.comparisons < 25_000)
    }

    @Test func `law 6: a watcher that was cancelled does not keep a difference going`() throws {
        let (hub, subscription) = try hubWithWork()
        let second = subscription.moved(to: subscription.snapshot)
        let other = SeededExecutor(seed: 1)
        try SeededExecutor.run(seed: 0) { [ear] executor in
            let task = Task(executorPreference: executor) { await subscription.next() }
            ear.at(100) {
                #expect(throws: Never.self) {
                    try other.run { other in
                        let watcher = Task(executorPreference: other) { await second.next() }
                        try await other.clock.sleep(for: .zero)
                        watcher.cancel()
                        #expect(await watcher.value == nil)
                    }
                }
                task.cancel()
            }
            #expect(await task.value == nil)
        }
        #expect(hub.differencesStopped == 1 && hub.differencesComputed == 0 && hub.demandCount == 0)
    }

    @Test func `law 13: an update that is ready when its consumer has just been cancelled is left for the next to ask`()
        throws
    {
        let ear = ear
        let hub = Hub(try ListSnapshot(ear.items(0..<100)))
        let subscription = hub.subscribe()
        hub.publish(try ListSnapshot(ear.items(0..<100, value: 1)))
        try SeededExecutor.run(seed: 0) { executor in
            let task = Task(executorPreference: executor) { await subscription.next() }
            ear.listen()
            ear.at(90) { task.cancel() }
            #expect(await task.value == nil)
            #expect(subscription.lag == 1 && hub.differencesComputed == 1)
            #expect(await subscription.next()?.changes.updates.count == 100)
            #expect(hub.differencesComputed == 1)
        }
    }

    @Test func `laws 2, 6: when a commit overtakes every difference, every ask is given an update`() async throws {
        let ear = ear
        let hub = Hub(try ListSnapshot(ear.items(0..<10)))
        let subscription = hub.subscribe()
        var follower = Follower(subscription.snapshot, "overtaken")
        hub.publish(try ListSnapshot(ear.items(0..<10, value: 1)))
        for value in 2..<100 {
            ear.listen()
            ear.at(5) { _ = try? hub.publish(ListSnapshot(ear.items(0..<10, value: value))) }
            let update = try #require(await subscription.next())
            #expect(update.after[0]?.value == value - 1 && subscription.lag == 1)
            follower.given(update)
        }
        #expect(hub.differencesComputed == 98)
    }

    @Test func `law 2: who subscribes in the midst of a difference starts with the newest commit`() async throws {
        let ear = ear
        let hub = Hub(try ListSnapshot(ear.items(0..<10)))
        let subscription = hub.subscribe()
        let late = Shared<SnapshotSubscription<ListSnapshot<Heard>>?>(nil)
        hub.publish(try ListSnapshot(ear.items(0..<10, value: 1)))
        ear.listen()
        ear.at(5) {
            _ = try? hub.publish(ListSnapshot(ear.items(0..<11, value: 2)))
            late.change { $0 = hub.subscribe() }
        }
        #expect(await subscription.next()?.after.count == 10)
        let second = try #require(late.value)
        #expect(second.snapshot.count == 11 && second.lag == 0)
        hub.publish(try ListSnapshot(ear.items(0..<12, value: 2)))
        #expect(await second.next()?.changes == ListChanges(insertions: [11]))
        #expect(await subscription.next()?.after.count == 12)
    }

    @Test func `law 8: source and consumer, both actors, take calls in the midst of a difference`() throws {
        let ear = ear
        let source = try ListSource(ear.items(0..<1000))
        let subscription = source.subscribe()
        let consumer = Consumer()
        try SeededExecutor.run(seed: 0) { executor in
            try await source.replaceAll(with: ear.items(0..<1000, value: 1).reversed())
            ear.listen()
            ear.at(100) {
                ear.listen()
                #expect(throws: Never.self) {
                    try SeededExecutor.run(seed: 1) { _ in
                        for id in 1000..<1100 { try await source.append(Heard(id: id, value: 0, ear: ear)) }
                        #expect(await consumer.updates == 0)
                    }
                }
            }
            await consumer.take(from: subscription)
            #expect(await consumer.updates == 1)
            #expect(subscription.lag == 100)
        }
    }

    private actor Consumer {
        var updates = 0

        func take(from subscription: SnapshotSubscription<ListSnapshot<Heard>>) async {
            for await _ in subscription {
                updates += 1
                return
            }
        }
    }

    @Test(arguments: seeds(30))
    func `law 9: a difference for every distinct step, and none while nobody asks`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<5).map { Row($0) })
            for id in 10..<15 { try await source.append(Row(id)) }
            #expect(source.hub.differencesComputed == 0, "seed \(seed)")
            let steps = Shared<Set<[UInt64]>>([])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for speed in 0..<10 {
                    let subscription = source.subscribe()
                    group.addTask {
                        for await update in subscription {
                            let step = [update.before.version, update.after.version].compactMap { $0?.number }
                            steps.change { _ = $0.insert(step) }
                            try await executor.clock.sleep(for: .milliseconds(speed / 3))
                        }
                    }
                }
                for id in 20..<40 {
                    try await source.append(Row(id))
                    if id % 3 == 0 { try await executor.clock.sleep(for: .milliseconds(1)) }
                }
                await source.finish()
                try await group.waitForAll()
            }
            #expect(source.hub.differencesComputed == steps.value.count, "seed \(seed)")
        }
    }

    @Test func `law 9: subscribers of equal speed share every difference, also those since the empty state`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let source = try ListSource([Row(1)])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 { group.addTask { for await _ in source.updates() {} } }
                for id in 2..<12 {
                    try await executor.clock.sleep(for: .milliseconds(1))
                    try await source.append(Row(id))
                }
                try await executor.clock.sleep(for: .milliseconds(1))
                #expect(source.hub.differencesComputed == 11)
                await source.finish()
                try await group.waitForAll()
            }
        }
    }
}
