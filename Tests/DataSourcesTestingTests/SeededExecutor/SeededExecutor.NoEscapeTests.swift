import DataSources
import DataSourcesTesting
import TestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct `What does not escape` {
    @Test(arguments: someSeeds) func `a run within a run of another executor, on one thread`(seed: UInt64) throws {
        let sum = try SeededExecutor.run(seed: seed) { outer in
            async let other = Self.sum(to: 3)
            let inner = try SeededExecutor.run(seed: seed + 1) { inner in
                // The outer one's tasks are started and woken in the inner run too.
                // A yield wakes the task from here; its clock would wake it from its own run.
                outer.start { await Task.yield() }
                try await inner.clock.sleep(for: .seconds(1))
                return await Self.sum(to: 4)
            }
            try await outer.clock.sleep(for: .seconds(1))
            return await inner + other
        }
        #expect(sum == 16)
    }

    @Test(arguments: someSeeds) func `sources, subscriptions and edits from synchronous code`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = ListSource<Row>()
            let reader = executor.start(name: "reader") { for await _ in source.subscribe() {} }
            for number in 0..<3 { source.submit { try? $0.append(Row(id: number)) } }
            await executor.settle()
            try await source.append(Row(id: 9))
            #expect(source.snapshot.count == 4)
            reader.cancel()
        }
    }

    @Test func `cancelled tasks that end after the run`() throws {
        let executor = SeededExecutor(seed: 1)
        let sleeper = try executor.run { executor in
            Task(executorPreference: executor) { try? await executor.clock.sleep(for: .seconds(9)) }
        }
        sleeper.cancel()
        try executor.run { _ in await sleeper.value }
    }

    @Test func `waking a task outside that is older than the run`() async throws {
        let gate = Gate()
        let (asleep, sleeps) = AsyncStream.makeStream(of: Void.self)
        let outside = Task {
            await gate.pass { sleeps.finish() }
            return 1
        }
        for await _ in asleep {}
        try SeededExecutor.run(seed: 1) { _ in gate.open() }
        #expect(await outside.value == 1)
    }

    @Test func `what a task outside does on the executor's thread between runs`() async throws {
        let executor = SeededExecutor(seed: 1)
        try executor.run { _ in }
        let value = await Task { 1 }.value
        try executor.run { _ in }
        #expect(value == 1)
    }

    @Test(arguments: someSeeds) func `tasks that code in the run makes, wherever it makes them`(seed: UInt64) throws {
        let order = try expectSameRun(seed) { executor in
            let order = Shared<[String]>([])
            let book = Careless()
            executor.start { Task { order.change { $0.append("task") } } }
            Task.detached { order.change { $0.append("detached") } }
            Task(priority: .high) {
                async let child: Void = order.change { $0.append("child") }
                await child
                await Task.yield()
                order.change { $0.append("woken") }
            }
            Task.immediate {
                await giveWay()
                order.change { $0.append("immediate") }
            }
            await book.work(in: order)
            #expect(await Task { 1 }.value + Task.detached { 2 }.value == 3)
            await executor.settle()
            #expect(await book.work == 1)
            return order.value
        }
        #expect(order.sorted() == ["actor", "child", "detached", "immediate", "task", "woken"])
    }

    @Test func `the seed orders them`() throws {
        let orders = try (0..<200 as Range<UInt64>).map { seed in
            try SeededExecutor.run(seed: seed) { executor in
                let order = Shared<[Int]>([])
                for number in 0..<4 { Task { order.change { $0.append(number) } } }
                await executor.settle()
                return order.value
            }
        }
        #expect(Set(orders).count == 24)
    }

    @Test func `a task of an earlier run that a later run wakes`() throws {
        let (executor, gate, passed) = (SeededExecutor(seed: 1), Gate(), Shared(false))
        try executor.run { _ in
            Task {
                await gate.pass()
                await Task.yield()
                passed.change { $0 = true }
            }
        }
        #expect(!passed.value)
        try executor.run { executor in
            gate.open()
            await executor.settle()
        }
        #expect(passed.value)
    }

    /// Runs on many threads at once, half of which let something escape: each finds its own.
    @Test func `what escapes from other runs at the same time`() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<400 as Range<UInt64> {
                group.addTask {
                    let escapes = number % 2 == 0
                    do {
                        let sum = try SeededExecutor.run(seed: number) { executor in
                            async let sum = Self.sum(to: Int(number % 7))
                            try await executor.clock.sleep(for: .seconds(1))
                            if escapes { await onMainThread() }
                            return await sum
                        }
                        #expect(sum == (0...Int(number % 7)).reduce(0, +))
                        #expect(!escapes, "seed \(number)")
                    } catch let escape as SeededExecutor.Escape {
                        #expect(escapes, "seed \(number): \(escape)")
                        #expect(escape.count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Runs it twice, which must be the same run.
    private func expectSameRun<Value: Equatable & Sendable>(
        _ seed: UInt64, _ body: @escaping @Sendable (SeededExecutor) async throws -> Value
    ) throws -> Value {
        let (first, second) = (SeededExecutor(seed: seed), SeededExecutor(seed: seed))
        let value = try first.run(body)
        #expect(try second.run(body) == value)
        #expect(first.trace == second.trace)
        return value
    }

    private struct Row: Identifiable, Equatable {
        let id: Int
    }

    private static func sum(to end: Int) async -> Int {
        await withTaskGroup { group in
            for number in 0...end {
                group.addTask {
                    // Suspended and woken once, by whichever executor runs this.
                    await Task.yield()
                    return number
                }
            }
            return await group.reduce(0, +)
        }
    }
}

@MainActor private func onMainThread() {}

/// An actor that starts tasks of its own.
private actor Careless {
    private(set) var work = 0

    func work(in order: Shared<[String]>) {
        Task {
            await giveWay()
            work += 1
            order.change { $0.append("actor") }
        }
    }
}
