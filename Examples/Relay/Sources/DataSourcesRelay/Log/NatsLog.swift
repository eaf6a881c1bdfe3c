public import DataSources
public import DataSourcesWire
import Foundation

/// A log in a stream of NATS JetStream, of version 2.12 or later.
///
/// ```swift
/// let connection = try await NatsConnection.open(NatsSettings(servers: ["nats://10.0.0.1:4222"]))
/// let log = try await NatsLog(NatsLogSettings(stream: "boards-17"), on: connection)
/// ```
///
/// What an append that returned survives is a setting of the servers, which no client can see: with `sync_interval: always`
/// the message is on the disks of more than half of the replicas, by default in their memory, written within 2 minutes.
public struct NatsLog: FrameLog {
    /// The stream's settings.
    public let settings: NatsLogSettings
    /// The most bytes that a message may have: the server's `max_payload` without room for headers.
    public let messageLimit: Int
    let connection: NatsConnection

    /// Opens a log.
    ///
    /// - Parameters:
    ///   - settings: The stream; what is there must have these settings.
    ///   - connection: The connection; a log may share it with others.
    ///   - isCreated: Whether the stream is made if it is missing.
    /// - Throws: `FrameLogError`: `refused` if the settings differ in what matters, if the server is older than 2.12, or if
    ///   the stream is missing and not created; `unavailable` if there is no answer.
    public init(
        _ settings: NatsLogSettings, on connection: NatsConnection, create isCreated: Bool = true
    ) async throws(FrameLogError) {
        if let problem = settings.problem { throw FrameLogError(.refused, problem) }
        let stream: StreamDescription
        switch try await Self.info(settings, connection) {
        case .content(let found): stream = found
        case .error(let error) where error.number == ServerError.noStream && isCreated:
            stream = try await Self.create(settings, connection)
        case .error(let error): throw error.error("the stream \(settings.stream)")
        }
        if let problem = stream.problem(for: settings) { throw FrameLogError(.refused, problem) }
        (self.settings, self.connection) = (settings, connection)
        // The headers have 150 bytes at most.
        var limit = connection.payloadLimit - 512
        // It counts headers, too.
        if let size = stream.config.maxMessageSize, size > 0 { limit = min(limit, Int(size) - 512) }
        guard limit > 0 else {
            throw FrameLogError(.refused, "the stream \(settings.stream) takes no messages of more than 512 bytes")
        }
        messageLimit = limit
    }

    private static func info(
        _ settings: NatsLogSettings, _ connection: NatsConnection
    ) async throws(FrameLogError) -> ServerAnswer<StreamDescription> {
        try await connection.ask("$JS.API.STREAM.INFO.\(settings.stream)", as: StreamDescription.self)
    }

    private static func create(
        _ settings: NatsLogSettings, _ connection: NatsConnection
    ) async throws(FrameLogError) -> StreamDescription {
        let subject = "$JS.API.STREAM.CREATE.\(settings.stream)"
        switch try await connection.ask(subject, json: StreamRequest(settings), as: StreamDescription.self) {
        case .content(let made): return made
        case .error(let error) where error.number == ServerError.streamExists:
            // Another process was first; perhaps with other settings.
            guard case .content(let found) = try await info(settings, connection) else { fallthrough }
            return found
        case .error(let error): throw error.error("the stream \(settings.stream) cannot be made")
        }
    }

    /// What the stream's leader says about it.
    func description() async throws(FrameLogError) -> StreamDescription {
        switch try await Self.info(settings, connection) {
        case .content(let found): return found
        case .error(let error): throw error.error("the stream \(settings.stream)")
        }
    }

    /// The server that leads the stream; `nil` if there is only one.
    package func leader() async throws(FrameLogError) -> String? { try await description().cluster?.leader }

    /// How many consumers the server has for iterations.
    package func consumers() async throws(FrameLogError) -> Int { try await description().state.consumers ?? 0 }

    // MARK: Appending

    private struct Appended: Decodable {
        let seq: UInt64
    }

    /// Appends a message directly behind the one with a sequence; see `FrameLog`.
    ///
    /// The stream's leader answers when more than half of the replicas have it.
    public func append(_ message: LogMessage, after last: UInt64) async throws(FrameLogError) {
        guard message.bytes.count <= messageLimit else {
            throw FrameLogError(
                .tooLarge,
                "a message of \(message.bytes.count) bytes; the stream \(settings.stream) takes at most \(messageLimit)"
            )
        }
        let length = message.subject.text.utf8.count
        guard length <= LogMessage.subjectLimit else {
            throw FrameLogError(
                .refused, "a subject of \(length) bytes; at most \(LogMessage.subjectLimit) are possible")
        }
        guard last < UInt64(Int64.max) else {
            throw FrameLogError(.conflict, "the stream \(settings.stream) has no message with the sequence \(last)")
        }
        // By hand: libnats has an option for it, and sends nothing for 0.
        let headers = [("Nats-Expected-Stream", settings.stream), ("Nats-Expected-Last-Sequence", "\(last)")]
        switch try await connection.ask(
            subject(message.subject), headers: headers, message.bytes, as: Appended.self)
        {
        case .content(let appended):
            guard appended.seq == last + 1 else {
                throw FrameLogError(.refused, "appended at \(appended.seq), not behind \(last): not a server of 2.12")
            }
        case .error(let error): throw error.error("appending to \(settings.stream) behind \(last)")
        }
    }

