import DataSourcesTesting
import TestKit
import Testing

struct `Deadlock report` {
    @Test func `a wake-up that never comes is reported with the seed to paste`() throws {
        let (gate, executor) = (Gate(), SeededExecutor(seed: 42))
        let deadlock = try #require(throws: SeededExecutor.Deadlock.self) {
            try executor.run { executor in
                try await executor.clock.sleep(for: .seconds(3))
                await gate.pass()
            }
        }
        gate.open()
        try executor.run { _ in }
        #expect(deadlock.seed == 42)
        #expect(deadlock.steps > 0)
        #expect(deadlock.time == .start.advanced(by: .seconds(3)))
        #expect(deadlock.unfinishedTasks.map(\.name) == ["the body"])
        #expect(deadlock.description.contains("SeededExecutor.run(seed: 42)"))
        #expect(deadlock.description.contains("no task is runnable"))
    }

    @Test func `two tasks that wait for one another are reported`() throws {
        let (left, right) = (Gate(), Gate())
        let executor = SeededExecutor(seed: 1)
        #expect(throws: SeededExecutor.Deadlock.self) {
            try executor.run { _ in
                async let first: Void = {
                    await left.pass()
                    right.open()
                }()
                async let second: Void = {
                    await right.pass()
                    left.open()
                }()
                _ = await (first, second)
            }
        }
        left.open()
        try executor.run { _ in }
    }

    @Test func `started tasks that wait are listed, those that have finished are not`() throws {
        let (gates, stuck) = ([Gate(), Gate()], Gate())
        let executor = SeededExecutor(seed: 1)
        let deadlock = try #require(throws: SeededExecutor.Deadlock.self) {
            try executor.run { executor in
                executor.start(name: "first") { await gates[0].pass() }
                executor.start(name: "done") {}
                executor.start(name: "second") { await gates[1].pass() }
                await stuck.pass()
            }
        }
        #expect(deadlock.unfinishedTasks.map(\.name) == ["the body", "first", "second"])
        (gates + [stuck]).forEach { $0.open() }
        try executor.run { _ in }
    }

    @Test func `the same seed comes to the same deadlock`() throws {
        let deadlocks = try (0..<2).map { _ in
            let (gate, executor) = (Gate(), SeededExecutor(seed: 9))
            let deadlock = try #require(throws: SeededExecutor.Deadlock.self) {
                try executor.run { executor in
                    async let other: Void = executor.settle()
                    await gate.pass()
                    await other
                }
            }
            gate.open()
            try executor.run { _ in }
            return deadlock
        }
        #expect(deadlocks[0] == deadlocks[1])
    }

    @Test func `a body that waits for an escaped task is reported, and goes on in the next run`() async throws {
        let (gate, finished) = (Gate(), Shared(false))
        let executor = SeededExecutor(seed: 3)
        #expect(throws: SeededExecutor.Deadlock.self) {
            try executor.run { _ in
                await gate.pass()
                finished.change { $0 = true }
            }
        }
        await Task.detached { gate.open() }.value
        #expect(!finished.value)
        try executor.run { _ in }
        #expect(finished.value)
    }

    @Test func `jobs that come from other threads during a run are not lost`() async throws {
        let (count, executor) = (Shared(0), SeededExecutor(seed: 4, escapes: .allowed))
        async let foreign: Void = withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<1_000 {
                        executor.start { count.change { $0 += 1 } }
                    }
                }
            }
        }
        try executor.run { _ in
            // The run lasts while jobs come in: a sleep would wait for no other thread.
            for _ in 0..<1_000 { await giveWay() }
        }
        await foreign
        try executor.run { _ in }
        #expect(count.value == 4_000)
    }
}
