import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct ListSourceRemoveExpiredTests {
    /// A row's value says how many milliseconds after the beginning it expires; 0 for never.
    private static func end(_ row: Row, _ start: VirtualClock.Instant) -> VirtualClock.Instant? {
        row.value == 0 ? nil : start.advanced(by: .milliseconds(row.value))
    }

    @Test func `items are removed at their time, those of one time in one transaction`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource([Row(1, 30), Row(2, 10), Row(3), Row(4, 10)])
            let task = Task(executorPreference: executor) {
                try await source.removeExpired(clock: clock) { Self.end($0, start) }
            }
            let subscription = source.subscribe()
            let update = try #require(await subscription.next())
            #expect(update.changes.deletions == [1, 3] && start.duration(to: clock.now) == .milliseconds(10))
            #expect(update.after.version?.number == 2)
            #expect(await subscription.next()?.after.map(\.id) == [3])
            #expect(start.duration(to: clock.now) == .milliseconds(30))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `a change wakes it: an earlier deadline, one put off, an item that comes too late`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource([Row(1, 20)])
            let task = Task(executorPreference: executor) {
                try await source.removeExpired(clock: clock) { Self.end($0, start) }
            }
            await executor.settle()
            try await source.append(Row(2, 5))
            try await source.update(id: 1) { $0.value = 40 }
            try await clock.sleep(for: .milliseconds(10))
            await executor.settle()
            #expect(source.snapshot.map(\.id) == [1])
            try await source.append(Row(3, 1))
            await executor.settle()
            #expect(source.snapshot.map(\.id) == [1])
            try await clock.sleep(for: .milliseconds(35))
            await executor.settle()
            #expect(source.snapshot.isEmpty)
            task.cancel()
            _ = await task.result
        }
    }

    @Test(arguments: seeds(30))
    func `an item that is put off at the moment of its expiry stays, if the edit came first`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource([Row(1, 10), Row(2, 10)])
            let task = Task(executorPreference: executor) {
                try await source.removeExpired(clock: clock) { Self.end($0, start) }
            }
            try await clock.sleep(for: .milliseconds(10))
            let isPutOff = (try? await source.update(id: 1) { $0.value = 40 }) != nil
            try await clock.sleep(for: .milliseconds(10))
            #expect(source.snapshot.map(\.id) == (isPutOff ? [1] : []))
            task.cancel()
            _ = await task.result
        }
    }

    @Test(arguments: seeds(30))
    func `an item that has expired when it comes, and is put off at once, stays if that edit came first`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource([Row(1)])
            let task = Task(executorPreference: executor) {
                try await source.removeExpired(clock: clock) { Self.end($0, start) }
            }
            try await clock.sleep(for: .milliseconds(10))
            // The task chooses it, and the edit comes before or after it is removed.
            try await source.append(Row(2, 5))
            let isPutOff = (try? await source.update(id: 2) { $0.value = 40 }) != nil
            await executor.settle()
            #expect(source.snapshot.map(\.id) == (isPutOff ? [1, 2] : [1]))
            task.cancel()
            _ = await task.result
        }
    }

    @Test func `an item that expires now is removed, although now is later at each look`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let clock = TickingClock(base: executor.clock)
            let source = try ListSource([Row(1), Row(2, 1)])
            let task = executor.start {
                try await source.removeExpired(clock: clock) { $0.value == 1 ? clock.now : nil }
            }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(source.snapshot.map(\.id) == [1])
            try await source.append(Row(3, 1))
            try await executor.clock.sleep(for: .seconds(1))
            #expect(source.snapshot.map(\.id) == [1])
            task.cancel()
        }
    }

    @Test func `it returns when the source finishes, whatever has not expired`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource([Row(1, 1_000_000), Row(2)])
            let task = Task(executorPreference: executor) {
                try await source.removeExpired(clock: clock) { Self.end($0, start) }
            }
            await executor.settle()
            await source.finish()
            try await task.value
            #expect(source.snapshot.count == 2 && start.duration(to: clock.now) < .milliseconds(1_000_000))
        }
    }

    @Test(arguments: seeds(20))
    func `random edits and times: nothing stays that has expired, nothing goes that has not`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = ListSource<Row>()
            let task = Task(executorPreference: executor) {
                try await source.removeExpired(clock: clock) { Self.end($0, start) }
            }
            var random = Random(seed: seed)
            var model: [Row] = []
            var elapsed = 0
            for _ in 0..<40 {
                if random.below(2) == 0 { await executor.settle() }
                switch random.below(3) {
                case 0:
                    let wait = random.below(20)
                    try await clock.sleep(for: .milliseconds(wait))
                    elapsed += wait
                case 1:
                    let id = random.below(10)
                    _ = try await source.transaction { $0[id: id] = nil }
                    model.removeAll { $0.id == id }
                default:
                    let row = Row(random.below(10), random.below(5) == 0 ? 0 : elapsed + random.below(30))
                    try await source.upsert(row)
                    if let place = model.firstIndex(where: { $0.id == row.id }) {
                        model[place] = row
                    } else {
                        model.append(row)
                    }
                }
                // Removed by the task in any case, unless a later edit came before.
                await executor.settle()
                model.removeAll { $0.value != 0 && $0.value <= elapsed }
                #expect(Array(source.snapshot) == model, "seed \(seed) at \(elapsed)")
            }
            await source.finish()
            try await task.value
        }
    }
}

/// A clock that goes on by a nanosecond whenever it is read.
private struct TickingClock: Clock {
    let base: VirtualClock
    private let reads = Shared(0)

    init(base: VirtualClock) {
        self.base = base
    }

    var now: VirtualClock.Instant {
        let reads = reads.change { reads in
            reads += 1
            return reads
        }
        return base.now.advanced(by: .nanoseconds(reads))
    }

    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}
