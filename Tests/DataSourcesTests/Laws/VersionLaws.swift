import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 16: versions and settlement, and what suspension does to both.
struct VersionLaws {
    private let source: ListSource<Row>

    init() throws {
        source = try ListSource([Row(0)])
    }

    @Test func `law 16: versions increase strictly with every commit that changes something`() async throws {
        var versions = [try #require(source.snapshot.version)]
        for id in 1..<100 { versions.append(try await source.append(Row(id))) }
        #expect(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 && $0.epoch == $1.epoch })
        #expect(versions.last == source.snapshot.version && versions.last == source.hub.version)
    }

    @Test func `law 16: two sources have different epochs, and each calls the other's versions settled`() async throws {
        let other = try ListSource([Row(0)])
        let foreign = try #require(other.snapshot.version)
        #expect(foreign.epoch != source.snapshot.version?.epoch)
        await source.settled(at: Version(epoch: foreign.epoch, number: 1000))
    }

    @Test(arguments: seeds(30))
    func `law 16: settled returns only when everyone who asks has been given the commit`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let reached = Shared<[UInt64]>([0, 0, 0, 0])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for place in 0..<4 {
                    let subscription = source.subscribe()
                    group.addTask {
                        for await update in subscription {
                            reached.change { $0[place] = update.after.version?.number ?? 0 }
                        }
                    }
                }
                for id in 1..<20 {
                    // Let all be asking, so that none is busy with an earlier commit.
                    try await executor.clock.sleep(for: .zero)
                    #expect(source.hub.demandCount == 4, "seed \(seed)")
                    let version = try await source.append(Row(id))
                    await source.settled(at: version)
                    #expect(source.hub.demandCount <= 4, "seed \(seed)")
                    // Given is not yet handled: the update may be on its way in the consumer's task.
                    try await executor.clock.sleep(for: .zero)
                    #expect(reached.value.allSatisfy { $0 == version.number }, "seed \(seed): \(reached.value)")
                }
                await source.finish()
                try await group.waitForAll()
            }
        }
    }

    @Test func `law 16: settled does not return while one who asks has not been given the commit`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let slow = source.subscribe().throttled(for: .seconds(10), clock: executor.clock)
            try await source.append(Row(1))
            _ = await slow.next()
            let version = try await source.append(Row(2))
            let start = executor.clock.now
            async let update = slow.next()
            try await executor.clock.sleep(for: .zero)
            await source.settled(at: version)
            #expect(start.duration(to: executor.clock.now) == .seconds(10))
            _ = await update
        }
    }

    @Test func `law 16: settled does not wait for those who do not ask`() async throws {
        let stalled = source.subscribe()
        let version = try await source.append(Row(1))
        await source.settled(at: version)
        #expect(stalled.lag == 1)
    }

    @Test func `law 16: settled waits for a version to come, and for a commit that is held back`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            source.suspendPublishing()
            let version = try await source.append(Row(1))
            let isSettled = Shared(false)
            executor.start {
                await source.settled(at: version)
                isSettled.change { $0 = true }
            }
            try await executor.clock.sleep(for: .zero)
            #expect(!isSettled.value)
            source.resumePublishing()
            try await executor.clock.sleep(for: .zero)
            #expect(isSettled.value)
        }
    }

    @Test(arguments: seeds(15))
    func `law 16: cancelling who waits for a settlement lets it go, and nobody else`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let future = Version(epoch: source.hub.version.epoch, number: 2)
            let tasks = (0..<3).map { _ in Task(executorPreference: executor) { await source.settled(at: future) } }
            if seed % 2 == 0 { try await executor.clock.sleep(for: .zero) }
            tasks[1].cancel()
            await tasks[1].value
            #expect(source.hub.version < future)
            try await source.append(Row(1))
            for task in tasks { await task.value }
        }
    }

    @Test func `law 16: the end settles everything`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let future = Version(epoch: source.hub.version.epoch, number: 100)
            let task = Task(executorPreference: executor) { await source.settled(at: future) }
            try await executor.clock.sleep(for: .zero)
            await source.finish()
            await task.value
        }
    }

    @Test func `law 16: suspensions nest; what was held back becomes one update, and nothing is lost`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let subscription = source.subscribe()
            async let first = subscription.next()
            try await executor.clock.sleep(for: .zero)
            source.suspendPublishing()
            source.suspendPublishing()
            var version = source.hub.version
            for id in 1..<5 {
                let next = try await source.append(Row(id))
                #expect(version < next)
                version = next
            }
            #expect(source.snapshot.count == 1 && subscription.lag == 0)
            #expect(source.subscribe().snapshot.count == 1)
            source.resumePublishing()
            try await executor.clock.sleep(for: .zero)
            #expect(source.snapshot.count == 1 && source.hub.demandCount == 1)
            source.resumePublishing()
            #expect(source.snapshot.count == 5 && source.hub.version == version)
            #expect(await first?.changes == ListChanges(insertions: [1, 2, 3, 4]))
            #expect(source.hub.differencesComputed == 1)
        }
    }
}
