internal import Synchronization

/// A receipt for an edit submitted by synchronous code; ``version`` provides its outcome.
///
/// ```swift
/// let submission = staff.submit { try $0.append(erin) }
/// let version = try await submission.version  // once the edit has been made
/// ```
///
/// The receipt can be ignored: the edit runs in any case.
public final class Submission: Sendable {
    /// Everything is guarded by the mutex.
    private struct State {
        var machine = SubmissionMachine<Result<Version, any Error>>()
        var continuations: [Int: Suspension] = [:]
    }

    private let state = Mutex(State())

    init() {}

    /// The version of the edit's commit, or of the last commit if the edit changed nothing; waits until the edit has
    /// run.
    ///
    /// Any number of tasks can wait. Cancelling one of them does not cancel the edit.
    ///
    /// - Throws: Any error the edit throws (nothing has changed then); ``EditError`` with ``EditError/Code/finished``
    ///   if the source had already finished and the edit did not run; `CancellationError` if the waiting task is
    ///   cancelled.
    public var version: Version {
        get async throws {
            while true {
                let (outcome, waiter) = state.withLock { $0.machine.outcomeRequested() }
                if let outcome { return try outcome.get() }
                let wait = Simulation.running?.waitBegan { "a submitted edit to be made" }
                await self.wait(waiter)
                wait?.ended()
                if Task.isCancelled, state.withLock({ !$0.machine.isApplied }) { throw CancellationError() }
            }
        }
    }

    /// The edit ran or was rejected.
    func applied(_ outcome: Result<Version, any Error>) {
        let woken = state.withLock { state in
            state.machine.applied(outcome).compactMap { state.continuations.removeValue(forKey: $0) }
        }
        for continuation in woken { continuation.resume() }
    }

    private func wait(_ waiter: Int) async {
        await suspendTask { suspension in
            state.withLock { state in
                if Task.isCancelled { state.machine.waiterLeft(waiter) }
                guard state.machine.isWaiting(waiter) else { return false }
                state.continuations[waiter] = suspension
                return true
            }
        } unpark: { [self] in
            state.withLock { state in
                state.machine.waiterLeft(waiter)
                return state.continuations.removeValue(forKey: waiter)
            }
        }
    }
}
