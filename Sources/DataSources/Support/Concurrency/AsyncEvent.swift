internal import Synchronization

/// A one-time event that one task waits for.
package final class AsyncEvent: Sendable {
    private enum State {
        case pending
        case awaited(Suspension)
        case happened
    }

    private let state = Mutex(State.pending)

    package init() {}

    /// Fires the event; later calls have no effect.
    package func fire() {
        let waiting = state.withLock { state -> Suspension? in
            defer { state = .happened }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume()
    }

    /// Waits until the event has fired or the task is cancelled; for one task at a time.
    ///
    /// - Parameter name: What the task waits for, for diagnostics of a test's executor.
    package func wait(_ name: @escaping @Sendable () -> String) async {
        let wait = Simulation.current?.waitBegan(name)
        await suspendTask { suspension in
            state.withLock { state in
                guard case .pending = state, !Task.isCancelled else { return false }
                state = .awaited(suspension)
                return true
            }
        } unpark: { [self] in
            state.withLock { state in
                guard case .awaited(let suspension) = state else { return nil }
                state = .pending
                return suspension
            }
        }
        wait?.ended()
    }
}
