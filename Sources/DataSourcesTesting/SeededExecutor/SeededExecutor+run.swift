import DataSources
import Synchronization

extension SeededExecutor {
    /// Runs `body`, and all that it starts, on the calling thread in the order chosen by `seed`.
    ///
    /// What sources of DataSources do with edits submitted from synchronous code runs on the executor too.
    ///
    /// The body gets the executor for its ``clock`` and for ``start(_:)``. It sees the task-local values of the caller.
    ///
    /// - Parameters:
    ///   - seed: The order to run in.
    ///   - body: The scenario.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``Deadlock`` if nothing is left that could make the body go on.
    public static func run<Value: Sendable>(
        seed: UInt64,
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Value
    ) throws -> Value {
        try SeededExecutor(seed: seed).run(body)
    }

    /// Runs `body`, and all that it starts, on the calling thread.
    ///
    /// When the body has finished, virtual time stops, and what can run without it still runs: so tasks that the body
    /// started and cancelled come to their end. Whatever then still sleeps or waits stays with the executor, and the
    /// next run takes it along. A task that keeps yielding without an end keeps the run from ending.
    ///
    /// Only one run at a time: calling this during a run of the same executor is a programming error and traps.
    ///
    /// - Parameter body: The scenario; it gets this executor.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``Deadlock`` if nothing is left that could make the body go on.
    public func run<Value: Sendable>(
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Value
    ) throws -> Value {
        runBegan()
        defer { runEnded() }

        let outcome = Outcome<Value>()
        // Not detached: the body inherits task-local values, by which Swift Testing knows the test it is in. But not
        // the priority: on it depends how many jobs the runtime makes of the calls to an actor.
        Task(executorPreference: self, priority: Self.priority) {
            await InboxWorkers.$starter.withValue(InboxWorkers.Starter { self.start($0) }) {
                do {
                    outcome.set(.success(try await body(self)))
                } catch {
                    outcome.set(.failure(error))
                }
            }
        }
        repeat {
            runReadyJobs()
        } while !outcome.isSet && clock.timers.advanceToFirstSleeper()

        guard let result = outcome.result else { throw deadlock }
        return try result.get()
    }

    /// Runs jobs until none is ready, among them those that become ready meanwhile.
    private func runReadyJobs() {
        while let job = state.withLock({ $0.schedule.threadBecameFree() }) {
            // Naming both executors makes calls to default actors scheduling points, and keeps pinned actors inline.
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }

    private func runBegan() {
        let wasRunning = state.withLock { state in
            defer { state.isRunning = true }
            return state.isRunning
        }
        precondition(!wasRunning, "This SeededExecutor is running already; make one executor for each run.")
    }

    private func runEnded() {
        state.withLock { $0.isRunning = false }
    }

    private var deadlock: Deadlock {
        let now = clock.now
        return state.withLock { state in
            Deadlock(
                seed: seed,
                steps: state.schedule.steps,
                trace: state.schedule.trace,
                time: now,
                unfinishedTasks: state.unfinishedTasks
            )
        }
    }

    /// What the body of a run came to, if it has come to an end.
    private final class Outcome<Value: Sendable>: Sendable {
        /// Written once by the task of the body, read by the thread of the run, which are the same thread.
        private let stored = Mutex<Result<Value, any Error>?>(nil)

        var isSet: Bool { result != nil }

        var result: Result<Value, any Error>? { stored.withLock { $0 } }

        func set(_ result: Result<Value, any Error>) {
            stored.withLock { $0 = result }
        }
    }
}
