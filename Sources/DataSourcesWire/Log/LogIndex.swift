internal import DataSources

/// What is in a log: of each source where its last whole state is, and the steps after that.
///
/// ```
/// sequence    1     2        3        4       5        6         7        8
///           mark  a: state  b: state  a: step  a: step  a: state  a: state  b: step
///                                               (first)   (last)
/// a:                                                     └─ state ──┘ then no step
/// b:                 └ state ┘                                            └ step
/// ```
///
/// Readers and the writer make the same one from the same messages. It knows no task, lock or clock.
struct LogIndex: Sendable {
    /// A step of a source.
    struct Step: Sendable {
        let sequence: UInt64
        let base, version: UInt64
        /// The frames: the shapes that are new, if there are any, and the step.
        let frames: [[UInt8]]
        /// How many bytes of steps the log had before it.
        let offset: Int
    }

    /// Where a whole state is.
    struct State: Hashable, Sendable {
        let position: FeedPosition
        /// The sequences of its messages.
        var sequences: [UInt64]
        /// The bytes of its messages, about.
        var bytes: Int
    }

    struct Source: Sendable {
        /// The newest state; `nil` until a whole one is there.
        var position: FeedPosition?
        var state: State?
        /// A whole state of which the last part is missing.
        var coming: State?
        /// The steps after the whole state, ascending.
        var steps: [Step] = []
        /// The bytes of the steps.
        var bytes = 0
        /// Whether a step was there whose base was not, and no whole state since.
        var isBroken = false
        /// The last answers; and those of the state that is coming.
        var answers = KnownAnswers(capacity: 0, bytes: 0), comingAnswers: KnownAnswers?
    }

    /// The bounds of the answers that are kept for each source; `nil` keeps none.
    let answerBounds: (count: Int, bytes: Int)?
    /// The most bytes of steps, and the most sources.
    let limit, names: Int
    /// The sequence of the last message that was received.
    private(set) var last: UInt64 = 0
    /// The writer that has taken over last, and the sequence of its mark.
    private(set) var writer: (id: UInt64, name: String?, mark: UInt64)?
    private(set) var sources: [TextID: Source] = [:]
    /// Which sources were removed.
    var removals: LogRemovals
    /// The bytes of the steps of all sources that are kept.
    private(set) var bytes = 0
    /// The bytes of all steps, and answers without a step, so far.
    private var offset = 0

    /// Creates an index of an empty log; one that has answers is that of a writer.
    init(answers: (count: Int, bytes: Int)? = nil, limit: Int, names: Int) {
        (answerBounds, self.limit, self.names) = (answers, limit, names)
        removals = LogRemovals(isOfWriter: answers != nil)
    }

    /// What a message is about.
    enum News: Sendable {
        /// These sources, and sources that were removed in a state.
        case sources([TextID], removed: [(name: TextID, position: FeedPosition)])
        /// Sources were removed before it, and the records of that have left the log: it was not taken in.
        case missedRemovals
    }

    /// A message was received.
    ///
    /// What an earlier writer says after a mark does not count: a log lets it in only if several messages are sent ahead.
    ///
    /// - Throws: ``WireError`` if the bytes are no message, or the steps or the sources are more than the limit.
    mutating func received(_ entry: LogEntry) throws(WireError) -> News {
        if entry.sequence <= last { return .sources([], removed: []) }
        let batch: LogBatch
        do {
            batch = try LogBatch(entry.message.bytes)
        } catch {
            throw WireError(error.code, "the message at \(entry.sequence) of the log: \(error.message)")
        }
        switch batch.content {
        case .mark(let name):
            if removals.hasMissed(before: batch) { return .missedRemovals }
            last = entry.sequence
            writer = (batch.writer, name, entry.sequence)
            removals.received(batch)
            abandonStates(before: entry.sequence)
            return .sources([], removed: [])
        case .records(let records, let mark):
            if mark < writer?.mark ?? 0 {
                last = entry.sequence
                return .sources([], removed: [])
            }
            if removals.hasMissed(before: batch) { return .missedRemovals }
            last = entry.sequence
            if writer?.id != batch.writer { writer = (batch.writer, nil, mark) }
            removals.received(batch)
            var removed: [(name: TextID, position: FeedPosition)] = []
            for record in records {
                guard case .removed(let version) = record.content else {
                    try received(record, at: entry.sequence)
                    continue
                }
                remove(record.source, batch.removals &+ UInt64(removed.count + 1), at: entry.sequence)
                removed.append((record.source, FeedPosition(epoch: record.epoch, number: version)))
            }
            guard bytes <= limit else {
                throw WireError(.tooLarge, "the log has more than \(limit) bytes of steps after whole states")
            }
            return .sources(records.map(\.source), removed: removed)
        }
    }

    private mutating func remove(_ name: TextID, _ number: UInt64, at sequence: UInt64) {
        let source = sources.removeValue(forKey: name)
        bytes -= source?.bytes ?? 0
        removals.removed(name, number, at: sequence, leavesStates: source != nil)
    }

    /// Another writer has taken over: nobody goes on with whole states of which parts are missing.
    private mutating func abandonStates(before sequence: UInt64) {
        for name in sources.filter({ $0.value.coming != nil }).map(\.key) {
            guard var source = sources.removeValue(forKey: name) else { continue }
            (source.coming, source.comingAnswers) = (nil, nil)
            if source.position == nil, source.answers.count == 0, !source.isBroken {
                removals.abandoned(name, before: sequence)
            } else {
                sources[name] = source
            }
        }
    }

