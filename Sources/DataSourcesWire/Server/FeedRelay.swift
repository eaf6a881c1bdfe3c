internal import DataSources
internal import Synchronization

/// The newest state that a feed passes on, and the clients that wait for the next one.
///
/// While a feed runs, its clients wait here and not at the source: so it decides how often they are woken. The states that
/// a replica has confirmed are passed on by another one, see ``ConfirmedStates``.
final class FeedRelay: Sendable {
    /// What a client that waited has to do.
    enum Wake: Sendable {
        /// Follow the relay's newest state.
        case changed(FeedStep)
        /// Send a heartbeat; or the version of the source's state, if it is later than the client's.
        case heartbeat(FeedStep)
        /// Wait at the source: the feed does not run.
        case direct
        /// The newest state is of another life of the source.
        case replaced
        /// Send the end.
        case ended(EndReason)
        /// The task was cancelled.
        case cancelled
    }

    /// Who decides when clients are woken.
    enum Mode: Sendable {
        /// The source: the feed does not run.
        case direct
        case running
        /// All streams end.
        case ended
    }

    private struct State {
        var isRunning = false
        var newest: FeedStep?
        var end: EndReason?
        var waiting: [Int: CheckedContinuation<Wake, Never>] = [:]
        /// Who waits for another mode.
        var watching: [Int: CheckedContinuation<Void, Never>] = [:]

        var mode: Mode { end != nil ? .ended : isRunning ? .running : .direct }
    }

    /// Guards everything.
    private let state = Mutex(State())
    /// How often somebody has waited: the ids.
    private let waits = Atomic(0)

    /// The number of clients that wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// The newest state.
    var newest: FeedStep? { state.withLock { $0.newest } }

    /// Waits until there is another state than the client's, or a heartbeat.
    ///
    /// - Parameters:
    ///   - number: The version of the client's state; `nil` if it has none.
    ///   - life: The life of the source that the client's state is of.
    /// - Returns: What the client has to do.
    func next(after number: UInt64?, in life: Int) async -> Wake {
        let id = waits.add(1, ordering: .relaxed).newValue
        let wake = await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let wake = state.withLock { state -> Wake? in
                    if Task.isCancelled { return .cancelled }
                    if let newest = state.newest, state.isRunning || state.end != nil {
                        guard let number else { return .changed(newest) }
                        if newest.life > life { return .replaced }
                        if newest.life == life, newest.number > number { return .changed(newest) }
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
        // With thousands of clients there can be a newer state when it is this one's turn.
        if case .changed = wake, let newest {
            return number != nil && newest.life > life ? .replaced : .changed(newest)
        }
        return wake
    }

    /// Waits until the mode is another one, or the task is cancelled.
    func waitForEnd(of mode: Mode) async {
        let id = waits.add(1, ordering: .relaxed).newValue
        await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.mode != mode { return true }
                    state.watching[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { $0.watching.removeValue(forKey: id) }
            continuation?.resume()
        }
    }

    /// Waits until all streams end, or the task is cancelled.
    func end() async -> Wake {
        while !Task.isCancelled {
            let (mode, end) = state.withLock { ($0.mode, $0.end) }
            if let end { return .ended(end) }
            await waitForEnd(of: mode)
        }
        return .cancelled
    }

    /// The feed runs; returns `false` if it runs already, or has ended.
    func begin(at newest: FeedStep?) -> Bool {
        change { state in
            if state.mode != .direct { return nil }
            state.isRunning = true
            state.newest = newest
            return newest.map { .changed($0) } ?? .direct
        }
    }

    /// The source has another state; does nothing if it is no later one.
    func publish(_ newest: FeedStep) {
        _ = change { state in
            if let last = state.newest, (last.life, last.number) >= (newest.life, newest.number) { return nil }
            state.newest = newest
            return .changed(newest)
        }
    }

    /// Clients that wait send a heartbeat, of a source with this state.
    func beat(at newest: FeedStep) {
        _ = change { _ in .heartbeat(newest) }
    }

    /// The feed no longer runs; after the end, its newest state stays for streams that have not sent it.
    func stop() {
        _ = change { state in
            if state.end != nil { return nil }
            state.isRunning = false
            state.newest = nil
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
        let (wake, woken, watching, _) = state.withLock { state in
            let (newest, mode) = (state.newest, state.mode)
            let wake = body(&state)
            var woken: [Int: CheckedContinuation<Wake, Never>] = [:]
            var watching: [Int: CheckedContinuation<Void, Never>] = [:]
            if wake != nil {
                // Most of them wait again soon.
                woken = Dictionary(minimumCapacity: state.waiting.count)
                swap(&woken, &state.waiting)
            }
            if state.mode != mode { swap(&watching, &state.watching) }
            return (wake, woken, watching, newest)
        }
        guard let wake else { return false }
        // In the order in which they began to wait.
        for (_, continuation) in woken.sorted(by: { $0.key < $1.key }) { continuation.resume(returning: wake) }
        for (_, continuation) in watching.sorted(by: { $0.key < $1.key }) { continuation.resume() }
        return true
    }
}
