import DataSourcesTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
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
}

/// Runs each job inside the call that enqueues it.
private final class InlineExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
