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
/// - **Removed sources.** A replica whose source is removed from the log finishes, see ``LogWriter/remove(_:)``.
public final class LogReader<Log: FrameLog>: Sendable {
    private typealias Woken = (id: Int, continuation: CheckedContinuation<Void, Never>)

    private struct State {
        var index: LogIndex
        var isRunning = false
        /// Those who follow sources, by source.
        var followers: [TextID: [Int: LogFollower]] = [:]
        var followersMade = 0
        /// Whether somebody has got a state.
        var hasServed = false
        /// How often it has begun again, before that.
        var restarts = 0

        /// Removes and returns those who wait for a source.
        mutating func woken(_ source: TextID) -> [Woken] {
            var woken: [Woken] = []
            for id in followers[source]?.keys.sorted() ?? [] {
                if let continuation = followers[source]?[id]?.waiting.take() { woken.append((id, continuation)) }
            }
            return woken
        }
    }

    let log: Log
    /// Guards everything.
    private let state: Mutex<State>
    /// An index of nothing.
    private let empty: LogIndex

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - limit: The most bytes of steps that it keeps; 256 MiB by default. It is far above what a ``LogWriter`` leaves in
    ///     a log, and there for a log that is not one.
    ///   - names: The most sources; 200,000 by default, twice as many as a ``LogWriter`` publishes.
    public convenience init(of log: Log, limit: Int = 256 << 20, names: Int = 200_000) {
        self.init(log, LogIndex(limit: max(0, limit), names: max(0, names)))
    }

    init(_ log: Log, _ empty: LogIndex) {
        (self.log, self.empty) = (log, empty)
        state = Mutex(State(index: empty))
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
    ///   another epoch, or was removed.
    @concurrent
    public func reached(_ position: FeedPosition, of source: String) async throws {
        let id = TextID(source)
        try await following(id, at: nil) { follower in
            while true {
                try Task.checkCancellation()
                let (known, isRemoved) = state.withLock { state in
                    let known = state.index.sources[id]?.position
                    if let known { state.followers[id]?[follower]?.reached(known) }
                    return (known, state.followers[id]?[follower]?.isEnded ?? true)
                }
                if isRemoved { throw WireError(.inconsistent, "\(source) was removed from the log") }
                if let known, known.epoch == position.epoch, known.number >= position.number { return }
                if let known, known.epoch != position.epoch {
                    throw WireError(.inconsistent, "\(source) has another epoch in the log than \(position)")
                }
                await wait(for: id, follower, after: known, hasBegun: true)
            }
        }
    }

    // MARK: Reading

    /// Reads the log until the task is cancelled; after a failure it waits, and goes on where it was.
    ///
    /// - Parameters:
    ///   - backoff: How long to wait after failures.
    ///   - clock: The clock that measures the time.
    /// - Throws: ``FrameLogError`` `refused` if trying again does not help; ``WireError`` if the log has messages that are
    ///   not those of a ``LogWriter``, or more than the limits, or another task reads; `gap` if the reader is so far behind
    ///   that it has missed removals of sources: go on with another one. `CancellationError` if the task is cancelled.
    @concurrent
    public func run(backoff: Backoff = Backoff(), clock: some Clock<Duration> = ContinuousClock()) async throws {
        try begin()
        defer { state.withLock { $0.isRunning = false } }
        var failures = 0
        while true {
            do {
                try await findForgotten()
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
        try await findForgotten()
        for try await entry in log.entries(after: self.sequence) {
            try received(entry)
            if entry.sequence >= sequence { return }
        }
        throw FrameLogError(.unavailable, "the messages of the log have ended before \(sequence)")
    }

    /// Reading begins: which removals of sources left nothing in the log.
    private func findForgotten() async throws {
        guard sequence == 0 else { return }
        let last = try await log.message(at: 1).last
        if last == 0 { return }
        guard let message = try await log.message(at: last).message else {
            throw FrameLogError(.unavailable, "the log has grown meanwhile")
        }
        let forgotten = try LogBatch(message.bytes).forgotten
        state.withLock { $0.index.removals.readingBegan(forgotten: forgotten) }
    }

    /// A message was read, or has been appended by this process.
    ///
    /// - Throws: ``WireError`` as ``run(backoff:clock:)``; ``FrameLogError`` `unavailable` if the log has to be read again
    ///   from the beginning.
    func received(_ entry: LogEntry) throws {
        let waiting = try state.withLock { state -> [Woken] in
            switch try state.index.received(entry) {
            case .missedRemovals:
                try missedRemovals(before: entry, &state)
                return []
            case .sources(let sources, let removed):
                for (name, position) in removed {
                    for id in state.followers[name]?.keys.sorted() ?? [] {
                        state.followers[name]?[id]?.removed(at: position)
                    }
                }
                return sources.flatMap { state.woken($0) }
            }
        }
        for (_, continuation) in waiting.sorted(by: { $0.id < $1.id }) { continuation.resume() }
    }

    /// The reader does not know which sources are still in the log.
    private func missedRemovals(before entry: LogEntry, _ state: inout State) throws {
        if state.hasServed || state.restarts == 16 {
            throw WireError(
                .gap, "before the message at \(entry.sequence), sources were removed that the reader has missed")
        }
        state.restarts += 1
        state.index = empty
        throw FrameLogError(.unavailable, "sources were removed while the log was read: it is read again")
    }

    // MARK: Following a source

    /// Keeps a replica up to date with a source, until the task is cancelled.
    ///
    /// It waits for a source that the log does not have; ``position(of:)`` tells whether it has it. If the replica has a
    /// state, from a former reader too, it goes on there if the log still has the steps.
    ///
    /// If the source that the replica follows is removed from the log, the replica finishes, and this returns; feeds that
    /// pass it on end with ``EndReason/finished``. To follow what is published under the name later, use another replica.
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
        let source = TextID(source)
        try await following(source, at: await replica.position) { follower in
            try await replica.run(as: .binary, backoff: backoff, clock: clock) { position in
                LogFrames(
                    reader: self, source: source, follower: follower, kind: Snapshot.wireKind, position: position)
            }
        }
    }

    /// Calls a function that follows a source for a replica at a position; it is told the follower's number.
    func following(
        _ source: TextID, at position: FeedPosition?, _ body: (_ follower: Int) async throws -> Void
    ) async throws {
        let id = state.withLock { state in
            state.followersMade += 1
            let newest = state.index.sources[source]?.position
            state.followers[source, default: [:]][state.followersMade] = LogFollower(at: position, newest: newest)
            return state.followersMade
        }
        defer {
            state.withLock { state in
                state.followers[source]?[id] = nil
                if state.followers[source]?.isEmpty ?? false { state.followers[source] = nil }
            }
        }
        try await body(id)
    }

    /// What comes next for a follower of a source; waits for it.
    ///
    /// A follower that has not begun gets nothing once the log has the state that it has.
    ///
    /// - Returns: `nil` if the task is cancelled.
    /// - Throws: ``SourceRemoved``.
    func next(
        of source: TextID, for follower: Int, after position: FeedPosition?, hasBegun: Bool, hasShapes: Bool
    ) async throws(SourceRemoved) -> LogIndex.Next? {
        while !Task.isCancelled {
            let next = try state.withLock { (state) throws(SourceRemoved) in
                if state.followers[source]?[follower]?.isEnded ?? true { throw SourceRemoved() }
                let next = state.index.next(of: source, after: position, hasShapes: hasShapes)
                switch next {
                case .step(let step, _):
                    guard let position else { break }
                    state.followers[source]?[follower]?.reached(
                        FeedPosition(epoch: position.epoch, number: step.version))
                case .state(let whole): state.followers[source]?[follower]?.reached(whole.position)
                case .none: return next
                }
                state.hasServed = true
                return next
            }
            guard case .none = next else { return next }
            if !hasBegun, position != nil, position == self.position(of: source.text) { return next }
            await wait(for: source, follower, after: position, hasBegun: hasBegun)
        }
        return nil
    }

    /// Waits until there is a message about a source, or the task is cancelled.
    private func wait(
        for source: TextID, _ follower: Int, after position: FeedPosition?, hasBegun: Bool
    ) async {
        await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled { return true }
                    guard case .none = state.index.next(of: source, after: position, hasShapes: true),
                        state.followers[source]?[follower]?.isEnded == false,
                        hasBegun || position == nil || position != state.index.sources[source]?.position
                    else { return true }
                    state.followers[source]?[follower]?.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.followers[source]?[follower]?.waiting.take() }?.resume()
        }
    }

