internal import DataSources

/// Decides what a writer of a log appends next, and whose message is where its own should be.
///
/// ```
///          taken over               message taken            appended
/// waiting ───────────▶ ready ─────────────────────▶ appending ─────▶ ready
///                        └──────── ended: deposed, stopped, refused ◀──┘
/// ```
///
/// What sources say while a message is on its way is gathered into the next one. It knows no task, lock or clock.
struct LogWriterMachine: Sendable {
    /// Why nothing is appended any more.
    enum End: Sendable {
        /// Another writer has taken over.
        case deposed(by: String)
        /// The task that appends has ended, by this error.
        case stopped(any Error)
    }

    /// A message that is being appended.
    struct Appending: Sendable {
        let message: LogMessage
        /// The sequence behind which it belongs.
        let last: UInt64
        /// The submissions that are in it.
        let submissions: [Int]
        /// The sources that it is about, and whether it removes them.
        let sources: [TextID]
        let isRemoval: Bool
    }

    private struct Submission: Sendable {
        let number: Int
        let record: LogRecord
    }

    /// Who appends.
    let writer: UInt64
    /// The most bytes of a message.
    let limit: Int
    /// The sequence of the log's last message, once this writer has taken over; and that of its mark.
    private(set) var last: UInt64?
    private var mark: UInt64 = 0
    private(set) var appending: Appending?
    private(set) var end: End?
    private var queue: [Submission] = []
    private var submitted = 0
    private var messages: UInt64 = 0

    init(writer: UInt64, limit: Int) {
        (self.writer, self.limit) = (writer, limit)
    }

    /// How many sources were removed before a message, and how many of these are forgotten.
    typealias Head = (removals: UInt64, forgotten: UInt64)

    /// The mark of this writer.
    func mark(name: String, _ head: Head) -> LogMessage {
        let batch = LogBatch(
            writer: writer, number: 0, removals: head.removals, forgotten: head.forgotten, content: .mark(name: name))
        return LogMessage(subject: LogBatch.marks, bytes: batch.bytes)
    }

    /// The mark is in the log.
    mutating func tookOver(at mark: UInt64, last: UInt64) { (self.mark, self.last) = (mark, last) }

    /// A number for a record.
    mutating func numberWanted() -> Int {
        submitted += 1
        return submitted
    }

    /// A source has something to say.
    ///
    /// - Throws: ``NotAppended`` if nothing is appended any more; ``FrameLogError`` `tooLarge` if no message can hold it.
    mutating func recordSubmitted(_ record: LogRecord, _ number: Int) throws {
        if let end { throw NotAppended(reason: end, isKnown: true) }
        guard record.size + LogBatch.overhead <= limit else {
            throw FrameLogError(
                .tooLarge, "\(record.source.text) has \(record.size) bytes to say, a message of the log holds \(limit)")
        }
        queue.append(Submission(number: number, record: record))
    }

    /// Whoever has submitted a record does not wait for it any more: it is left out if it is not being appended.
    mutating func recordWithdrawn(_ number: Int) {
        queue.removeAll { $0.number == number }
    }

    /// The writer can append; returns the next message, `nil` if there is nothing to say.
    ///
    /// All steps that fit are one message. Whole states are messages of their own, because they are trimmed by source; so
    /// are removals, which leave the log in their order.
    ///
    /// - Parameters:
    ///   - head: What the message says about removals before it.
    ///   - position: The last state of a source in the log.
    /// - Returns: The message; the one that is on its way if there is one.
    /// - Complexity: O(*size*).
    mutating func messageWanted(_ head: Head, position: (TextID) -> FeedPosition?) -> Appending? {
        guard let last, end == nil, appending == nil, let first = queue.first else { return appending }
        let subject = first.record.subject
        var (records, numbers, size) = ([LogRecord](), [Int](), LogBatch.overhead)
        var rest: [Submission] = []
        for submission in queue {
            let record = submission.record
            let isAlone = subject != LogBatch.changes && subject != LogBatch.removed
            if records.isEmpty || !isAlone && record.subject == subject && size + record.size <= limit {
                // Only now is it known which state is the last one.
                let isRemoval = subject == LogBatch.removed
                records.append(isRemoval ? record.removing(at: position(record.source)) : record)
                numbers.append(submission.number)
                size += record.size
            } else {
                rest.append(submission)
            }
        }
        queue = rest
        messages += 1
        let batch = LogBatch(
            writer: writer, number: messages, removals: head.removals, forgotten: head.forgotten,
            content: .records(records, mark: mark))
        appending = Appending(
            message: LogMessage(subject: subject, bytes: batch.bytes), last: last, submissions: numbers,
            sources: records.map(\.source), isRemoval: subject == LogBatch.removed)
        return appending
    }

    /// Whether a message that is on its way is about a source.
    func isAppending(_ source: TextID) -> Bool { appending?.sources.contains(source) ?? false }

    /// Whether a source is removed by a message that is not in the log, as far as is known.
    func isRemoving(_ source: TextID) -> Bool {
        appending?.isRemoval == true && isAppending(source)
            || queue.contains { $0.record.source == source && $0.record.subject == LogBatch.removed }
    }

    /// The sequence of the log's last message if nothing is being appended.
    var idleSince: UInt64? { appending == nil && end == nil ? last : nil }

    /// Who has a message behind the last one of a writer that is appending nothing; `nil` if nobody has.
    static func otherWriter(in reading: LogReading, after last: UInt64) -> String? {
        guard let found = reading.message else { return reading.last > last ? "another writer" : nil }
        guard case .mark(let name)? = try? LogBatch(found.bytes).content else { return "another writer" }
        return name
    }

    /// The message is in the log.
    mutating func messageAppended() -> Appending? {
        guard let appended = appending else { return nil }
        last = appended.last.saturatingNext
        appending = nil
        return appended
    }

    /// What is where a message of this writer should be.
    enum Finding: Sendable, Equatable {
        /// The message: it got through.
        case own
        /// Another one: this one never gets in.
        case other(writer: String)
        /// Nothing yet: the answer of an older state of the log, or the message is on its way.
        case nothing
        /// Something that was removed since: it is not known what.
        case removed
    }

    /// What was read behind a sequence tells whether a message got through.
    static func finding(_ reading: LogReading, for message: LogMessage, after last: UInt64) -> Finding {
        guard let other = otherWriter(in: reading, after: last) else { return .nothing }
        guard let found = reading.message else { return .removed }
        return found == message ? .own : .other(writer: other)
    }

    /// Nothing is appended any more; returns the submissions that wait, and those whose message may be in the log.
    mutating func ended(_ reason: End) -> (queued: [Int], sent: [Int]) {
        if end != nil { return ([], []) }
        end = reason
        defer { (queue, appending) = ([], nil) }
        return (queue.map(\.number), appending?.submissions ?? [])
    }
}

extension LogRecord {
    /// The removal of the source in its last state.
    fileprivate func removing(at position: FeedPosition?) -> LogRecord {
        LogRecord(source: source, epoch: position?.epoch ?? 0, content: .removed(version: position?.number ?? 0))
    }
}
