import DataSources
import DataSourcesTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
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
                            if escapes { Task {} }
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
