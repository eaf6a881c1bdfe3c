import Synchronization

/// The requests that wait for an answer.
///
/// Each is finished once; what comes later for it is ignored.
final class ReplyTable: Sendable {
    private struct Waiting {
        let subject: String
        let continuation: CheckedContinuation<NatsReply, Never>
    }

    private struct State {
        var waiting: [UInt64: Waiting] = [:]
        var lastToken: UInt64 = 0
        /// Why no request can succeed any more.
        var end: NatsReply?
    }

    private let state = Mutex(State())

    /// A token for a request, which its answer has.
    func nextToken() -> UInt64 {
        state.withLock { state in
            state.lastToken += 1
            return state.lastToken
        }
    }

    /// Registers a request before it is sent; `false` if it was finished at once instead.
    func add(_ token: UInt64, subject: String, _ continuation: CheckedContinuation<NatsReply, Never>) -> Bool {
        let end = state.withLock { state in
            if state.end == nil { state.waiting[token] = Waiting(subject: subject, continuation: continuation) }
            return state.end
        }
        if let end { continuation.resume(returning: end) }
        return end == nil
    }

    /// Finishes a request, if it still waits.
    func finish(_ token: UInt64, _ reply: NatsReply) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: token) }
        waiting?.continuation.resume(returning: reply)
    }

    /// Finishes all requests whose subject satisfies a condition.
    func finishAll(_ reply: NatsReply, where condition: (_ subject: String) -> Bool = { _ in true }) {
        let finished = state.withLock { state in
            let finished = state.waiting.filter { condition($0.value.subject) }
            for token in finished.keys { state.waiting[token] = nil }
            return finished.values
        }
        for waiting in finished { waiting.continuation.resume(returning: reply) }
    }

    /// Finishes all requests, and those that come.
    func end(_ reply: NatsReply) {
        state.withLock { $0.end = $0.end ?? reply }
        finishAll(reply)
    }
}
