public import DataSources
internal import Synchronization

/// Appends the frames of sources to a log: one writer at a time, and any process can be the next one.
///
/// ```swift
/// let writer = LogWriter(of: log, as: "host-7")
/// try await writer.takeOver()
/// let restored = try await writer.restored("board.42", as: ListSnapshot<Card>.self)
/// let board = try restored.map { try ListSource($0.snapshot, at: $0.version) } ?? ListSource(initial)
/// let journal = writer.journal(of: "board.42")
/// let commands = CommandHandler(for: board, answers: journal)
/// try await withThrowingTaskGroup(of: Void.self) { group in
///     group.addTask { try await writer.run() }
///     group.addTask { try await writer.publish(board, as: "board.42", journal: journal) }
///     try await group.next()
/// }
/// ```
///
/// - **Fenced by the log.** Taking over appends a mark behind the last message that was read. After that, whatever a former
///   writer appends is refused, since it expects another last message; that writer ends with ``Deposed``. No clock and no
///   lease takes part: a lease may say when to try, two holders are harmless.
/// - **Edits never wait.** While a message is on its way the steps of a source are conflated, and what other sources have
///   to say is gathered: it is one message.
/// - **Lost answers** are resolved by reading what is in the message's place. The same bytes are appended again, never
///   others.
/// - **Whole states** follow when the steps of a source take more than its last one; what they replace is removed when
///   they are complete.
///
/// Serve clients with a ``Replica`` that follows ``reader``, not with the source: a client that has seen a state which
/// never gets into the log could not go on at another process.
public final class LogWriter<Log: FrameLog>: Sendable {
    private struct State {
        var machine: LogWriterMachine
        /// Those who wait for their records to be in the log, by number.
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        /// Waits for something to append.
        var idle: CheckedContinuation<Void, Never>?
        var isRunning = false
        var published: Set<TextID> = []
        /// Those of them that the log does not have yet.
        var coming: Set<TextID> = []
        /// The states that were restored and are not published yet.
        var restored: [TextID: any Sendable] = [:]
    }

    /// What the log has, as far as this process knows: replicas that follow it have exactly what is in the log.
    public let reader: LogReader<Log>
    /// The name by which other processes are told who has taken over.
    public let name: String
    let settings: LogSettings
    private let log: Log
    /// Guards everything.
    private let state: Mutex<State>

    /// Creates a writer that has not taken over.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - name: Names this process, for people.
    ///   - settings: When whole states are due, and how many answers to commands are kept.
    public init(of log: Log, as name: String, settings: LogSettings = LogSettings()) {
        (self.log, self.settings) = (log, settings)
        self.name = String(decoding: name.utf8.prefix(256), as: UTF8.self)
        reader = LogReader(
            log,
            LogIndex(
                answers: (settings.answers, settings.answerBytes), limit: settings.readLimit,
                names: max(200_000, settings.names.saturating(adding: settings.names))))
        state = Mutex(
            State(machine: LogWriterMachine(writer: .random(in: .min ... .max), limit: log.messageLimit)))
    }

    // MARK: Taking over

