internal import Synchronization

/// A receipt for an edit submitted from synchronous code: ``version`` says what became of it.
///
/// ```swift
/// let submission = staff.submit { try $0.append(erin) }
/// let version = try await submission.version  // once the edit has been made
/// ```
///
/// Nobody has to look at it: an edit is made all the same.
public final class Submission: Sendable {
    /// Everything is guarded by the mutex.
    private struct State {
        var machine = SubmissionMachine<Result<Version, any Error>>()
        var continuations: [Int: Suspension] = [:]
    }

    private let state = Mutex(State())

    init() {}

    /// The version of the edit's commit, or of the last commit when the edit changed nothing; waits until it is made.
    ///
    /// Any number of tasks may wait. Cancelling one of them does not take the edit back.
    ///
    /// - Throws: What the edit throws, which then has changed nothing; ``EditError`` with ``EditError/Code/finished`` when
    ///   the source had finished before: then the edit was never called; `CancellationError` when the task is cancelled.
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

    /// The edit was made or refused.
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
