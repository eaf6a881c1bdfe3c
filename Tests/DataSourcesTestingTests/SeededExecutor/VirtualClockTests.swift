import DataSourcesTesting
import TestKit
import Testing

struct `Virtual clock` {
    @Test func `a thousand seconds take no time`() throws {
        let realTime = try ContinuousClock().measure {
            let now = try SeededExecutor.run(seed: 0) { executor in
                for _ in 0..<1_000 {
                    try await executor.clock.sleep(for: .seconds(1))
                }
                return executor.clock.now
            }
            #expect(now == .start.advanced(by: .seconds(1_000)))
        }
        #expect(realTime < .seconds(60))
    }

    @Test func `timers fire in the order of their deadlines, equal ones in the order in which they were set`() throws {
        for seed in someSeeds {
            let (set, fired) = try SeededExecutor.run(seed: seed) { executor in
                let (set, fired) = (Shared<[Timer]>([]), Shared<[Timer]>([]))
                try await withThrowingTaskGroup { group in
                    for number in 0..<20 {
                        group.addTask {
                            let timer = Timer(number: number, seconds: number % 4)
                            set.change { $0.append(timer) }
                            try await executor.clock.sleep(until: .start.advanced(by: .seconds(timer.seconds)))
                            fired.change { $0.append(timer) }
                        }
                    }
                    try await group.waitForAll()
                }
                return (set.value, fired.value)
            }
            let expected = (0..<4).flatMap { seconds in set.filter { $0.seconds == seconds } }
            #expect(fired == expected, "seed \(seed)")
        }
    }

    @Test func `time stands still while anybody can run`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            async let asleep: Void = executor.clock.sleep(for: .seconds(1))
            for _ in 0..<1_000 {
                // Somebody is ready to run at once, and so for thousands of steps.
                await giveWay()
                #expect(executor.clock.now == .start)
            }
            try await asleep
            #expect(executor.clock.now == .start.advanced(by: .seconds(1)))
        }
    }

    @Test func `a sleep of no duration lets all others go as far as they can`() throws {
        for seed in someSeeds {
            try SeededExecutor.run(seed: seed) { executor in
                let steps = Shared(0)
                executor.start {
                    for _ in 0..<20 {
                        // Ready to run at once: it goes as far as one can without time passing.
                        await giveWay()
                        steps.change { $0 += 1 }
                    }
                }
                try await executor.clock.sleep(for: .zero)
                #expect(steps.value == 20, "seed \(seed)")
                #expect(executor.clock.now == .start)
            }
        }
    }

    @Test func `a deadline in the past does not turn time back`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            try await executor.clock.sleep(for: .seconds(2))
            try await executor.clock.sleep(until: .start)
            try await executor.clock.sleep(for: .seconds(-1))
            #expect(executor.clock.now == .start.advanced(by: .seconds(2)))
        }
    }

    @Test func `Task.sleep with the clock stays in virtual time`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            try await Task.sleep(for: .seconds(9), clock: executor.clock)
            #expect(executor.clock.now == .start.advanced(by: .seconds(9)))
        }
    }

    @Test func `cancelling wakes the sleeper at once and removes its timer`() throws {
        for seed in someSeeds {
            try SeededExecutor.run(seed: seed) { executor in
                let sleeper = Task(executorPreference: executor) {
                    try await executor.clock.sleep(for: .seconds(1_000))
                }
                if seed % 2 == 0 { try await executor.clock.sleep(for: .seconds(1)) }
                let before = executor.clock.now
                sleeper.cancel()
                await #expect(throws: CancellationError.self) { try await sleeper.value }
                #expect(executor.clock.now == before, "seed \(seed)")
                try await executor.clock.sleep(for: .seconds(1))
                #expect(executor.clock.now == before.advanced(by: .seconds(1)), "seed \(seed)")
            }
        }
    }
}

private struct Timer: Equatable {
    let number: Int
    let seconds: Int
}
