internal import DataSources
internal import Synchronization

/// The newest state that a feed passes on, and the clients that wait for the next one.
///
/// While a feed runs, its clients wait here and not at the source: so it decides how often they are woken.
final class FeedRelay<Snapshot: SnapshotProtocol>: Sendable {
    /// What a client that waited has to do.
    enum Wake: Sendable {
        /// Follow the relay's newest state.
        case changed(Snapshot, Update<Snapshot>?)
        /// Send a heartbeat; or the version of the source's state, if it is later than the client's.
        case heartbeat(Snapshot)
        /// Wait at the source: the feed does not run.
        case direct
        /// Send the end.
        case ended(EndReason)
        /// The task was cancelled.
        case cancelled
    }

    private struct State {
        var isRunning = false
        var newest: Snapshot?
        /// The step that led to the newest state.
        var update: Update<Snapshot>?
        var end: EndReason?
        var waiting: [Int: CheckedContinuation<Wake, Never>] = [:]
        var waited = 0
    }

    /// Guards everything.
    private let state = Mutex(State())

    /// The number of clients that wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits until there is another state than the client's, or a heartbeat.
    func next(after number: UInt64?) async -> Wake {
        let id = state.withLock { state in
            state.waited += 1
            return state.waited
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wake = state.withLock { state -> Wake? in
                    if Task.isCancelled { return .cancelled }
                    if let newest = state.newest, state.isRunning || state.end != nil,
                        newest.version?.number ?? 0 > number ?? 0
                    {
                        return .changed(newest, state.update)
                    }
                    if let end = state.end { return .ended(end) }
                    if !state.isRunning { return .direct }
                    state.waiting[id] = continuation
                    return nil
                }
                if let wake { continuation.resume(returning: wake) }
            }
        } onCancel: {
            let continuation = state.withLock { $0.waiting.removeValue(forKey: id) }
            continuation?.resume(returning: .cancelled)
        }
    }

    /// The feed runs; returns `false` if it runs already.
    func begin(at snapshot: Snapshot) -> Bool {
        change { state in
            if state.isRunning { return nil }
            state.isRunning = true
            (state.newest, state.update) = (snapshot, nil)
            return .changed(snapshot, nil)
        }
    }

    /// The source has another state.
    func publish(_ update: Update<Snapshot>) {
        _ = change { state in
            (state.newest, state.update) = (update.after, update)
            return .changed(update.after, update)
        }
    }

    /// Clients that wait send a heartbeat, of a source with this state.
    func beat(at newest: Snapshot) {
        _ = change { _ in .heartbeat(newest) }
    }

    /// The feed no longer runs.
    func stop() {
        _ = change { state in
            state.isRunning = false
            (state.newest, state.update) = (nil, nil)
            return .direct
        }
    }

    /// All streams end.
    func end(_ reason: EndReason) {
        _ = change { state in
            if state.end != nil { return nil }
            state.end = reason
            return .ended(reason)
        }
    }

    /// Changes the state under the lock, and wakes all that wait outside of it.
    private func change(_ body: (inout State) -> Wake?) -> Bool {
        // Old states are released outside of the lock.
        let (wake, woken, _, _) = state.withLock { state in
            let old = (state.newest, state.update)
            guard let wake = body(&state) else {
                return (Wake?.none, [Int: CheckedContinuation<Wake, Never>](), old.0, old.1)
            }
            let woken = state.waiting
            state.waiting = [:]
            return (wake, woken, old.0, old.1)
        }
        guard let wake else { return false }
        for continuation in woken.values { continuation.resume(returning: wake) }
        return true
    }
}
