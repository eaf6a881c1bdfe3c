public import DataSources

extension LogWriter {
    /// Publishes a source in the log, until it has finished, another writer takes over, or the task is cancelled.
    ///
    /// If the log has the state that the source has, as after ``restored(_:as:)``, it goes on there; otherwise a whole
    /// state comes first. Each step is the net difference since the last one that is in the log. The end of the source is
    /// not in the log: another process can go on.
    ///
    /// It needs a task that appends: ``run(backoff:clock:)``.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - name: Its name in the log, of at most 200 bytes.
    ///   - journal: The commands of the source, see ``journal(of:)``.
    ///   - clock: The clock that measures time.
    /// - Throws: ``Deposed`` if another writer has taken over; ``WireError`` if an item cannot be encoded or is larger than a
    ///   message of the log may be, or the name is published already or being removed; `tooLarge` if the log has as many
    ///   sources as ``LogSettings/names`` allows; the error with which ``run(backoff:clock:)`` has ended;
    ///   `CancellationError` if the task is cancelled.
    @concurrent
    public func publish<Source: DataSource>(
        _ source: Source, as name: String, journal: CommandJournal? = nil,
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws where Source.Snapshot: WireSnapshot {
        let id = TextID(name)
        try publicationBegan(id)
        defer { publicationEnded(id) }
        journal?.publicationBegan()
        // Half of a message is for the frames of a step, a quarter for the answers in it.
        let feed = Feed(
            of: source, history: HistoryBounds(count: 1), bytesPerFrame: max(1, reader.log.messageLimit / 2),
            log: journal?.log, clock: clock)
        // What was committed since it was restored is a step, not a whole state.
        if let restored = takeRestored(id) as? Source.Snapshot { feed.sent(restored, bytes: 0) }
        do {
            try await withThrowingTaskGroup(of: Bool.self) { @Sendable group in
                group.addTask {
                    await feed.run(every: .zero, heartbeat: self.settings.interval, clock: clock)
                    // It ends with the source; then the frames end too.
                    return false
                }
                group.addTask {
                    var publication = LogPublication(writer: self, feed: feed, source: id, journal: journal)
                    try await publication.run()
                    return true
                }
                while let isOver = try await group.next(), !isOver {}
                group.cancelAll()
            }
            try Task.checkCancellation()
            journal?.publicationEnded(nil)
        } catch let error as NotAppended {
            journal?.publicationEnded(error)
            throw error.thrown
        } catch {
            journal?.publicationEnded(nil)
            throw error
        }
    }

    /// The commands of a source: those whose answers are in the log are known.
    ///
    /// Create it after ``takeOver(backoff:clock:)``, and one for each source. Give it to the ``CommandHandler`` of the source,
    /// and to ``publish(_:as:journal:clock:)``.
    public func journal(of source: String) -> CommandJournal {
        let id = TextID(source)
        let known = reader.answers(of: id)
        return CommandJournal(
            known: known ?? KnownAnswers(capacity: settings.answers, bytes: settings.answerBytes),
            limit: max(1, reader.log.messageLimit / 4)
        ) { answer in
            try await self.append(LogRecord(source: id, epoch: 0, content: .answers, answers: [answer]))
        }
    }
}

/// Turns the frames of a source into records of a log.
struct LogPublication<Log: FrameLog, Source: DataSource> where Source.Snapshot: WireSnapshot {
    private let writer: LogWriter<Log>
    private let source: TextID
    private let journal: CommandJournal?
    private var stream: FeedStream<Source>
    /// The state that is in the log, or will be with the next record.
    private var position: FeedPosition?
    /// Frames that belong into the next record.
    private var pending: [[UInt8]] = []
    /// Whether the frames of a whole state come, and whether one of its parts was appended.
    private var (isStateComing, isInState) = (false, false)

    init(writer: LogWriter<Log>, feed: Feed<Source>, source: TextID, journal: CommandJournal?) {
        (self.writer, self.source, self.journal) = (writer, source, journal)
        position = writer.reader.position(of: source.text)
        stream = FeedStream(feed: feed, position: position, format: .binary, framing: .none)
    }

    mutating func run() async throws {
        while let frame = try await stream.next() {
            switch frame.kind {
            case .hello:
                // A stream that goes on needs none: readers make their own.
                isStateComing = frame.position == nil
                pending = isStateComing ? [frame.bytes] : []
            case .reset:
                if isStateComing {
                    pending.append(frame.bytes)
                } else {
                    // A step that is larger than a frame may be.
                    stream.restart()
                }
            case .shapes: pending = [frame.bytes]
            case .part: try await append(part: frame)
            case .changes: try await append(changes: frame)
            case .heartbeat: restartIfDue()
            // What follows is the end, or the error.
            case .end: break
            }
        }
        try Task.checkCancellation()
    }

    private mutating func append(changes frame: EncodedFrame) async throws {
        guard let next = frame.position, let position else { return }
        let answers = journal?.taken(through: next) ?? []
        let content = LogRecord.Content.step(base: position.number, version: next.number)
        try await append(content, at: next, pending + [frame.bytes], answers)
        restartIfDue()
    }

    private mutating func append(part frame: EncodedFrame) async throws {
        let state = stream.position
        let isFirst = !isInState
        isInState = true
        guard frame.position != nil else {
            return try await append(
                .state(version: state.number, isFirst: isFirst, isLast: false), at: state, pending + [frame.bytes], [])
        }
        // The last part of the items; the answers are the last part of the state.
        let taken = journal?.taken(through: state) ?? []
        let chunks = (journal?.known ?? []).chunked(by: writer.reader.log.messageLimit / 4, then: taken)
        try await append(
            .state(version: state.number, isFirst: isFirst, isLast: chunks.isEmpty), at: state, pending + [frame.bytes],
            [])
        for (number, answers) in chunks.enumerated() {
            try await append(
                .state(version: state.number, isFirst: false, isLast: number == chunks.count - 1), at: state, [],
                answers)
        }
        (isStateComing, isInState) = (false, false)
        writer.sourceCame(source)
        await writer.trim(afterStateOf: source)
    }

    private mutating func append(
        _ content: LogRecord.Content, at next: FeedPosition, _ frames: [[UInt8]], _ answers: [LogAnswer]
    ) async throws {
        pending = []
        let record = LogRecord(source: source, epoch: next.epoch, content: content, frames: frames, answers: answers)
        do {
            try await writer.append(record)
        } catch {
            journal?.returned(answers)
            throw error
        }
        position = next
        journal?.acknowledged(answers)
    }

    /// Begins a whole state if one is due.
    private mutating func restartIfDue() {
        if writer.reader.needsState(source, writer.settings) { stream.restart() }
    }
}

extension [LogAnswer] {
    /// The answers in groups of at most so many bytes, and others behind them.
    fileprivate func chunked(by limit: Int, then others: [LogAnswer]) -> [[LogAnswer]] {
        var (chunks, chunk, size) = ([[LogAnswer]](), [LogAnswer](), 0)
        for answer in self + others {
            if size + answer.size > limit, !chunk.isEmpty {
                chunks.append(chunk)
                (chunk, size) = ([], 0)
            }
            chunk.append(answer)
            size += answer.size
        }
        return chunk.isEmpty ? chunks : chunks + [chunk]
    }
}