    // MARK: For the writer

    /// Whether a source's whole state is due, see ``LogIndex/needsState(_:_:)``.
    func needsState(_ source: TextID, _ settings: LogSettings) -> Bool {
        state.withLock { $0.index.needsState(source, settings) }
    }

    /// The first message of the whole state of a source.
    func firstOfState(of source: TextID) -> UInt64? { state.withLock { $0.index.firstOfState(of: source) } }

    /// The oldest step that a source needs.
    var oldestStep: UInt64 { state.withLock { $0.index.oldestStep } }

    /// Whether the log has anything of a source.
    func has(_ source: TextID) -> Bool { state.withLock { $0.index.sources[source] != nil } }

    /// How many sources the log has, and others whose states are not trimmed.
    var nameCount: Int { state.withLock { $0.index.sources.count + $0.index.removals.untrimmed.count } }

    /// How many sources were removed before the next message, and how many of these it may declare forgotten.
    func head(keeping count: Int) -> (removals: UInt64, forgotten: UInt64) {
        state.withLock { ($0.index.removals.known, $0.index.removals.forgettable(keeping: count)) }
    }

    /// Which sources were removed: what there is to clean up.
    var removals: LogRemovals { state.withLock { $0.index.removals } }

    /// The states of a source before a sequence are trimmed.
    func trimmed(_ source: TextID, before sequence: UInt64) {
        state.withLock { $0.index.removals.trimmed(source, before: sequence) }
    }

    /// The steps before a sequence are trimmed.
    func changesTrimmed(before sequence: UInt64) {
        state.withLock { $0.index.removals.changesTrimmed(before: sequence) }
    }

    /// The records up to a removal are trimmed.
    func recordsTrimmed(through number: UInt64) {
        state.withLock { $0.index.removals.recordsTrimmed(through: number) }
    }

    /// Whether messages of a source are missing, so that its state is not known.
    func isBroken(_ source: TextID) -> Bool { state.withLock { $0.index.sources[source]?.isBroken ?? false } }

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
