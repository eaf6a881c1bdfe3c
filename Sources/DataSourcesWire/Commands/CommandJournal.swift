public import DataSources
internal import Synchronization

/// The commands of a source that is published in a log: each is applied once, also when another process takes over.
///
/// The key and the answer of a command are in the same message of the log as the step that contains its edit, and the last
/// ones are part of whole states. So the next writer knows exactly the commands whose edits it has. The answer is given
/// when the log has the message:
///
/// ```
/// commit ─▶ step, key and answer ─▶ in the log ─▶ answer to the client
///                      └─▶ another writer was faster ─▶ notApplied: ask again, there
/// ```
///
/// Create it with ``LogWriter/journal(of:)``. For commands that are applied elsewhere, with
/// ``CommandHandler/register(_:isAllowed:applying:)``, call ``commandWillCommit(_:fingerprint:after:)`` in the transaction
/// of the source; otherwise the answer is in a later message than the edit.
public final class CommandJournal: CommandAnswers {
    private struct Prepared {
        let key: CommandKey
        let fingerprint: UInt64
        /// The command is in all states after this version.
        let version: Version

        /// What its answer takes in a message.
        var size: Int {
            let answer = CommandAnswer(.applied(FeedPosition(version)), toCommandWith: fingerprint)
            return LogAnswer(key: key, answer: answer).size
        }
    }

    private struct State {
        /// Commands that are committed and not in a message, ascending by version.
        var prepared: [Prepared] = []
        /// Answers in a message that is being appended.
        var sent: [CommandKey: CommandAnswer] = [:]
        /// Answers that are in the log.
        var known: KnownAnswers
        /// What those that are not in the log take in a message.
        var bytes = 0
        var waiting: [CommandKey: [Int: CheckedContinuation<CommandRefusal?, Never>]] = [:]
        var waitsMade = 0
        /// Why no command is applied, if the source is no longer published; and what is told about those under way then.
        var end: CommandRefusal?, pendingEnd: CommandRefusal?

        func isPending(_ key: CommandKey) -> Bool { sent[key] != nil || prepared.contains { $0.key == key } }
    }

    /// Names the commands of each step in frames.
    let log = CommandLog()
    /// How many bytes the answers of commands that are not in the log may take, so that they fit into a message.
    private let limit: Int
    /// Appends an answer that belongs to no step.
    private let append: @Sendable (LogAnswer) async throws -> Void
    /// Guards everything.
    private let state: Mutex<State>

    init(known: KnownAnswers, limit: Int, appending append: @escaping @Sendable (LogAnswer) async throws -> Void) {
        (self.limit, self.append) = (limit, append)
        state = Mutex(State(known: known))
    }

    // MARK: For the handler of commands

    /// The next commit of the source will contain a command.
    ///
    /// Call it in the transaction, after the edit: a ``CommandHandler`` does.
    ///
    /// - Throws: ``CommandRefusal``: `notApplied` if another writer has taken over, `unavailable` if too many commands wait
    ///   for the log. Let it go through, so that the transaction makes no edit.
    public func commandWillCommit(
        _ key: CommandKey, fingerprint: UInt64, after version: Version
    ) throws(CommandRefusal) {
        let prepared = Prepared(key: key, fingerprint: fingerprint, version: version)
        try state.withLock { (state) throws(CommandRefusal) in
            if let end = state.end { throw end }
            guard state.bytes + prepared.size <= limit else {
                throw CommandRefusal(.unavailable, "\(state.prepared.count) commands wait for the log")
            }
            state.bytes += prepared.size
            state.prepared.append(prepared)
        }
        log.commandWillCommit(key.key.text, after: version)
    }

    /// The answer of a key in the log; waits for it if the command is on its way.
    ///
    /// - Throws: ``CommandRefusal`` if the command does not get into the log, or the task is cancelled.
    public func answer(for key: CommandKey) async throws -> CommandAnswer? {
        let (known, isPending) = state.withLock { ($0.known[key], $0.isPending(key)) }
        if known != nil || !isPending { return known }
        try await wait(for: key)
        return state.withLock { $0.known[key] }
    }

    /// Waits until the answer of a command is in the log.
    ///
    /// - Throws: ``CommandRefusal``: `notApplied` if it never will be, `unavailable` if that is not known.
    public func keep(_ answer: CommandAnswer, for key: CommandKey) async throws {
        let isOfStep = state.withLock { state in
            if state.known[key] != nil || state.sent[key] != nil { return true }
            guard let index = state.prepared.lastIndex(where: { $0.key == key }) else { return false }
            // A transaction that has changed nothing has made no commit.
            if case .applied(let position) = answer.reply, position.number > state.prepared[index].version.number {
                return true
            }
            state.bytes -= state.prepared[index].size
            state.prepared.remove(at: index)
            return false
        }
        if isOfStep { return try await wait(for: key) }
        let answer = LogAnswer(key: key, answer: answer)
        do {
            try await append(answer)
        } catch let error as NotAppended {
            throw error.refusal
        } catch {
            throw CommandRefusal(.unavailable, "the answer may not be in the log: \(error)")
        }
        acknowledged([answer])
    }

