import DataSourcesTesting
import TestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct `Advancing a manual clock` {
    /// Woken tasks run inside the call that wakes them, so the order in which they are woken shows.
    @Test func `wakes by deadline, then by arrival, and holds no lock while it does`() async throws {
        let (clock, woken) = (ManualClock(), Shared<[Int]>([]))
        let deadlines = [30, 10, 20, 10, 30, 5]
        for (number, deadline) in deadlines.enumerated() {
            Task(executorPreference: InlineExecutor()) {
                try await clock.sleep(for: .seconds(deadline))
                #expect(clock.now == .start.advanced(by: .seconds(25)) || deadline > 25)
                woken.change { $0.append(number) }
            }
            await clock.sleepersReach(number + 1)
        }
        clock.advance(by: .seconds(25))
        #expect(woken.value == [5, 1, 3, 2])
        clock.advance(by: .seconds(25))
        #expect(woken.value == [5, 1, 3, 2, 0, 4])
    }

    @Test func `a woken task may sleep again, cancel and advance inside the call that woke it`() async throws {
        let clock = ManualClock()
        let other = Task { try await clock.sleep(for: .seconds(9)) }
        await clock.sleepersReach(1)
        Task(executorPreference: InlineExecutor()) {
            try await clock.sleep(for: .seconds(1))
            other.cancel()
            clock.advance(by: .seconds(1))
            try await clock.sleep(for: .seconds(1))
        }
        clock.advance(by: .seconds(1))
        #expect(clock.now == .start.advanced(by: .seconds(2)))
        #expect(clock.sleepers == 1)
        await #expect(throws: CancellationError.self) { try await other.value }
        clock.advance(by: .seconds(1))
        #expect(clock.sleepers == 0)
    }

    @Test(arguments: someSeeds) func `step by step, a task that sleeps again gets all of its wake-ups`(seed: UInt64)
        throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            let (clock, ticks) = (ManualClock(), Shared<[Duration]>([]))
            let ticker = Task(executorPreference: executor) {
                while true {
                    try await clock.sleep(for: .seconds(3))
                    ticks.change { $0.append(clock.now.sinceStart) }
                }
            }
            await clock.advance(by: .seconds(10)) { await executor.settle() }
            #expect(ticks.value == [.seconds(3), .seconds(6), .seconds(9)])
            #expect(clock.now.sinceStart == .seconds(10))
            #expect(clock.nextDeadline?.sinceStart == .seconds(12))
            await clock.advance(by: .seconds(-5)) { await executor.settle() }
            #expect(clock.now.sinceStart == .seconds(10))
            ticker.cancel()
        }
    }

    @Test func `step by step on real threads`() async throws {
        let (clock, ticks) = (ManualClock(), Shared(0))
        let ticker = Task {
            while true {
                try await clock.sleep(for: .seconds(1))
                ticks.change { $0 += 1 }
            }
        }
        await clock.advance(by: .seconds(10)) { await clock.sleepersReach(1) }
        #expect(ticks.value == 10)
        ticker.cancel()
        _ = await ticker.result
        #expect(clock.nextDeadline == nil)
    }

    @Test func `an error of the settling stops the clock where it got to`() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepersReach(1)
        var calls = 0
        await #expect(throws: CancellationError.self) {
            try await clock.advance(by: .seconds(9)) { () async throws(CancellationError) in
                calls += 1
                if calls == 2 { throw CancellationError() }
            }
        }
        #expect(clock.now.sinceStart == .seconds(1))
        try await sleeper.value
    }
}

/// Runs each job inside the call that enqueues it.
private final class InlineExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
