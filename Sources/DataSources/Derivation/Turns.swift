internal import Synchronization

/// Lets one task at a time through, in the order in which they came, without holding a thread.
final class Turns: Sendable {
    /// Everything is guarded by the mutex.
    private struct State {
        var machine = TurnMachine()
        var continuations: [Int: UnsafeContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Waits for this task's turn, which ``pass()`` ends; `false` when the task was cancelled, and it has none.
    func take(_ name: @escaping @Sendable () -> String) async -> Bool {
        guard case .queue(let id) = state.withLock({ $0.machine.turnRequested() }) else { return true }
        let wait = Simulation.current?.waitBegan(name)
        await queue(id)
        wait?.ended()
        if !Task.isCancelled { return true }
        // The turn may have come at the same moment: then it is the next one's.
        if !state.withLock({ $0.machine.queuedCallCancelled(id) }) { pass() }
        return false
    }

    /// Takes the turn if nobody has it; for who must not wait.
    func tryToTake() -> Bool { state.withLock { $0.machine.turnTriedFor() } }

    /// Ends this task's turn.
    func pass() {
        let next = state.withLock { state in
            state.machine.turnPassed().flatMap { state.continuations.removeAndShrink(forKey: $0) }
        }
        next?.resume()
    }

    private func queue(_ id: Int) async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let waits = state.withLock { state -> Bool in
                    guard !Task.isCancelled, state.machine.isQueued(id) else { return false }
                    state.continuations[id] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.continuations.removeAndShrink(forKey: id) }?.resume()
        }
    }
}