    /// Waits until a command that is on its way is in the log.
    private func wait(for key: CommandKey) async throws(CommandRefusal) {
        let id = state.withLock { state in
            state.waitsMade += 1
            return state.waitsMade
        }
        let cancelled = CommandRefusal(.unavailable, "the request was cancelled")
        let failure = await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { (continuation: CheckedContinuation<CommandRefusal?, Never>) in
                let outcome = state.withLock { state -> CommandRefusal?? in
                    if state.known[key] != nil { return .some(nil) }
                    if Task.isCancelled { return cancelled }
                    if let end = state.pendingEnd { return end }
                    if !state.isPending(key) { return CommandRefusal(.unavailable, "the command was not appended") }
                    state.waiting[key, default: [:]][id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiting[key]?.removeValue(forKey: id) }?.resume(returning: cancelled)
        }
        if let failure { throw failure }
    }

    // MARK: For the publication of the source

    /// The answers that are in the log, the oldest first.
    var known: [LogAnswer] {
        state.withLock { $0.known.all.map { LogAnswer(key: $0.key, answer: $0.answer) } }
    }

    /// The step to a state, or the state, is appended: the answers of the commands in it that are not in the log.
    func taken(through position: FeedPosition) -> [LogAnswer] {
        state.withLock { state in
            let count = state.prepared.prefix { $0.version.number < position.number }.count
            let answers = state.prepared.prefix(count).map { prepared in
                let applied = FeedPosition(
                    epoch: prepared.version.epoch, number: prepared.version.number.saturatingNext)
                return LogAnswer(
                    key: prepared.key,
                    answer: CommandAnswer(.applied(applied), toCommandWith: prepared.fingerprint))
            }
            for answer in answers { state.sent[answer.key] = answer.answer }
            state.prepared.removeFirst(count)
            return answers
        }
    }

    /// Answers are in the log.
    func acknowledged(_ answers: [LogAnswer]) {
        if answers.isEmpty { return }
        let waiting = state.withLock { state in
            var waiting: [CheckedContinuation<CommandRefusal?, Never>] = []
            for answer in answers {
                state.known.keep(answer.answer, for: answer.key)
                if state.sent.removeValue(forKey: answer.key) != nil { state.bytes -= answer.size }
                waiting += (state.waiting.removeValue(forKey: answer.key) ?? [:]).sorted { $0.key < $1.key }.map(
                    \.value)
            }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    /// The message with these answers was not appended, or it is not known whether it was: they belong into the next one.
    func returned(_ answers: [LogAnswer]) {
        state.withLock { state in
            let prepared = answers.compactMap { answer -> Prepared? in
                state.sent[answer.key] = nil
                guard case .applied(let position) = answer.answer.reply else { return nil }
                return Prepared(
                    key: answer.key, fingerprint: answer.answer.fingerprint,
                    version: Version(epoch: position.epoch, number: position.number - 1))
            }
            state.prepared.insert(contentsOf: prepared, at: 0)
        }
    }

    /// The source is published: commands that were prepared meanwhile will be appended.
    func publicationBegan() { state.withLock { ($0.end, $0.pendingEnd) = (nil, nil) } }

    /// The source is not published any more; those who wait are told.
    ///
    /// What was committed and not appended stays: if the source is published again, by the same writer, it comes first.
    func publicationEnded(_ error: NotAppended?) {
        let refusal = error?.refusal ?? CommandRefusal(.unavailable, "the source is not published in the log any more")
        let waiting = state.withLock { state in
            // What comes later is not applied here.
            state.end = CommandRefusal(error == nil ? .unavailable : .notApplied, refusal.message)
            state.pendingEnd = refusal
            defer { state.waiting = [:] }
            return state.waiting.values.flatMap { $0.sorted { $0.key < $1.key }.map(\.value) }
        }
        for continuation in waiting { continuation.resume(returning: refusal) }
    }
}

extension NotAppended {
    /// What the client of a command is told.
    var refusal: CommandRefusal {
        let reason =
            switch reason {
            case .deposed(let other): "\(other) has taken over"
            case .stopped(let error): "the writer has stopped: \(error)"
            }
        return CommandRefusal(isKnown ? .notApplied : .unavailable, reason).shortened()
    }
}
