public import DataSources
internal import Synchronization

/// Follows a log of frames: what a relay does.
///
/// One reader follows all sources of the log, any number of replicas follow the sources that they need:
///
/// ```swift
/// let reader = LogReader(of: log)
/// let board = Replica<SectionedSnapshot<Column, Card>>()
/// try await withThrowingTaskGroup(of: Void.self) { group in
///     group.addTask { try await reader.run() }
///     group.addTask { try await reader.follow("board.42", into: board) }
///     try await group.next()
/// }
/// ```
///
/// - **Bounded.** It keeps the steps after the last whole state of each source, as encoded bytes, and no states. A slow
///   replica meets the next whole state, and shows the net difference.
/// - **Any start.** A late reader begins with the whole states in the log.
public final class LogReader<Log: FrameLog>: Sendable {
    private struct State {
        var index: LogIndex
        var isRunning = false
        /// The readers of sources that wait for what comes next, by source.
        var waiting: [TextID: [Int: CheckedContinuation<Void, Never>]] = [:]
        var waitsMade = 0
    }

    let log: Log
    /// Guards everything.
    private let state: Mutex<State>

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - limit: The most bytes of steps that it keeps; 256 MiB by default. It is far above what a ``LogWriter`` leaves in
    ///     a log, and there for a log that is not one.
    public convenience init(of log: Log, limit: Int = 256 << 20) {
        self.init(log, LogIndex(limit: max(0, limit)))
    }

    init(_ log: Log, _ index: LogIndex) {
        self.log = log
        state = Mutex(State(index: index))
    }

    /// The sequence of the last message that was read; 0 before the first one.
    public var sequence: UInt64 { state.withLock { $0.index.last } }

    /// The name of the writer that has taken over last; `nil` if the reader has not met its mark.
    public var writer: String? { state.withLock { $0.index.writer?.name } }

    /// The sources that the log has a state of.
    ///
    /// - Complexity: O(*n*).
    public var sources: [String] {
        state.withLock { state in state.index.sources.filter { $0.value.position != nil }.map(\.key.text) }
    }

    /// The newest state of a source in the log; `nil` if there is none.
    public func position(of source: String) -> FeedPosition? {
        state.withLock { $0.index.sources[TextID(source)]?.position }
    }

    /// How many messages the log has that were not read.
    ///
    /// - Throws: ``FrameLogError`` if the log does not answer.
    public func lag() async throws(FrameLogError) -> UInt64 {
        let sequence = sequence
        let last = try await log.message(at: sequence.saturatingNext).last
        return last > sequence ? last - sequence : 0
    }

    /// Waits until the log has a state of a source, or a later one, as far as this process knows.
    ///
    /// With the reader of a ``LogWriter`` it says that the log has acknowledged everything up to the state. That may take for
    /// ever: the log is away, or another writer has taken over.
    ///
    /// - Parameters:
    ///   - position: The state.
    ///   - source: The name of the source.
    /// - Throws: `CancellationError` if the task is cancelled before; ``WireError`` `inconsistent` if the source has begun
    ///   another epoch.
    @concurrent
    public func reached(_ position: FeedPosition, of source: String) async throws {
        let id = TextID(source)
        while true {
            try Task.checkCancellation()
            let known = self.position(of: source)
            if let known, known.epoch == position.epoch, known.number >= position.number { return }
            if let known, known.epoch != position.epoch {
                throw WireError(.inconsistent, "\(source) has another epoch in the log than \(position)")
            }
            await wait(for: id, after: known)
        }
    }

    // MARK: Reading

    /// Reads the log until the task is cancelled; after a failure it waits, and goes on where it was.
    ///
    /// - Parameters:
    ///   - backoff: How long to wait after failures.
    ///   - clock: The clock that measures the time.
    /// - Throws: ``FrameLogError`` `refused` if trying again does not help; ``WireError`` if the log has messages that are
    ///   not those of a ``LogWriter``, or more than the limit, or another task reads; `CancellationError` if the task is
    ///   cancelled.
    @concurrent
    public func run(backoff: Backoff = Backoff(), clock: some Clock<Duration> = ContinuousClock()) async throws {
        try begin()
        defer { state.withLock { $0.isRunning = false } }
        var failures = 0
        while true {
            do {
                for try await entry in log.entries(after: sequence) {
                    failures = 0
                    try received(entry)
                }
            } catch let error as WireError {
                throw error
            } catch let error as FrameLogError where error.code == .refused {
                throw error
            } catch {}
            try Task.checkCancellation()
            failures += 1
            try await clock.sleep(for: backoff.delay(after: failures))
        }
    }

