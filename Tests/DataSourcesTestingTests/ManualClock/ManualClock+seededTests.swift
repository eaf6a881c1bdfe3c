import DataSourcesTesting
import TestKit
import Testing

struct `Manual clock on the seeded executor` {
    @Test func `each step wakes exactly those whose time has come`() throws {
        try expectSameRuns { executor in
            let (clock, woken) = (ManualClock(), Shared<[Int]>([]))
            return try await withThrowingTaskGroup { group in
                for seconds in 1...10 {
                    group.addTask {
                        try await clock.sleep(for: .seconds(seconds))
                        woken.change { $0.append(seconds) }
                    }
                }
                await clock.sleepersReach(10)
                for seconds in 1...10 {
                    clock.advance(by: .seconds(1))
                    try await executor.clock.sleep(for: .zero)
                    #expect(woken.value == Array(1...seconds))
                }
                try await group.waitForAll()
                return woken.value
            }
        }
    }

    @Test func `the seed decides who of those that woke together goes first`() throws {
        let orders = try expectSameRuns { _ in
            let (clock, woken) = (ManualClock(), Shared<[Int]>([]))
            try await withThrowingTaskGroup { group in
                for number in 0..<3 {
                    group.addTask {
                        try await clock.sleep(for: .seconds(1))
                        woken.change { $0.append(number) }
                    }
                }
                await clock.sleepersReach(3)
                clock.advance(by: .seconds(1))
                try await group.waitForAll()
            }
            return woken.value
        }
        #expect(Set(orders).count == 6)
    }

    @Test func `cancelled sleepers end before time passes`() throws {
        try expectSameRuns { _ in
            let clock = ManualClock()
            return await withThrowingTaskGroup { group in
                for seconds in 1...5 {
                    group.addTask { try await clock.sleep(for: .seconds(seconds)) }
                }
                await clock.sleepersReach(5)
                group.cancelAll()
                #expect(clock.sleepers == 0)
                return clock.now
            }
        }
    }

    @Test func `a clock that nobody advances is a deadlock`() throws {
        let (executor, clock) = (SeededExecutor(seed: 0), ManualClock())
        #expect(throws: SeededExecutor.Deadlock.self) {
            try executor.run { _ in try await clock.sleep(for: .seconds(1)) }
        }
        clock.advance(by: .seconds(1))
        try executor.run { _ in }
        #expect(clock.sleepers == 0)
    }
}
