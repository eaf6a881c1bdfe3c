internal import Synchronization

/// A lock that suspends waiting tasks instead of blocking threads: first come, first served among the tasks that can
/// run.
///
/// See ``AsyncLockMachine``.
package final class AsyncLock: Sendable {
    private let state = Mutex(AsyncLockState())

    package init() {}

    /// Waits for the lock, to be released with ``release()``; returns `false`, without the lock, if the task is
    /// cancelled.
    package func acquire(_ name: @escaping @Sendable () -> String) async -> Bool {
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

    /// Releases the lock.
    package func release() {
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

/// A lock and its suspended calls; its owner guards it with a mutex.
struct AsyncLockState {
    var machine = AsyncLockMachine()
    /// By call.
    var continuations: [Int: Suspension] = [:]

    /// Suspends a queued call; returns `false` if the call must go on instead.
    mutating func park(_ id: Int, _ continuation: Suspension) -> Bool {
        let parks = !Task.isCancelled && machine.callParks(id)
        guard parks else { return false }
        continuations[id] = continuation
        return true
    }

    /// Releases the lock; returns the calls to resume.
    mutating func release() -> [Suspension] { take(machine.unlocked()) }

    /// Removes a call from the queue; returns the calls to resume.
    mutating func cancel(_ id: Int) -> [Suspension] { take(machine.queuedCallCancelled(id)) }

    private mutating func take(_ ids: [Int]) -> [Suspension] {
        if ids.isEmpty { return [] }
        return ids.compactMap { continuations.removeAndShrink(forKey: $0) }
    }
}
