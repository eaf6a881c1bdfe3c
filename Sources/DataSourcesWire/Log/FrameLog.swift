public import DataSources

/// A durable ordered log that processes share: a stream of a broker, or a table of a database.
///
/// One process appends the frames of its sources, any number of others follow them; see ``LogWriter`` and ``LogReader``.
/// Conform an engine's client to this protocol, and run the checks of `DataSourcesWireTesting` on it, which try each law.
///
/// 1. **Order.** Each message has a sequence, one more than that of the message before; the first one has 1. What is at a
///    sequence never changes. It is removed by ``trim(_:before:)`` only.
/// 2. **Fence.** A message is appended only if the log's last message has the expected sequence *when it is applied*; of
///    two appends with the same expectation, one gets through. Neither a clock nor a lease takes part in it.
/// 3. **Lost answers.** An append that fails may have got through, or may later; then it is directly behind the expected
///    sequence.
/// 4. **Durable.** When an append returns, its message survives what the engine promises to survive, and all readers get
///    it.
/// 5. **Conflict.** The error `conflict` says that the log's last message was another one. An append that is repeated can
///    meet itself.
/// 6. **Reading.** Readers get the messages in ascending order, each at most once. What is left out was removed. They may
///    be late, and ``message(at:)`` may answer from an older state of the log, never from one that did not exist.
///
/// One message is appended at a time. Do not send several ahead, each behind the one before: after another process has got
/// in at the first one's place, the second one's expectation is met by that.
public protocol FrameLog: Sendable {
    /// The messages of a reader.
    associatedtype Entries: AsyncSequence & Sendable where Entries.Element == LogEntry

    /// The most bytes that a message may have.
    var messageLimit: Int { get }

    /// Appends a message directly behind the one with a sequence, and returns when it is durable.
    ///
    /// - Parameters:
    ///   - message: The message; of at most ``messageLimit`` bytes.
    ///   - last: The sequence of the log's last message; 0 if it has never had one.
    /// - Throws: ``FrameLogError``: `conflict` if the log's last message is another one; `unavailable` if there is no
    ///   answer, also if the task is cancelled: then the message may have been appended, or may be later.
    func append(_ message: LogMessage, after last: UInt64) async throws(FrameLogError)

    /// The message with a sequence, if it is there, and the sequence of the last message.
    ///
    /// If there is no message, and `last` is not below the sequence, it was removed. Both come from one state of the log,
    /// which may be an older one.
    ///
    /// - Throws: ``FrameLogError`` `unavailable` if there is no answer.
    func message(at sequence: UInt64) async throws(FrameLogError) -> LogReading

    /// The messages after a sequence that are there, then those that are appended.
    ///
    /// Each iteration reads anew. It ends by an error, if the connection is lost, or when the task is cancelled; the reader
    /// then begins again behind the last message that it has. A slow reader holds a bounded number of messages.
    func entries(after sequence: UInt64) -> Entries

    /// Removes the messages of a subject with lower sequences. The last message of the log stays, whatever its subject.
    ///
    /// - Throws: ``FrameLogError`` if there is no answer; then they may have been removed.
    func trim(_ subject: TextID, before sequence: UInt64) async throws(FrameLogError)
}

/// A message to append.
public struct LogMessage: Hashable, Sendable {
    /// What ``FrameLog/trim(_:before:)`` removes it by.
    ///
    /// Any text of at most ``subjectLimit`` bytes, compared by bytes; an engine whose subjects have a syntax has to encode it.
    public let subject: TextID
    /// The content.
    public let bytes: [UInt8]

    /// Creates a message.
    public init(subject: TextID, bytes: [UInt8]) {
        (self.subject, self.bytes) = (subject, bytes)
    }

    /// The most bytes of a subject's UTF-8.
    public static let subjectLimit = 256
}

/// A message in the log.
public struct LogEntry: Hashable, Sendable {
    /// Its place in the log.
    public let sequence: UInt64
    /// The message.
    public let message: LogMessage

    /// Creates an entry.
    public init(sequence: UInt64, message: LogMessage) {
        (self.sequence, self.message) = (sequence, message)
    }
}

/// What is at a sequence of a log, and where the log ends, in one of its states.
public struct LogReading: Hashable, Sendable {
    /// The message; `nil` if it was removed, or is not there yet.
    public let message: LogMessage?
    /// The sequence of the last message; 0 if there has never been one.
    public let last: UInt64

    /// Creates a reading.
    public init(message: LogMessage?, last: UInt64) {
        (self.message, self.last) = (message, last)
    }
}

/// Why a log could not do something.
public struct FrameLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        /// The log's last message is not the expected one.
        case conflict
        /// There is no answer; trying again can help.
        case unavailable
        /// A message has more bytes than the log takes.
        case tooLarge
        /// The log does not exist, or does not permit this; trying again does not help.
        case refused
    }

    /// The kind of error; stable.
    public let code: Code
    /// What happened; for people.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// The kind and the message.
    public var description: String { "FrameLogError.\(code.rawValue): \(message)" }
}
