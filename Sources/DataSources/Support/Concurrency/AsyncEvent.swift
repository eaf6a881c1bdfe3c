internal import Synchronization

/// Something that happens once, and that one task waits for.
final class AsyncEvent: Sendable {
    private enum State {
        case pending
        case awaited(UnsafeContinuation<Void, Never>)
        case happened
    }

    private let state = Mutex(State.pending)

    /// It has happened; again means nothing.
    func fire() {
        let waiting = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            defer { state = .happened }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume()
    }

    /// Returns when it has happened, or the task is cancelled; for one task at a time.
    ///
    /// - Parameter name: What the task waits for, for a test's executor to tell.
    func wait(_ name: @escaping @Sendable () -> String) async {
        let wait = Simulation.current?.waitBegan(name)
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let waits = state.withLock { state -> Bool in
                    // Cancelled before it waited: the handler has found nobody.
                    let isCancelled = Task.isCancelled
                    guard case .pending = state, !isCancelled else { return false }
                    state = .awaited(continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state -> UnsafeContinuation<Void, Never>? in
                guard case .awaited(let continuation) = state else { return nil }
                state = .pending
                return continuation
            }
            waiting?.resume()
        }
        wait?.ended()
    }
}
