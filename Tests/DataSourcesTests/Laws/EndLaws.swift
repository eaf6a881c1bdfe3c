import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 13: how subscriptions end, and that nothing is left of them.
struct EndLaws {
    @Test(arguments: [false, true])
    func `law 13: cancelling the consuming task ends its loop`(usesStream: Bool) throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource([Row(1)])
            let subscription = source.subscribe()
            let task = Task(executorPreference: executor) {
                if usesStream { for await _ in subscription.updates {} } else { for await _ in subscription {} }
            }
            try await executor.clock.sleep(for: .zero)
            #expect(source.hub.demandCount == 1)
            task.cancel()
            await task.value
            #expect(source.hub.demandCount == 0)
        }
    }

    @Test func `law 13: a task that is cancelled already is given nothing, and takes nothing from others`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource([Row(1)])
            let subscription = source.subscribe()
            try await source.append(Row(2))
            let task = Task(executorPreference: executor) { await subscription.next() }
            task.cancel()
            #expect(await task.value == nil)
            #expect(await subscription.next()?.changes == ListChanges(insertions: [1]))
        }
    }

    @Test func `law 13: a source that finishes delivers what is left first, also what was held back`() async throws {
        let source = try ListSource([Row(1)])
        let subscription = source.subscribe()
        try await source.append(Row(2))
        source.suspendPublishing()
        try await source.append(Row(3))
        await source.finish()
        #expect(await subscription.next()?.changes == ListChanges(insertions: [1, 2]))
        #expect(await subscription.next() == nil)
        #expect(await subscription.next() == nil)
    }

    @Test func `law 13: a finished source takes no edits, says so, and keeps its state`() async throws {
        let source = try ListSource([Row(1)])
        await source.finish()
        await #expect { try await source.append(Row(2)) } throws: { ($0 as? EditError)?.code == .finished }
        #expect(source.snapshot.map(\.id) == [1])
        #expect(await source.position(of: 2) == nil)
        #expect(await source.subscribe().next() == nil)
        #expect(await source.updates().reduce(0) { count, _ in count + 1 } == 1)
    }

    @Test func `law 13: a transaction in whose midst the hub finishes is taken back`() async throws {
        let source = try ListSource([Row(1)])
        await #expect {
            try await source.transaction { list in
                try list.append(Row(2))
                source.hub.finish()
            }
        } throws: {
            ($0 as? EditError)?.code == .finished
        }
        #expect(source.snapshot.map(\.id) == [1])
        #expect(await source.position(of: 2) == nil)
    }

    @Test func `law 13: dropping the last reference to a source finishes it, for those who wait and those behind`()
        throws
    {
        try SeededExecutor.run(seed: 1) { executor in
            var source: ListSource? = try ListSource([Row(1)])
            let remembered = Weak(source)
            let (waiting, behind) = (try #require(source?.subscribe()), try #require(source?.subscribe()))
            let task = Task(executorPreference: executor) { await waiting.reduce(0) { count, _ in count + 1 } }
            try await source?.append(Row(2))
            try await executor.clock.sleep(for: .zero)
            source = nil
            #expect(remembered.object == nil)
            #expect(await task.value == 1)
            #expect(await behind.next()?.changes == ListChanges(insertions: [1]))
            #expect(await behind.next() == nil)
        }
    }

    private actor Ticker: PublishingSource {
        nonisolated let hub = SnapshotHub<ListSnapshot<Row>>()
        private var draft = ListDraft<Row>()

        func tick(_ id: Int) {
            draft.upsert(Row(id))
            hub.publish(draft.snapshot)
        }
    }

    @Test func `law 13: a source of one's own that goes away finishes its hub`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            var ticker: Ticker? = Ticker()
            let subscription = try #require(ticker?.subscribe())
            let task = Task(executorPreference: executor) { await subscription.reduce(0) { count, _ in count + 1 } }
            try await executor.clock.sleep(for: .zero)
            await ticker?.tick(1)
            try await executor.clock.sleep(for: .zero)
            ticker = nil
            #expect(await task.value == 1)
        }
    }

    @Test func `law 13: 100,000 subscribers that come, ask and are cancelled leave nothing behind`() throws {
        let census = Counted.Census()
        weak var lastSubscription: SnapshotSubscription<ListSnapshot<Counted>>?
        weak var lastSource: ListSource<Counted>?
        do {
            let source = try ListSource([census.item(1)])
            lastSource = source
            try SeededExecutor.run(seed: 7) { executor in
                for _ in 0..<1000 {
                    let tasks = (0..<100).map { _ in
                        Task(executorPreference: executor) { await source.subscribe().next() }
                    }
                    try await executor.clock.sleep(for: .zero)
                    for task in tasks { task.cancel() }
                    for task in tasks { _ = await task.value }
                }
            }
            let subscription = source.subscribe()
            lastSubscription = subscription
            #expect(source.hub.demandCount == 0 && source.hub.differencesComputed == 0)
        }
        #expect(lastSubscription == nil && lastSource == nil)
        #expect(census.count == 0)
    }

    @Test func `law 13: catching up from foreign states leaves nothing behind on a hub that publishes nothing`()
        async throws
    {
        let census = Counted.Census()
        let source = try ListSource([census.item(1)])
        for _ in 0..<100 {
            let foreign = try ListSnapshot([census.item(2)])
            #expect(await source.subscribe().moved(to: foreign).next() != nil)
        }
        #expect(census.count == 1)
    }

    @Test func `law 13: items of a dropped source go with the last snapshot of it`() async throws {
        let census = Counted.Census()
        var source: ListSource? = try ListSource((0..<10).map { census.item($0) })
        var snapshot = source?.snapshot
        let subscription = source?.subscribe()
        source = nil
        #expect(await subscription?.next() == nil)
        #expect(census.count == 10 && snapshot?.count == 10)
        snapshot = nil
        withExtendedLifetime(subscription) { #expect(census.count == 10) }
    }

    @Test func `law 13: an item that asks its hub as it goes finds no lock held`() async throws {
        let asked = Shared(0)
        let known = Shared<SnapshotHub<ListSnapshot<Counted>>?>(nil)
        let census = Counted.Census {
            if known.value?.snapshot != nil { asked.change { $0 += 1 } }
        }
        let hub = SnapshotHub(try ListSnapshot([census.item(0)]))
        known.change { $0 = hub }
        let subscription = hub.subscribe()
        for isSuspended in [false, true] {
            if isSuspended { hub.suspendPublishing() }
            for _ in 0..<3 { hub.publish(try ListSnapshot([census.item(0)])) }
            if isSuspended { hub.resumePublishing() }
            _ = await subscription.next()
        }
        hub.publish(ListSnapshot())
        _ = await subscription.next()
        #expect(asked.value == 7)
        known.change { $0 = nil }
    }
}
