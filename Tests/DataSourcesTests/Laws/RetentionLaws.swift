import DataSources
import DataSourcesTesting
import Testing

/// Law 5: what is retained, by whom, and for how long.
///
/// Each test holds a line of the table in `Guarantees`.
struct RetentionLaws {
    typealias Items = ListSnapshot<Counted>
    let census = Counted.Census()

    /// `count` items that nobody has had before.
    func items(_ count: Int = 10) -> [Counted] { (0..<count).map { census.item($0) } }

    /// The next state of a source, of ten items none of which were there before.
    func renew(_ source: ListSource<Counted>) async throws { try await source.replaceAll(with: items()) }

    // MARK: The hub

    @Test(arguments: [1, 3], [false, true])
    func `law 5: a delivered step leaves nothing behind while its subscribers wait`(subscribers: Int, usesStream: Bool)
        throws
    {
        let source = try ListSource(items(10_000))
        try SeededExecutor.run(seed: 1) { executor in
            for _ in 0..<subscribers {
                let subscription = source.subscribe()
                executor.start {
                    if usesStream { for await _ in subscription.updates {} } else { for await _ in subscription {} }
                }
            }
            try await executor.clock.sleep(for: .zero)
            #expect(census.count == 10_000)
            try await source.replaceAll(with: [])
            try await executor.clock.sleep(for: .zero)
            #expect(census.count == 0 && source.hub.demandCount == subscribers)
            #expect(source.hub.differencesComputed == 1)
            await source.finish()
        }
    }

    @Test func `law 5: a hub without subscribers retains its newest snapshot`() async throws {
        let source = try ListSource(items())
        for _ in 0..<100 { try await renew(source) }
        #expect(census.count == 10)
    }

    @Test func `law 5: 100 subscribers at 100 versions retain those, and with them goes all but the newest`()
        async throws
    {
        let source = try ListSource(items())
        var subscriptions: [SnapshotSubscription<Items>] = []
        for _ in 0..<100 {
            subscriptions.append(source.subscribe())
            try await renew(source)
        }
        #expect(census.count == 1010)
        // Each takes a step of its own, and then all have the newest.
        for subscription in subscriptions { _ = await subscription.next() }
        #expect(census.count == 10 && source.hub.differencesComputed == 100)
        try await renew(source)
        #expect(census.count == 20)
        subscriptions = []
        #expect(census.count == 10)
    }

    @Test func `law 5: while publishing is suspended, the hub also retains its last commit`() async throws {
        let source = try ListSource(items())
        source.suspendPublishing()
        for _ in 0..<10 { try await renew(source) }
        #expect(census.count == 20)
        source.resumePublishing()
        #expect(census.count == 10)
    }

    @Test func `law 5: a source that is gone leaves its newest snapshot to its subscriptions`() async throws {
        var source: ListSource? = try ListSource(items())
        var behind: SnapshotSubscription<Items>? = source?.subscribe()
        if let source { try await renew(source) }
        source = nil
        #expect(census.count == 20)
        #expect(await behind?.next() != nil)
        #expect(await behind?.next() == nil)
        #expect(census.count == 10)
        behind = nil
        #expect(census.count == 0)
    }

    // MARK: Steps

    @Test func `law 9: a step stays for others at its stage, and goes with the last of them`() async throws {
        let source = try ListSource(items())
        let (first, second) = (source.subscribe(), source.subscribe())
        var third: SnapshotSubscription? = source.subscribe()
        try await renew(source)
        _ = await first.next()
        _ = await second.next()
        // The third one still has the stage, and may take the step.
        #expect(census.count == 20 && source.hub.differencesComputed == 1)
        third = nil
        #expect(census.count == 10)
        withExtendedLifetime((first, second, third)) {}
    }

