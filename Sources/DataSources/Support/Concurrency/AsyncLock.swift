internal import Synchronization

/// Lets one task at a time through, without holding a thread: in the order in which they came, among those that can run.
///
/// See ``AsyncLockMachine``.
final class AsyncLock: Sendable {
    private let state = Mutex(AsyncLockState())

    /// Waits for this task's turn, which ``release()`` ends; `false` when the task was cancelled, and it has none.
    func acquire(_ name: @escaping @Sendable () -> String) async -> Bool {
        if state.withLock({ $0.machine.lockTried() }) { return true }
        let waiter = WaiterClass.current
        let id = state.withLock { $0.machine.callQueued(as: waiter) }
        let wait = Simulation.current?.waitBegan(name)
        defer { wait?.ended() }
        repeat {
            await queue(id)
            if Task.isCancelled {
                for call in state.withLock({ $0.cancel(id) }) { call.resume() }
                return false
            }
        } while !state.withLock { $0.machine.lockTaken(by: id) }
        return true
    }

    /// Ends this task's turn.
    func release() {
        for call in state.withLock({ $0.release() }) { call.resume() }
    }

    private func queue(_ id: Int) async {
        await suspendTask { suspension in
            state.withLock { $0.park(id, suspension) }
        } unpark: { [self] in
            state.withLock { $0.continuations.removeAndShrink(forKey: id) }
        }
    }
}

/// A turn, and the calls that are suspended until it may be theirs: for whoever guards it by a mutex.
struct AsyncLockState {
    var machine = AsyncLockMachine()
    /// By call.
    var continuations: [Int: Suspension] = [:]

    /// Suspends a call in the queue; `false` when it is to go on instead.
    mutating func park(_ id: Int, _ continuation: Suspension) -> Bool {
        let parks = !Task.isCancelled && machine.callParks(id)
        guard parks else { return false }
        continuations[id] = continuation
        return true
    }

    /// Ends a turn; those to be resumed.
    mutating func release() -> [Suspension] { take(machine.unlocked()) }

    /// Takes a call out of the queue; those to be resumed.
    mutating func cancel(_ id: Int) -> [Suspension] { take(machine.queuedCallCancelled(id)) }

    private mutating func take(_ ids: [Int]) -> [Suspension] {
        if ids.isEmpty { return [] }
        return ids.compactMap { continuations.removeAndShrink(forKey: $0) }
    }
}
