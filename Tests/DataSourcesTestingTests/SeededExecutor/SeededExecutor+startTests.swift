import DataSourcesTesting
import TestKit
import Testing

struct `Starting tasks` {
    @Test func `a task that is started from synchronous code runs in an order that the seed decides`() throws {
        let orders = try expectSameRuns { executor in
            let order = Shared<[Int]>([])
            for number in 0..<3 {
                executor.start { order.change { $0.append(number) } }
            }
            try await executor.clock.sleep(for: .zero)
            return order.value
        }
        #expect(Set(orders).count == 6)
    }

    @Test func `it does not begin before the call returns`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let hasBegun = Shared(false)
            executor.start { hasBegun.change { $0 = true } }
            #expect(!hasBegun.value)
            try await executor.clock.sleep(for: .zero)
            #expect(hasBegun.value)
        }
    }

    @Test func `what can run when the body has finished still runs`() throws {
        let steps = Shared(0)
        try SeededExecutor.run(seed: 0) { executor in
            executor.start {
                for _ in 0..<10 {
                    // Ready to run at once: what sleeps is the next test's.
                    await giveWay()
                    steps.change { $0 += 1 }
                }
            }
        }
        #expect(steps.value == 10)
    }

    @Test func `what sleeps when the body has finished goes on in the next run`() throws {
        let (executor, hasWoken) = (SeededExecutor(seed: 0), Shared(false))
        try executor.run { executor in
            executor.start {
                try? await executor.clock.sleep(for: .seconds(5))
                hasWoken.change { $0 = true }
            }
        }
        #expect(!hasWoken.value)
        #expect(executor.clock.now == .start)
        try executor.run { try await $0.clock.sleep(for: .seconds(5)) }
        #expect(hasWoken.value)
    }

    @Test func `a task that is started before the run takes part in it`() throws {
        let (executor, hasRun) = (SeededExecutor(seed: 0), Shared(false))
        executor.start { hasRun.change { $0 = true } }
        #expect(!hasRun.value)
        try executor.run { _ in }
        #expect(hasRun.value)
    }

    @Test func `its value and its error reach whoever waits for it`() throws {
        struct Broken: Error {}
        let sum = try SeededExecutor.run(seed: 0) { executor in
            let (one, two) = (executor.start { 1 }, executor.start(name: "two") { try Self.checked(2) })
            await #expect(throws: Broken.self) { try await executor.start { throw Broken() }.value }
            return try await one.value + two.value
        }
        #expect(sum == 3)
    }

    private static func checked(_ number: Int) throws -> Int { number }

    @Test func `it inherits task-local values`() throws {
        let seen = Shared("")
        try SeededExecutor.run(seed: 0) { executor in
            Local.$name.withValue("caller") {
                executor.start { seen.change { $0 = Local.name } }
            }
        }
        #expect(seen.value == "caller")
    }
}

private enum Local {
    @TaskLocal static var name = "nobody"
}
