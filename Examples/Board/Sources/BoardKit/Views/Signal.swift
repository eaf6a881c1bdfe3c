import Synchronization

/// Something that happens once, and that any number of tasks can wait for.
final class Signal: Sendable {
    private struct State {
        var isSent = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var waited = 0
    }

    /// Guards everything.
    private let state = Mutex(State())

    /// It has happened.
    func send() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.isSent = true
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }

    /// Waits until it has happened, or the task is cancelled.
    func wait() async {
        let id = state.withLock { state in
            state.waited += 1
            return state.waited
        }
        await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isSent || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { $0.waiting.removeValue(forKey: id) }
            continuation?.resume()
        }
    }
}