    private func begin() throws(WireError) {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if !isFirst { throw WireError(.unexpected, "another task reads the log with this reader") }
    }

    /// Reads the log up to a message at least.
    ///
    /// - Throws: ``WireError`` as ``run(backoff:clock:)``; any error of the log; `FrameLogError` `unavailable` if the
    ///   messages end before.
    func read(through sequence: UInt64) async throws {
        if self.sequence >= sequence { return }
        for try await entry in log.entries(after: self.sequence) {
            try received(entry)
            if entry.sequence >= sequence { return }
        }
        throw FrameLogError(.unavailable, "the messages of the log have ended before \(sequence)")
    }

    /// A message was read, or has been appended by this process.
    func received(_ entry: LogEntry) throws(WireError) {
        let waiting = try state.withLock { (state) throws(WireError) in
            var waiting: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
            for source in try state.index.received(entry) {
                waiting += (state.waiting.removeValue(forKey: source) ?? [:]).map { ($0.key, $0.value) }
            }
            return waiting
        }
        for (_, continuation) in waiting.sorted(by: { $0.id < $1.id }) { continuation.resume() }
    }

    // MARK: Following a source

    /// Keeps a replica up to date with a source, until the task is cancelled.
    ///
    /// It waits for a source that the log does not have. If the replica has a state, from a former reader too, it goes on
    /// there if the log still has the steps.
    ///
    /// - Parameters:
    ///   - source: The name of the source in the log.
    ///   - replica: The replica.
    ///   - backoff: How long to wait after failures.
    ///   - clock: The clock that measures the time.
    /// - Throws: As ``Replica/run(as:backoff:clock:connecting:)``.
    public func follow<Snapshot: WireSnapshot>(
        _ source: String, into replica: Replica<Snapshot>, backoff: Backoff = Backoff(),
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws {
        try await replica.run(as: .binary, backoff: backoff, clock: clock) { position in
            LogFrames(reader: self, source: TextID(source), kind: Snapshot.wireKind, position: position)
        }
    }

    /// What comes next for a reader of a source; waits for it.
    ///
    /// - Returns: `nil` if the task is cancelled.
    func next(of source: TextID, after position: FeedPosition?, hasShapes: Bool) async -> LogIndex.Next? {
        while !Task.isCancelled {
            let next = state.withLock { $0.index.next(of: source, after: position, hasShapes: hasShapes) }
            guard case .none = next else { return next }
            await wait(for: source, after: position)
        }
        return nil
    }

    /// Waits until there is a message about a source, or the task is cancelled.
    private func wait(for source: TextID, after position: FeedPosition?) async {
        let id = state.withLock { state in
            state.waitsMade += 1
            return state.waitsMade
        }
        await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled { return true }
                    guard case .none = state.index.next(of: source, after: position, hasShapes: true) else {
                        return true
                    }
                    state.waiting[source, default: [:]][id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let continuation = state.waiting[source]?.removeValue(forKey: id)
                if state.waiting[source]?.isEmpty ?? false { state.waiting[source] = nil }
                return continuation
            }
            continuation?.resume()
        }
    }

    // MARK: For the writer

    /// Whether a source's whole state is due, see ``LogIndex/needsState(_:atLeast:retained:)``.
    func needsState(_ source: TextID, atLeast least: Int, retained: Int) -> Bool {
        state.withLock { $0.index.needsState(source, atLeast: least, retained: retained) }
    }

    /// What may be removed after a source's whole state is there.
    func removable(afterStateOf source: TextID) -> [(subject: TextID, before: UInt64)] {
        state.withLock { $0.index.removable(afterStateOf: source) }
    }

    /// The answers that the log has for a source.
    func answers(of source: TextID) -> KnownAnswers? { state.withLock { $0.index.sources[source]?.answers } }

    /// The sequence of a writer's mark; `nil` if it is not the last one that has taken over.
    func mark(of writer: UInt64) -> UInt64? {
        state.withLock { $0.index.writer.flatMap { $0.id == writer ? $0.mark : nil } }
    }
}

extension UInt64 {
    /// The next number, if there is one.
    var saturatingNext: UInt64 { self == .max ? self : self + 1 }
}