    func subject(_ subject: TextID) -> String { "\(settings.stream).\(SubjectToken.encode(subject))" }

    /// The message of a subject of NATS.
    func message(_ subject: String, _ bytes: [UInt8], at sequence: UInt64) throws(FrameLogError) -> LogMessage {
        let prefix = "\(settings.stream)."
        guard subject.hasPrefix(prefix), let text = SubjectToken.decode(subject.dropFirst(prefix.count)) else {
            throw FrameLogError(
                .refused,
                "the message \(sequence) of \(settings.stream) has the subject \(subject), which no log writes")
        }
        return LogMessage(subject: text, bytes: bytes)
    }

    // MARK: Reading

    /// Reads the stream until two answers of its leader fit together.
    public func message(at sequence: UInt64) async throws(FrameLogError) -> LogReading {
        for _ in 0..<10 {
            let found = sequence == 0 ? nil : try await first(from: sequence)
            let last = try await description().state.last
            switch found {
            case nil:
                // Behind the last one, and so when that was read, too. Or it was appended in between.
                if last < sequence || sequence == 0 { return LogReading(message: nil, last: last) }
            case let found? where found.sequence == sequence:
                // The last one cannot have been removed in between.
                if last == sequence { return LogReading(message: found.message, last: last) }
                if last > sequence, try await first(from: sequence)?.sequence == sequence {
                    return LogReading(message: found.message, last: last)
                }
            case let found?:
                // Removed, and that is for good. Unless the second answer is the older one.
                if last >= found.sequence || last < sequence { return LogReading(message: nil, last: last) }
            }
        }
        throw FrameLogError(.unavailable, "the stream \(settings.stream) changes faster than \(sequence) is read")
    }

    private struct Found: Decodable {
        struct Message: Decodable {
            let subject: String
            let seq: UInt64
            let data: Data?
        }

        let message: Message
    }

    private struct FindRequest: Encodable {
        let seq: UInt64
        // With it, the answer for a message that is gone is the next one, from the same state.
        let subject = ">"

        enum CodingKeys: String, CodingKey {
            case seq
            case subject = "next_by_subj"
        }
    }

    /// The message with a sequence, or the first one after it; `nil` if there is none.
    private func first(from sequence: UInt64) async throws(FrameLogError) -> LogEntry? {
        // Answered by the stream's leader; "direct" ones are answered by any replica.
        let subject = "$JS.API.STREAM.MSG.GET.\(settings.stream)"
        switch try await connection.ask(subject, json: FindRequest(seq: sequence), as: Found.self) {
        case .content(let found):
            let (number, bytes) = (found.message.seq, found.message.data.map(Array.init) ?? [])
            return LogEntry(sequence: number, message: try message(found.message.subject, bytes, at: number))
        case .error(let error) where error.number == ServerError.noMessage: return nil
        case .error(let error): throw error.error("reading \(sequence) of \(settings.stream)")
        }
    }

    /// The messages after a sequence, then those that are appended; see `FrameLog`.
    public func entries(after sequence: UInt64) -> NatsEntries { NatsEntries(log: self, after: sequence) }

    // MARK: Trimming

    private struct PurgeRequest: Encodable {
        let filter: String
        let seq: UInt64
    }

    private struct Purged: Decodable {
        let success: Bool
    }

    /// Removes the messages of a subject with lower sequences; see `FrameLog`.
    ///
    /// The last message that the stream has when this is called stays, and those that come.
    public func trim(_ subject: TextID, before sequence: UInt64) async throws(FrameLogError) {
        // The last one is known before, so that what comes in between stays.
        let end = min(sequence, try await description().state.last)
        // Without a sequence, the server would remove all.
        guard end > 1 else { return }
        let request = PurgeRequest(filter: self.subject(subject), seq: end)
        let api = "$JS.API.STREAM.PURGE.\(settings.stream)"
        switch try await connection.ask(api, json: request, as: Purged.self) {
        case .content(let purged):
            guard purged.success else { throw FrameLogError(.unavailable, "\(settings.stream) was not trimmed") }
        case .error(let error): throw error.error("trimming \(settings.stream)")
        }
    }
}