    @Test func `law 9: who comes late to a stage that others have left takes the step they took`() async throws {
        let source = try ListSource(items())
        let subscriptions = (0..<10).map { _ in source.subscribe() }
        try await renew(source)
        for subscription in subscriptions { #expect(await subscription.next() != nil) }
        #expect(source.hub.differencesComputed == 1 && census.count == 10)
    }

    @Test
    func `law 5: a subscriber that does not ask retains nothing newer than its own, whoever took steps from there`()
        async throws
    {
        let source = try ListSource(items())
        let idle = source.subscribe()
        for _ in 0..<100 {
            let other = source.subscribe(since: idle.snapshot)
            try await renew(source)
            #expect(await other.next() != nil)
            #expect(census.count == 20)
        }
        #expect(await idle.next() != nil)
        #expect(census.count == 10)
    }

    @Test func `law 5: a step that nobody took goes with those that were woken to take it`() throws {
        let source = try ListSource(items())
        try SeededExecutor.run(seed: 1) { executor in
            let tasks = (0..<3).map { _ in
                let subscription = source.subscribe()
                return Task(executorPreference: executor) { await subscription.next() }
            }
            try await executor.clock.sleep(for: .zero)
            try await renew(source)
            for task in tasks { task.cancel() }
            for task in tasks { #expect(await task.value == nil) }
        }
        #expect(source.hub.differencesComputed == 0 && census.count == 10)
    }

    // MARK: Subscribers

    @Test(arguments: [false, true])
    func `law 5: a consumer that was cancelled leaves its subscription with one snapshot`(isBehind: Bool) throws {
        let source = try ListSource(items())
        try SeededExecutor.run(seed: 1) { executor in
            let subscription = source.subscribe()
            let task = Task(executorPreference: executor) { for await _ in subscription {} }
            try await executor.clock.sleep(for: .zero)
            if isBehind { try await renew(source) }
            task.cancel()
            await task.value
            for _ in 0..<5 { try await renew(source) }
            #expect(census.count == 20 && subscription.snapshot.count == 10)
        }
        #expect(census.count == 10)
    }

    @Test(arguments: [false, true])
    func
        `law 5: one that broke off retains the snapshot it was given last, and a stream or an iterator that is kept no more`(
            usesStream: Bool
        ) async throws
    {
        let source = try ListSource(items())
        do {
            let subscription = source.subscribe()
            let stream = subscription.updates
            var iterator = subscription.makeAsyncIterator()
            try await renew(source)
            if usesStream {
                for await _ in stream { break }
            } else {
                _ = await iterator.next()
            }
            #expect(census.count == 10)
            for _ in 0..<5 { try await renew(source) }
            #expect(census.count == 20)
            withExtendedLifetime((stream, iterator, subscription)) {}
        }
        #expect(census.count == 10)
    }

    @Test func `law 5: a stream that has ended retains nothing, though its iterator is kept`() async throws {
        var source: ListSource? = try ListSource(items())
        var iterator = try #require(source?.updates()).makeAsyncIterator()
        source = nil
        #expect(await iterator.next() != nil)
        #expect(census.count == 10)
        #expect(await iterator.next() == nil)
        #expect(census.count == 0)
        #expect(await iterator.next() == nil)
    }

    @Test func `law 5: an update is its consumer's: it retains two snapshots for as long as it is kept`() async throws {
        let source = try ListSource(items())
        let subscription = source.subscribe()
        try await renew(source)
        var update = await subscription.next()
        for _ in 0..<3 { try await renew(source) }
        #expect(census.count == 30 && update != nil)
        update = nil
        #expect(census.count == 20)
        withExtendedLifetime(subscription) {}
    }

    @Test func `law 5: who starts with a snapshot of its own shares the step with others, and leaves nothing behind`()
        async throws
    {
        let source = try ListSource(items())
        var old: Items? = source.snapshot
        try await renew(source)
        for _ in 0..<100 {
            let subscriptions = (0..<5).compactMap { _ in old.map { source.subscribe(since: $0) } }
            for subscription in subscriptions { #expect(await subscription.next() != nil) }
        }
        #expect(source.hub.differencesComputed == 100)
        old = nil
        #expect(census.count == 10)
    }

    // MARK: Net no-ops

    /// Equal to every other one with its id, though it is another object.
    private struct Equal: Identifiable, Equatable, Sendable {
        let id: Int
        let payload: Counted.Payload
        static func == (left: Equal, right: Equal) -> Bool { left.id == right.id }
    }

    @Test func `law 5: a subscriber that passed over net no-ops retains one snapshot while it does not ask`() throws {
        let census = census
        let source = try ListSource([Equal(id: 0, payload: Counted.Payload(census))])
        @Sendable func replaceByEqual() async throws {
            try await source.transaction { list in
                try list.remove(id: 0)
                try list.append(Equal(id: 0, payload: Counted.Payload(census)))
            }
        }
        try SeededExecutor.run(seed: 1) { executor in
            let subscription = source.subscribe()
            for round in 1...3 {
                let task = Task(executorPreference: executor) { await subscription.next() }
                try await executor.clock.sleep(for: .zero)
                try await replaceByEqual()
                try await executor.clock.sleep(for: .zero)
                #expect(subscription.lag == 0 && source.hub.demandCount == 1)
                task.cancel()
                #expect(await task.value == nil)
                #expect(subscription.lag == 0 && subscription.snapshot.version?.number == 1)
                #expect(census.count == 2, "in round \(round)")
            }
            // Asked again, it goes on from the newest stage, and its update starts from what it was given.
            async let next = subscription.next()
            try await executor.clock.sleep(for: .zero)
            let other = source.subscribe()
            try await source.append(Equal(id: 1, payload: Counted.Payload(census)))
            let update = await next
            #expect(update?.changes == ListChanges(insertions: [1]) && update?.before.version?.number == 1)
            #expect(await other.next() != nil)
            #expect(source.hub.differencesComputed == 4)
        }
    }
}