    /// Reads the whole log, and appends the mark of this writer behind its last message.
    ///
    /// While the former writer appends, this goes on until the mark gets in. Call it once.
    ///
    /// - Parameters:
    ///   - backoff: How long to wait after failures of the log.
    ///   - clock: The clock that measures the time.
    /// - Throws: ``FrameLogError`` `refused` if trying again does not help; ``WireError`` if the log has messages that are
    ///   not those of a writer; `CancellationError` if the task is cancelled: the mark may be in the log.
    @concurrent
    public func takeOver(backoff: Backoff = .ofLog, clock: some Clock<Duration> = ContinuousClock()) async throws {
        let id = state.withLock { $0.machine.writer }
        var failures = 0
        while reader.mark(of: id) == nil {
            do {
                let end = try await log.message(at: reader.sequence.saturatingNext).last
                try await reader.read(through: end)
                // A mark whose answer was lost.
                if reader.mark(of: id) != nil { break }
                let last = reader.sequence
                // The same bytes behind the same message: what they say depends on the messages before.
                let head = reader.head(keeping: settings.removals)
                let mark = state.withLock { $0.machine.mark(name: name, head) }
                try await log.append(mark, after: last)
                try reader.received(LogEntry(sequence: last.saturatingNext, message: mark))
            } catch let error as WireError {
                throw error
            } catch let error as FrameLogError where error.code == .refused || error.code == .tooLarge {
                throw error
            } catch {
                try Task.checkCancellation()
                failures += 1
                // A conflict means that there is more to read, as a rule.
                if (error as? FrameLogError)?.code == .conflict, failures < 8 { continue }
                try await clock.sleep(for: backoff.delay(after: failures))
            }
        }
        let (last, sequence) = (reader.sequence, reader.mark(of: id) ?? reader.sequence)
        state.withLock { $0.machine.tookOver(at: sequence, last: last) }
        try? await log.trim(LogBatch.marks, before: sequence)
    }

    /// The state of a source in the log, and its version; `nil` if the log has none.
    ///
    /// Call it after ``takeOver(backoff:clock:)``.
    ///
    /// - Throws: ``WireError`` if the frames do not fit the type, or `inconsistent` if the log has lost messages of the source:
    ///   to begin it anew would drop what was acknowledged. ``FrameLogError`` if the log does not answer.
    public func restored<Snapshot: WireSnapshot>(
        _ source: String, as type: Snapshot.Type = Snapshot.self
    ) async throws -> (snapshot: Snapshot, version: Version)? {
        guard let position = reader.position(of: source) else {
            if reader.isBroken(TextID(source)) {
                throw WireError(
                    .inconsistent,
                    "the log has lost messages of \(source): repair it, or remove the source to begin it anew")
            }
            return nil
        }
        let replica = Replica<Snapshot>()
        try await reader.following(TextID(source), at: nil) { follower in
            let frames = LogFrames(
                reader: reader, source: TextID(source), follower: follower, kind: Snapshot.wireKind, position: nil,
                end: position)
            do {
                try await replica.follow(frames, as: .binary)
            } catch let error as WireError where error.code == .disconnected {
                // The frames end where the log does.
            }
        }
        try Task.checkCancellation()
        guard await replica.position == position else {
            throw WireError(.inconsistent, "the frames of \(source) do not lead to version \(position.number)")
        }
        let version = Version(epoch: position.epoch, number: position.number)
        let snapshot = await replica.confirmed.committed(as: version)
        state.withLock { $0.restored[TextID(source)] = snapshot }
        return (snapshot, version)
    }

    // MARK: Appending

