internal import DataSources
internal import Synchronization

/// A command that is being applied, and the requests that wait for its answer.
final class RunningCommand: Sendable {
    private struct State {
        var reply: CommandReply?
        var waiting: [Int: CheckedContinuation<CommandReply, Never>] = [:]
        var waitsMade = 0
    }

    /// Stands for the command, see ``CommandEnvelope/fingerprint``.
    let fingerprint: UInt64
    /// Guards everything.
    private let state = Mutex(State())

    init(fingerprint: UInt64) {
        self.fingerprint = fingerprint
    }

    /// The number of requests that wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits for the answer; `unavailable` if the task is cancelled.
    func wait() async -> CommandReply {
        let id = state.withLock { state in
            state.waitsMade += 1
            return state.waitsMade
        }
        let cancelled = CommandReply.refused(CommandRefusal(.unavailable, "the request was cancelled"))
        return await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let reply = state.withLock { state -> CommandReply? in
                    if let reply = state.reply { return reply }
                    if Task.isCancelled { return cancelled }
                    state.waiting[id] = continuation
                    return nil
                }
                if let reply { continuation.resume(returning: reply) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: cancelled)
        }
    }

    /// The command has its answer.
    func answered(_ reply: CommandReply) {
        let waiting = state.withLock { state in
            state.reply = reply
            defer { state.waiting = [:] }
            return state.waiting
        }
        for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume(returning: reply) }
    }
}
