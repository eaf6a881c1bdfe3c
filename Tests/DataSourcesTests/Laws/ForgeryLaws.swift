import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 1, 2 and 16 against versions that somebody made up: a version is a receipt, and nothing is taken on its word.
struct ForgeryLaws {
    private typealias List = ListSnapshot<Row>
    private let source: ListSource<Row>
    private let epoch: UInt64

    init() throws {
        source = try ListSource([Row(0)])
        epoch = source.hub.version.epoch
    }

    private func forged(_ ids: Int..., number: UInt64) throws -> List {
        try List(ids.map { Row($0) }).committed(as: Version(epoch: epoch, number: number))
    }

    @Test(arguments: [false, true], [false, true])
    func `law 16: a forged snapshot changes nothing for those who are at the commit that it claims to be`(
        forgerIsFirst: Bool, victimResumes: Bool
    ) async throws {
        let honest = source.snapshot
        let early = source.subscribe()
        try await source.append(Row(1))
        let forger = source.subscribe(since: try forged(7, 8, number: 1))
        if forgerIsFirst { #expect(await forger.next()?.changes.deletions.count == 2) }
        let victim = victimResumes ? source.subscribe(since: honest) : early
        let update = try #require(await victim.next())
        #expect(update.before == honest && update.changes == ListChanges(insertions: [1]))
        if !forgerIsFirst { #expect(await forger.next()?.changes.deletions.count == 2) }
        #expect(forger.snapshot == source.snapshot)
    }

    @Test(arguments: [1, 2, 3, 1000, .max] as [UInt64])
    func `law 16: a subscriber whose snapshot claims any version hears of everything`(number: UInt64) throws {
        try SeededExecutor.run(seed: 1) { executor in
            try await source.append(Row(1))
            let subscription = source.subscribe(since: try forged(5, number: number))
            let update = try #require(await subscription.next())
            #expect(update.after == source.snapshot && update.changes.deletions == [0])
            async let next = subscription.next()
            try await executor.clock.sleep(for: .zero)
            try await source.append(Row(2))
            #expect(await next?.changes == ListChanges(insertions: [2]))
            #expect(subscription.lag == 0)
        }
    }

    @Test func `law 16: a decoded snapshot of a version that this source is yet to reach is compared as a whole`()
        async throws
    {
        for id in 1..<10 { try await source.append(Row(id)) }
        let later = source.snapshot
        let other = try ListSource([Row(0)])
        let claimed = later.committed(as: Version(epoch: other.hub.version.epoch, number: 10))
        let subscription = other.subscribe(since: claimed)
        #expect(await subscription.next()?.changes.deletions.count == 9)
        for id in 1..<10 { try await other.append(Row(id)) }
        #expect(await subscription.next()?.changes == ListChanges(insertions: PositionSet(1..<10)))
    }

    @Test func `law 16: the newest version with another content is not taken for the newest state`() async throws {
        let subscription = source.subscribe(since: try forged(3, number: 1))
        #expect(subscription.lag > 0)
        #expect(await subscription.next()?.after == source.snapshot)
        let equal = source.subscribe(since: try forged(0, number: 1))
        await source.finish()
        #expect(await equal.next() == nil)
    }

    @Test func `law 16: a snapshot that is stamped anew by its owner is still known by what it is`() async throws {
        let restamped = source.snapshot.committed(as: Version(epoch: epoch, number: .max))
        let subscription = source.subscribe(since: restamped)
        #expect(subscription.lag == 0)
        try await source.append(Row(1))
        #expect(await subscription.next()?.changes == ListChanges(insertions: [1]))
    }

    @Test func `law 16: what is published keeps its content and gets a version of this hub, whatever it claims`() throws
    {
        let hub = SnapshotHub<List>()
        let subscription = hub.subscribe()
        let first = hub.publish(try forged(1, number: .max))
        #expect(first == Version(epoch: hub.version.epoch, number: 2) && hub.snapshot.version == first)
        #expect(subscription.lag == 1)
    }

    @Test func `law 16: a settlement of a version that is yet to come waits, disturbs nobody and can be cancelled`()
        throws
    {
        try SeededExecutor.run(seed: 1) { executor in
            let future = Version(epoch: epoch, number: .max)
            let tasks = (0..<3).map { _ in Task(executorPreference: executor) { await source.settled(at: future) } }
            try await executor.clock.sleep(for: .zero)
            for id in 1..<5 { await source.settled(at: try await source.append(Row(id))) }
            for task in tasks.dropLast() { task.cancel() }
            for task in tasks.dropLast() { await task.value }
            await source.finish()
            await tasks[2].value
        }
    }

    @Test(arguments: seeds(60))
    func `law 2: chains hold, among any number of subscribers that resume with true and false snapshots`(seed: UInt64)
        throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let source = try ListSource([Row(0)])
            let epoch = source.hub.version.epoch
            var known = [source.snapshot, List()]
            for round in 1..<25 {
                let ids = Set((0..<random.below(6)).map { _ in random.below(8) }).sorted()
                try await source.replaceAll(with: ids.map { Row($0, random.below(2)) })
                known.append(source.snapshot)
                guard var start = known.randomElement(using: &random) else { continue }
                switch random.below(4) {
                case 0: start = start.committed(as: Version(epoch: epoch, number: UInt64(random.below(30))))
                case 1:
                    start = try List((0..<3).map { Row($0, round) }).committed(
                        as: Version(epoch: epoch, number: UInt64(random.below(30))))
                default: break
                }
                let subscription = source.subscribe(since: start)
                let delay = random.below(3)
                executor.start { [start] in
                    var content = start.content
                    for await update in subscription {
                        #expect(update.before.content == content && !update.changes.isEmpty, "seed \(seed)")
                        #expect(throws: Never.self, "seed \(seed)") { try update.apply(to: &content) }
                        #expect(update.after.content == content, "seed \(seed)")
                        try? await executor.clock.sleep(for: .milliseconds(delay))
                    }
                    #expect(content == source.snapshot.content, "seed \(seed)")
                }
                if random.below(2) == 0 { try await executor.clock.sleep(for: .milliseconds(1)) }
            }
            await source.finish()
        }
    }
}