    /// Appends what the sources say, until another writer takes over or the task is cancelled.
    ///
    /// - Parameters:
    ///   - backoff: How long to wait after failures of the log.
    ///   - clock: The clock that measures the time.
    /// - Throws: ``Deposed`` if another writer has taken over; ``FrameLogError`` `refused` if trying again does not help;
    ///   `CancellationError` if the task is cancelled. Then nothing is appended any more: create another writer to go on.
    @concurrent
    public func run(backoff: Backoff = .ofLog, clock: some Clock<Duration> = ContinuousClock()) async throws {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { throw WireError(.unexpected, "another task runs the writer") }
        do {
            try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
                group.addTask { try await self.appendAll(backoff, clock) }
                group.addTask { try await self.watch(clock) }
                group.addTask { try await self.cleanUp(clock) }
                try await group.next()
            }
        } catch {
            throw end(error)
        }
    }

    private func appendAll(_ backoff: Backoff, _ clock: some Clock<Duration>) async throws {
        while true {
            let appending = try await nextMessage()
            try await append(appending, backoff, clock)
            try reader.received(LogEntry(sequence: appending.last.saturatingNext, message: appending.message))
            let waiting = state.withLock { state in
                _ = state.machine.messageAppended()
                return appending.submissions.compactMap { state.waiting.removeValue(forKey: $0) }
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// Looks now and then whether another writer has taken over, while there is nothing to append.
    private func watch(_ clock: some Clock<Duration>) async throws {
        while true {
            try await clock.sleep(for: settings.interval)
            guard let last = state.withLock({ $0.machine.idleSince }),
                let reading = try? await log.message(at: last.saturatingNext),
                let other = LogWriterMachine.otherWriter(in: reading, after: last)
            else { continue }
            // What is there may be a message of this writer that was begun meanwhile.
            if state.withLock({ $0.machine.idleSince }) == last {
                throw NotAppended(reason: .deposed(by: other), isKnown: true)
            }
        }
    }

    /// Waits until there is something to append.
    private func nextMessage() async throws -> LogWriterMachine.Appending {
        while true {
            try Task.checkCancellation()
            if let message = state.withLock({ messageWanted(&$0) }) { return message }
            await withTaskCancellationHandler { @Sendable in
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        if Task.isCancelled || messageWanted(&state) != nil { return true }
                        state.idle = continuation
                        return false
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.idle.take() }?.resume()
            }
        }
    }

    private func messageWanted(_ state: inout State) -> LogWriterMachine.Appending? {
        // Nothing is received while there is no message: this is what the log has.
        state.machine.messageWanted(reader.head(keeping: settings.removals)) { reader.position(of: $0.text) }
    }

    /// Appends a message; after a lost answer, it reads whether it got through.
    private func append(
        _ appending: LogWriterMachine.Appending, _ backoff: Backoff, _ clock: some Clock<Duration>
    ) async throws {
        var failures = 0
        while true {
            do {
                return try await log.append(appending.message, after: appending.last)
            } catch {
                if error.code == .refused || error.code == .tooLarge { throw error }
            }
            try Task.checkCancellation()
            // Its own message, or that of another writer, is there, or will be; or the append did not get through.
            if let reading = try? await log.message(at: appending.last.saturatingNext) {
                switch LogWriterMachine.finding(reading, for: appending.message, after: appending.last) {
                case .own: return
                case .other(let writer):
                    throw NotAppended(reason: .deposed(by: writer), isKnown: true)
                // The next writer has whole states instead, perhaps with what this message says.
                case .removed: throw NotAppended(reason: .deposed(by: "another writer"), isKnown: false)
                case .nothing: break
                }
            }
            try Task.checkCancellation()
            failures += 1
            try await clock.sleep(for: backoff.delay(after: failures))
        }
    }

    /// Tells all who wait that nothing is appended any more; returns the error for the caller.
    private func end(_ error: any Error) -> any Error {
        let ended = error as? NotAppended ?? NotAppended(reason: .stopped(error), isKnown: false)
        let waiting = state.withLock { state in
            let numbers = state.machine.ended(ended.reason)
            defer { state.waiting = [:] }
            return numbers.queued.compactMap { number in state.waiting[number].map { ($0, true) } }
                + numbers.sent.compactMap { number in state.waiting[number].map { ($0, ended.isKnown) } }
        }
        for (continuation, isKnown) in waiting {
            continuation.resume(throwing: NotAppended(reason: ended.reason, isKnown: isKnown))
        }
        return ended.thrown
    }

    /// Appends a record, and waits until it is in the log.
    ///
    /// - Throws: ``NotAppended`` if nothing is appended any more; `CancellationError` if the task is cancelled: then the
    ///   record may be in the log; ``FrameLogError`` if it is too large.
    func append(_ record: LogRecord) async throws {
        let number = state.withLock { $0.machine.numberWanted() }
        try await withTaskCancellationHandler { @Sendable in
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (failure, idle) = state.withLock { state -> ((any Error)?, CheckedContinuation<Void, Never>?) in
                    if Task.isCancelled { return (CancellationError(), nil) }
                    // Nobody would ever remove them.
                    if record.content == .answers, !has(record.source, state) {
                        return (WireError(.unexpected, "\(record.source.text) is not in the log"), nil)
                    }
                    do {
                        try state.machine.recordSubmitted(record, number)
                    } catch {
                        return (error, nil)
                    }
                    state.waiting[number] = continuation
                    return (nil, state.idle.take())
                }
                if let failure { continuation.resume(throwing: failure) }
                idle?.resume()
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.machine.recordWithdrawn(number)
                return state.waiting.removeValue(forKey: number)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    // MARK: Removing sources

    /// Removes a source from the log, and waits until the log says so.
    ///
    /// Replicas that follow it finish, in all processes; their feeds tell clients ``EndReason/finished``. The answers to its
    /// commands are forgotten with it. What it leaves in the log is removed soon, by this writer or the next one.
    ///
    /// The name is free then. Publish another source under it, or the same one, with another journal; and never one that was
    /// ``restored(_:as:)`` before: clients tell lives of a source apart by their epochs.
    ///
    /// It needs a task that appends: ``run(backoff:clock:)``. Does nothing if the log does not have the source.
    ///
    /// - Parameter source: The name of the source; it is not published any more, so end the task that does first.
    /// - Throws: ``WireError`` `unexpected` if the source is published; ``Deposed`` if another writer has taken over: it may
    ///   have been removed before that; the error with which ``run(backoff:clock:)`` has ended; `CancellationError` if the
    ///   task is cancelled: then it may have been removed, or may be later.
    public func remove(_ source: String) async throws {
        let id = TextID(source)
        try state.withLock { (state) throws(WireError) in
            if state.published.contains(id) {
                throw WireError(.unexpected, "\(source) is published: end that before it is removed")
            }
            state.restored[id] = nil
        }
        guard reader.has(id) || isAppending(id) else { return }
        do {
            try await append(LogRecord(source: id, epoch: 0, content: .removed(version: 0)))
        } catch let error as NotAppended {
            throw error.thrown
        }
    }

    // MARK: For publications

    /// A source begins to be published under a name.
    ///
    /// - Throws: ``WireError`` if one is already, or it is being removed, or the log has too many.
    func publicationBegan(_ source: TextID) throws(WireError) {
        guard source.text.utf8.count <= LogRecord.nameLimit else {
            throw WireError(.tooLarge, "the name of a source in a log has at most \(LogRecord.nameLimit) bytes")
        }
        try state.withLock { (state) throws(WireError) in
            if state.published.contains(source) {
                throw WireError(.unexpected, "\(source.text) is published by this writer already")
            }
            if state.machine.isRemoving(source) {
                throw WireError(.unexpected, "\(source.text) is being removed: wait until it has been")
            }
            if !reader.has(source) {
                guard reader.nameCount.saturating(adding: state.coming.count) < settings.names else {
                    throw WireError(
                        .tooLarge, "the log has \(settings.names) sources: remove one to publish \(source.text)")
                }
                state.coming.insert(source)
            }
            state.published.insert(source)
        }
    }

    /// Whether the log has a source, or will have it; not if it is being removed.
    private func has(_ source: TextID, _ state: State) -> Bool {
        !state.machine.isRemoving(source) && (state.published.contains(source) || reader.has(source))
    }

    /// The state of a source that was restored; it is released here.
    func takeRestored(_ source: TextID) -> (any Sendable)? {
        state.withLock { $0.restored.removeValue(forKey: source) }
    }

    /// Whether a message that is on its way is about a source.
    private func isAppending(_ source: TextID) -> Bool { state.withLock { $0.machine.isAppending(source) } }

    func publicationEnded(_ source: TextID) {
        state.withLock { state in
            state.published.remove(source)
            state.coming.remove(source)
        }
    }

    /// The log has a whole state of a source.
    func sourceCame(_ source: TextID) { state.withLock { _ = $0.coming.remove(source) } }
}
