internal import DataSources
import Synchronization

/// A lock that tasks hold across suspensions, served in the order of their calls.
final class TaskLock: Sendable {
    private struct State {
        var isHeld = false
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
        var made: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Takes the lock if it is free.
    func tryLock() -> Bool {
        state.withLock { state in
            if state.isHeld { return false }
            state.isHeld = true
            return true
        }
    }

    /// Waits for the lock; returns `false`, without the lock, if the task is cancelled.
    func lock() async -> Bool {
        if tryLock() { return true }
        let id = state.withLock { state in
            state.made += 1
            return state.made
        }
        return await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let hasLock = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if !state.isHeld {
                        state.isHeld = true
                        return true
                    }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let hasLock { continuation.resume(returning: hasLock) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    /// Passes the lock to the task that has waited longest.
    func unlock() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.isHeld = false
                return Optional<CheckedContinuation<Bool, Never>>.none
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
