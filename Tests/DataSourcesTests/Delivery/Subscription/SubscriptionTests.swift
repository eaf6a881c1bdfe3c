import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct SubscriptionTests {
    private let source: ListSource<Row>

    init() throws {
        source = try ListSource([Row(0)])
    }

    // MARK: Several tasks

    @Test(arguments: seeds(30))
    func `several tasks on one subscription are served in the order in which they asked`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let subscription = source.subscribe()
            let served = Shared<[Int]>([])
            for number in 0..<4 {
                executor.start {
                    guard await subscription.next() != nil else { return }
                    served.change { $0.append(number) }
                }
                try await executor.clock.sleep(for: .zero)
            }
            for id in 1...4 {
                try await source.append(Row(id))
                try await executor.clock.sleep(for: .zero)
            }
            #expect(served.value == [0, 1, 2, 3], "seed \(seed)")
        }
    }

    @Test(arguments: seeds(30))
    func `cancelling one of several tasks loses no update of the others`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let subscription = source.subscribe()
            let start = subscription.snapshot
            var random = Random(seed: seed)
            let given = Shared<[Update<ListSnapshot<Row>>]>([])
            let tasks = (0..<4).map { number in
                Task(executorPreference: executor) {
                    while let update = await subscription.next() { given.change { $0.append(update) } }
                }
            }
            for id in 1..<20 {
                try await source.append(Row(id))
                if random.below(2) == 0 { try await executor.clock.sleep(for: .zero) }
                if id % 6 == 0 { tasks[id / 6].cancel() }
            }
            await source.finish()
            for task in tasks { await task.value }
            var follower = Follower(start, "seed \(seed)")
            // The tasks may note what they were given in another order.
            let updates = given.value.sorted { $0.after.count < $1.after.count }
            for (before, update) in zip([nil] + updates.map(\.after), updates) {
                if let before { #expect(update.before == before, "seed \(seed)") }
                follower.given(update)
            }
            #expect(follower.last == source.snapshot && source.hub.demandCount == 0, "seed \(seed)")
        }
    }

    // MARK: Loops

    @Test func `a loop that was left goes on in another one, of either kind`() async throws {
        let subscription = source.subscribe()
        try await source.append(Row(1))
        for await update in subscription {
            #expect(update.changes == ListChanges(insertions: [1]))
            break
        }
        try await source.append(Row(2))
        for await update in subscription.updates {
            #expect(update.changes == ListChanges(insertions: [2]))
            break
        }
        try await source.append(Row(3))
        #expect(await subscription.next()?.changes == ListChanges(insertions: [3]))
    }

    @Test func `law 2: a consumer may edit and subscribe from inside a delivery, and cancel itself`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let subscription = source.subscribe()
            try await source.append(Row(1))
            let task = Task(executorPreference: executor) {
                var inner: [SnapshotSubscription<ListSnapshot<Row>>] = []
                for await update in subscription {
                    _ = try? await source.append(Row(update.after.count))
                    inner.append(source.subscribe())
                    if update.after.count == 5 { withUnsafeCurrentTask { $0?.cancel() } }
                }
                return inner
            }
            let inner = await task.value
            #expect(inner.map(\.snapshot.count) == [3, 4, 5, 6])
            #expect(subscription.snapshot.count == 5 && subscription.lag == 1)
            for subscription in inner.dropLast() { #expect(await subscription.next()?.after == source.snapshot) }
        }
    }

    @Test @MainActor func `a consumer on the main actor stays there, and edits by closures made there`() async throws {
        var seen: [Int] = []
        let subscription = source.subscribe()
        let row = Row(1)
        try await source.transaction { try $0.append(row) }
        try await source.update(id: row.id) { $0.value = 3 }
        source.submit { $0.upsert(Row(2)) }
        for await update in subscription {
            MainActor.assertIsolated()
            seen.append(update.after.count)
            if update.after.count == 3 { break }
        }
        #expect(seen.last == 3)
    }

    // MARK: Since

    @Test func `updates since a snapshot of this source cost what changed since`() async throws {
        let old = source.snapshot
        try await source.append(Row(1))
        var updates = source.updates(since: old).makeAsyncIterator()
        #expect(await updates.next()?.changes == ListChanges(insertions: [1]))
        #expect(source.subscribe(since: old).lag == 1)
    }

    @Test func `updates since a snapshot from elsewhere begin with the difference, if there is any`() async throws {
        let foreign = try ListSnapshot([Row(7), Row(0, 3)])
        var updates = source.updates(since: foreign).makeAsyncIterator()
        let update = try #require(await updates.next())
        #expect(update.before == foreign && update.after == source.snapshot)
        #expect(update.changes.count == 2 && update.changes.deletions == [0])
        #expect(update.changes.updates.map(\.before) == [1] && update.changes.updates.map(\.after) == [0])
        let equal = source.subscribe(since: try ListSnapshot([Row(0)]))
        await source.finish()
        #expect(await equal.next() == nil)
    }

    @Test func `updates since a snapshot of another source pay no heed to its version`() async throws {
        let other = try ListSource([Row(0)])
        for id in 1..<10 { try await other.append(Row(id)) }
        let update = try #require(await source.subscribe(since: other.snapshot).next())
        #expect(update.after == source.snapshot && update.changes.deletions.count == 9)
    }

    @Test func `updates since the empty state begin with what is there, if anything is`() async throws {
        var updates = source.updates().makeAsyncIterator()
        #expect(await updates.next()?.changes == ListChanges(insertions: [0]))
        let empty = ListSource<Row>()
        await empty.finish()
        #expect(await empty.subscribe(since: ListSnapshot()).next() == nil)
    }
}