    private mutating func received(_ record: LogRecord, at sequence: UInt64) throws(WireError) {
        // Out of the dictionary, so that its arrays are not copied.
        let known = sources.removeValue(forKey: record.source)
        var source = known ?? Source()
        bytes -= source.bytes
        switch record.content {
        case .removed: break
        case .answers:
            source.keep(record.answers, answerBounds)
            offset = offset.saturating(adding: record.size)
        case .step(let base, let version):
            // A state whose writer has ended in the middle.
            (source.coming, source.comingAnswers) = (nil, nil)
            guard source.position == FeedPosition(epoch: record.epoch, number: base), version > base else {
                // Something is missing: only the next whole state helps.
                source.lost()
                break
            }
            let size = record.frames.reduce(0) { $0.saturating(adding: $1.count) }
            source.steps.append(
                Step(sequence: sequence, base: base, version: version, frames: record.frames, offset: offset))
            source.bytes = source.bytes.saturating(adding: size)
            offset = offset.saturating(adding: size)
            source.position = FeedPosition(epoch: record.epoch, number: version)
            source.keep(record.answers, answerBounds)
        case .state(let version, let isFirst, let isLast):
            let position = FeedPosition(epoch: record.epoch, number: version)
            if isFirst {
                source.coming = State(position: position, sequences: [], bytes: 0)
                source.comingAnswers = answerBounds.map { KnownAnswers(capacity: $0.count, bytes: $0.bytes) }
            }
            guard source.coming?.position == position else { break }
            source.coming?.sequences.append(sequence)
            source.coming?.bytes += record.size
            for answer in record.answers { source.comingAnswers?.keep(answer.answer, for: answer.key) }
            if isLast {
                (source.state, source.position, source.coming) = (source.coming, position, nil)
                if let answers = source.comingAnswers { source.answers = answers }
                (source.steps, source.bytes, source.comingAnswers) = ([], 0, nil)
                source.isBroken = false
            }
        }
        bytes = bytes.saturating(adding: source.bytes)
        // A part of a state whose first part is not there, or answers that are not kept.
        if known == nil, source.coming == nil, source.position == nil, source.answers.count == 0, !source.isBroken {
            return
        }
        guard known != nil || sources.count < names else {
            throw WireError(.tooLarge, "the log has more than \(names) sources")
        }
        guard record.source.text.utf8.count <= LogRecord.nameLimit else {
            throw WireError(.tooLarge, "a source of the log has a name of more than \(LogRecord.nameLimit) bytes")
        }
        sources[record.source] = source
    }

    // MARK: Following a source

    /// What comes next for a reader of a source.
    enum Next: Sendable {
        /// The step from the reader's position, and the shapes that a reader that has none needs before it.
        case step(Step, shapes: [UInt8]?)
        /// There is no step from the reader's position: it needs the whole state.
        case state(State)
        /// Nothing yet.
        case none
    }

    /// What comes next for a reader that has a state of a source.
    ///
    /// - Complexity: O(log *n*) for *n* steps, and O(*n*) for a reader without shapes.
    func next(of name: TextID, after position: FeedPosition?, hasShapes: Bool) -> Next {
        guard let source = sources[name], let newest = source.position, let state = source.state else { return .none }
        guard let position, position.epoch == newest.epoch else { return .state(state) }
        // A reader that comes from a process that has read more waits: nothing goes back.
        if position.number >= newest.number { return .none }
        var (low, high) = (0, source.steps.count)
        while low < high {
            let middle = low + (high - low) / 2
            if source.steps[middle].base < position.number { low = middle + 1 } else { high = middle }
        }
        guard low < source.steps.count, source.steps[low].base == position.number else { return .state(state) }
        let step = source.steps[low]
        if hasShapes || step.frames.count > 1 { return .step(step, shapes: nil) }
        return .step(step, shapes: source.steps[..<low].last { $0.frames.count > 1 }?.frames.first)
    }

    // MARK: Keeping the log short

    /// Whether a source's whole state is due: its steps take more than that, its oldest one is far behind, or removals of
    /// other sources cannot be forgotten as long as it is there.
    ///
    /// So the log holds about twice what the states take, and `retained` bytes.
    func needsState(_ name: TextID, _ settings: LogSettings) -> Bool {
        guard let source = sources[name], let oldest = source.steps.first else { return false }
        return source.bytes > max(source.state?.bytes ?? 0, settings.least)
            || offset - oldest.offset > settings.retained
            || removals.waitsForSteps(before: oldest.sequence, keeping: settings.removals)
    }

    /// The first message of the whole state of a source.
    func firstOfState(of name: TextID) -> UInt64? { sources[name]?.state?.sequences.first }

    /// The oldest step that a source needs.
    ///
    /// - Complexity: O(*n*) for *n* sources.
    var oldestStep: UInt64 { sources.values.compactMap(\.steps.first?.sequence).min() ?? last }
}

extension LogIndex.Source {
    /// Steps are missing: the next whole state is needed.
    fileprivate mutating func lost() {
        (position, state, coming, comingAnswers, steps, bytes) = (nil, nil, nil, nil, [], 0)
        isBroken = true
    }

    fileprivate mutating func keep(_ answers: [LogAnswer], _ bounds: (count: Int, bytes: Int)?) {
        guard let bounds, !answers.isEmpty else { return }
        if self.answers.count == 0 { self.answers = KnownAnswers(capacity: bounds.count, bytes: bounds.bytes) }
        for answer in answers { self.answers.keep(answer.answer, for: answer.key) }
    }
}
