import DataSourcesTesting
import TestKit
import Testing

struct `Seeded executor` {
    @Test func `the same seed makes the same run`() throws {
        try expectSameRuns(seeds: 0..<200, Self.arrivals)
    }

    @Test func `different seeds make different orders`() throws {
        let runs = try (0..<200 as Range<UInt64>).map { try Run(seed: $0, Self.arrivals) }
        #expect(Set(runs.map(\.value)).count > 80)
        #expect(Set(runs.map(\.trace)).count > 150)
    }

    @Test func `a lost update between two actor calls is found by more than half of the seeds`() throws {
        let found = try (0..<300 as Range<UInt64>).filter { seed in
            try SeededExecutor.run(seed: seed) { _ in
                let account = Account()
                await withTaskGroup { group in
                    for _ in 0..<3 {
                        group.addTask { await account.set(account.balance + 1) }
                    }
                }
                return await account.balance
            } < 3
        }
        #expect(found.count > 150)
    }

    @Test func `an update inside one actor call is never lost`() throws {
        for seed in someSeeds {
            let balance = try SeededExecutor.run(seed: seed) { _ in
                let account = Account()
                await withTaskGroup { group in
                    for _ in 0..<3 {
                        group.addTask { await account.add(1) }
                    }
                }
                return await account.balance
            }
            #expect(balance == 3, "seed \(seed)")
        }
    }

    @Test func `an error of the body comes out`() {
        #expect(throws: Failure(code: 7)) {
            try SeededExecutor.run(seed: 0) { executor in
                try await executor.clock.sleep(for: .seconds(1))
                throw Failure(code: 7)
            }
        }
    }

    @Test func `the body sees the task-local values of the caller`() throws {
        let seen = try Local.$name.withValue("caller") {
            try SeededExecutor.run(seed: 0) { _ in Local.name }
        }
        #expect(seen == "caller")
    }

    @Test(arguments: [TaskPriority.background, .low, .medium, .high])
    func `the priority of the caller changes nothing`(priority: TaskPriority) async throws {
        for seed in someSeeds {
            let expected = try Run(seed: seed, Self.mixedPriorities)
            let run = try await Task(priority: priority) { try Run(seed: seed, Self.mixedPriorities) }.value
            #expect(run == expected, "seed \(seed)")
        }
    }

    @Test func `the body gets the executor it runs on`() throws {
        let executor = SeededExecutor(seed: 5)
        let isSame = try executor.run { $0 === executor && $0.seed == 5 }
        #expect(isSame)
        #expect(executor.steps > 0)
    }

    @Test func `a run within a run of the same executor traps`() async {
        let result = await #expect(processExitsWith: .failure) {
            try SeededExecutor.run(seed: 0) { executor in
                try executor.run { _ in }
            }
        }
        guard case .signal = result?.exitStatus else {
            Issue.record("It threw, or ended otherwise.")
            return
        }
    }

    @Test func `a run outside of every test is a run like any other`() async throws {
        await #expect(processExitsWith: .success) {
            try SeededExecutor.run(seed: 0) { try await $0.clock.sleep(for: .zero) }
        }
        let within = try Run(seed: 5, Self.arrivals)
        let outside = try await Task.detached {
            #expect(Test.current == nil)
            return try Run(seed: 5, Self.arrivals)
        }.value
        #expect(within == outside)
    }

    @Test func `an executor goes away after its run`() throws {
        weak var executor: SeededExecutor?
        do {
            let strong = SeededExecutor(seed: 0)
            executor = strong
            _ = try strong.run(Self.arrivals)
        }
        #expect(executor == nil)
    }

    @Test func `public types are Sendable`() {
        func requireSendable(_: (some Sendable).Type) {}
        requireSendable(SeededGenerator.self)
        requireSendable(SeededExecutor.self)
        requireSendable(SeededExecutor.Deadlock.self)
        requireSendable(SeededExecutor.Escape.self)
        requireSendable(SeededExecutor.FailedSchedule.self)
        requireSendable(SeededExecutor.Schedule.self)
        requireSendable(VirtualClock.self)
        requireSendable(ManualClock.self)
        requireSendable(ManualClock.Instant.self)
    }

    /// Tasks of several priorities that use one actor, of which the most urgent is waited for.
    @Sendable private static func mixedPriorities(on executor: SeededExecutor) async -> [Int] {
        let (account, order) = (Account(), Shared<[Int]>([]))
        let tasks = [nil, TaskPriority.background, .low, .high].enumerated().map { number, priority in
            Task(executorPreference: executor, priority: priority) {
                await account.add(1)
                await account.set(account.balance + 1)
                order.change { $0.append(number) }
            }
        }
        for task in tasks { await task.value }
        return order.value + [await account.balance]
    }

    /// Five tasks, in the order in which they came to their second step.
    @Sendable private static func arrivals(on executor: SeededExecutor) async -> [Int] {
        let arrived = Shared<[Int]>([])
        await withTaskGroup { group in
            for number in 0..<5 {
                group.addTask {
                    // The second step begins when the seed says so, and not when all are at rest.
                    await Task.yield()
                    arrived.change { $0.append(number) }
                }
            }
        }
        return arrived.value
    }
}

private actor Account {
    private(set) var balance = 0

    func set(_ balance: Int) {
        self.balance = balance
    }

    func add(_ amount: Int) {
        balance += amount
    }
}

private struct Failure: Error, Equatable {
    let code: Int
}

private enum Local {
    @TaskLocal static var name = "nobody"
}
