import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct ExpiringTests {
    private typealias Rows = DerivedSource<ListSnapshot<Row>>

    /// A row's value says how many milliseconds after the beginning it expires; 0 for never.
    private static func end(_ row: Row, _ start: VirtualClock.Instant) -> VirtualClock.Instant? {
        row.value == 0 ? nil : start.advanced(by: .milliseconds(row.value))
    }

    @Test func `who waits is told when an item's time comes, of all whose time comes at once in one update`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource([Row(1, 30), Row(2, 10), Row(3), Row(4, 10)])
            let living = source.expiring(at: { Self.end($0, start) }, clock: clock)
            let subscription = await living.subscribe()
            #expect(subscription.snapshot.count == 4)
            let update = try #require(await subscription.next())
            #expect(update.changes.deletions == [1, 3] && start.duration(to: clock.now) == .milliseconds(10))
            #expect(await subscription.next()?.after.map(\.id) == [3])
            #expect(start.duration(to: clock.now) == .milliseconds(30))
        }
    }

    @Test func `who looks later finds what is left, and nothing has run in between`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource((1...100).map { Row($0, $0) })
            let living = source.expiring(at: { Self.end($0, start) }, clock: clock)
            #expect(await living.snapshot.count == 100)
            try await clock.sleep(for: .milliseconds(60))
            #expect(living.differencesComputed == 0)
            #expect(await living.snapshot.map(\.id) == Array(61...100))
        }
    }

    @Test func `an item that comes too late is not there; one whose time is put off comes back`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource([Row(1, 10)])
            let living = source.expiring(at: { Self.end($0, start) }, clock: clock)
            let subscription = await living.subscribe()
            #expect(await subscription.next()?.after.isEmpty == true)
            try await source.append(Row(2, 5))
            #expect(await living.snapshot.isEmpty)
            try await source.update(id: 1) { $0.value = 50 }
            #expect(await subscription.next()?.after.map(\.value) == [50])
            #expect(await subscription.next()?.after.isEmpty == true)
            #expect(start.duration(to: clock.now) == .milliseconds(50))
        }
    }

    @Test func `a lifetime begins when the item is seen, and anew when it changes`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource([Row(1), Row(2)])
            let living = source.expiring(after: .milliseconds(10), clock: clock)
            let subscription = await living.subscribe()
            try await clock.sleep(for: .milliseconds(6))
            try await source.update(id: 1) { $0.value = 1 }
            #expect(await subscription.next()?.changes.updates.count == 1)
            #expect(await subscription.next()?.after.map(\.id) == [1])
            #expect(start.duration(to: clock.now) == .milliseconds(10))
            #expect(await subscription.next()?.after.isEmpty == true)
            #expect(start.duration(to: clock.now) == .milliseconds(16))
        }
    }

    @Test func `law 13: it finishes when the source has and the last item has expired`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1, 10), Row(2)])
            let start = executor.clock.now
            let living = source.expiring(at: { Self.end($0, start) }, clock: executor.clock)
            let names = living.map { Row($0.id) }
            let subscription = await names.subscribe()
            await source.finish()
            #expect(await subscription.next()?.after.map(\.id) == [2])
            #expect(await subscription.next() == nil)
            // Where nothing expires there is nothing to wait for.
            let endless = try ListSource([Row(1)])
            let immortal = await endless.expiring(at: { Self.end($0, start) }, clock: executor.clock).subscribe()
            await endless.finish()
            #expect(await immortal.next() == nil)
        }
    }

    @Test(arguments: seeds(15))
    func `of all that wait one keeps the time; when it is cancelled another one does`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Row(1, 10)])
            let start = executor.clock.now
            let below = source.expiring(at: { Self.end($0, start) }, clock: executor.clock).filter { $0.id < 100 }
            var tasks: [Task<Int?, Never>] = []
            for _ in 0..<5 {
                let subscription = await below.subscribe()
                tasks.append(Task(executorPreference: executor) { await subscription.next()?.after.count })
            }
            await executor.settle()
            // One whose time comes earlier, and that makes no difference to those who wait.
            try await source.append(Row(200, 5))
            for task in tasks.dropLast() {
                if seed % 2 == 0 { try await executor.clock.sleep(for: .milliseconds(1)) }
                task.cancel()
            }
            #expect(await tasks[4].value == 0)
            #expect(start.duration(to: executor.clock.now) == .milliseconds(10))
            for task in tasks { _ = await task.value }
            #expect(below.demandCount == 0)
        }
    }

    @Test(arguments: seeds(30))
    func `laws 3 and 14: random edits, times and lookers: what an update shows is what there is at its time`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = ListSource<Row>()
            let living = source.expiring(at: { Self.end($0, start) }, clock: clock)
            // Both ways from one expiry: an update has both halves, or none.
            let twice = DerivedSource(
                from: living.map { $0 }, living.filter { $0.id % 2 == 0 }, through: Joined(offset: 1000))
            let consumers = [await twice.subscribe(), await twice.subscribe()].map { subscription in
                Task(executorPreference: executor) {
                    for await update in subscription {
                        let found = Array(update.after)
                        let rows = found.filter { $0.id < 1000 }
                        let expected = Joined.joined(rows, rows.filter { $0.id % 2 == 0 }, offset: 1000)
                        if found != expected { Issue.record("seed \(seed): \(found)") }
                        let elapsed = start.duration(to: clock.now)
                        for row in rows where row.value != 0 && .milliseconds(row.value) <= elapsed {
                            Issue.record("seed \(seed): \(row) is there at \(elapsed)")
                        }
                    }
                    return Array(subscription.snapshot)
                }
            }
            var random = Random(seed: seed)
            for id in 0..<40 {
                let now = Int(start.duration(to: clock.now) / .milliseconds(1))
                let value = random.below(4) == 0 ? 0 : now + random.below(20)
                if random.below(3) == 0, id > 0 {
                    let other = random.below(id)
                    try await source.transaction { list in
                        if let row = list[id: other] { try list.update(Row(row.id, value)) }
                    }
                } else if random.below(5) == 0, id > 0 {
                    let other = random.below(id)
                    try await source.removeAll { $0.id == other }
                }
                try await source.append(Row(id, value))
                if random.below(2) == 0 { try await clock.sleep(for: .milliseconds(random.below(8))) }
            }
            let last = source.snapshot.filter { $0.value == 0 }
            await source.finish()
            for consumer in consumers {
                #expect(await consumer.value == Joined.joined(last, last.filter { $0.id % 2 == 0 }, offset: 1000))
            }
            #expect(await Array(living.snapshot) == last, "seed \(seed)")
        }
    }
}
