public import DataSources
public import DataSourcesWire

/// A log of frames in two tables: for a database with replicas that is there anyway, and at most tens of readers.
///
/// ```swift
/// let log = try await PostgresLog("boards-17", at: url)
/// let writer = LogWriter(of: log, as: "host-7")
/// ```
///
/// Each log has a row with the sequence of its last message. An append changes that row if it is the expected one, and
/// inserts the message, in one statement: so the row's lock is the fence, and messages become visible in their order.
/// Durability is that of a commit with `synchronous_commit = on`; with `synchronous_standby_names` the message is on a
/// standby too. Readers ask the server for what is new, at first every ``interval`` and up to ten times as rarely.
public final class PostgresLog: FrameLog {
    /// The most bytes of a message.
    public let messageLimit: Int
    /// The time between two questions of a reader, while there are messages.
    public let interval: Duration
    private let url: String
    private let name: String
    private let tables: Tables
    /// For appends, and for everything else: reading does not wait for an append.
    private let (writing, reading): (PostgresSession, PostgresSession)

    /// The names of the tables, quoted.
    private struct Tables: Sendable {
        let messages, ends: String

        init(schema: String) {
            messages = SQL.name(schema) + ".datasources_log"
            ends = SQL.name(schema) + ".datasources_log_end"
        }
    }

    /// Opens a log, and makes its tables if they are missing.
    ///
    /// - Parameters:
    ///   - name: The name of the log, one for each shard.
    ///   - url: A connection string or URL of libpq.
    ///   - schema: The schema of the tables; it must be there.
    ///   - messageLimit: The most bytes of a message; 1 MiB by default, 64 MiB at most.
    ///   - interval: The time between two questions of a reader, while there are messages; 20 ms by default.
    /// - Throws: ``PostgresError``.
    public init(
        _ name: String, at url: String, schema: String = "public", messageLimit: Int = 1 << 20,
        interval: Duration = .milliseconds(20)
    ) async throws {
        (self.url, self.name) = (url, name)
        self.messageLimit = min(max(1, messageLimit), 64 << 20)
        self.interval = min(max(interval, .milliseconds(1)), .seconds(60))
        tables = Tables(schema: schema)
        (writing, reading) = (PostgresSession(url), PostgresSession(url))
        // One transaction. Of two processes that make the same table at once, one would fail without the lock.
        try await writing.query(
            """
            SELECT pg_advisory_xact_lock(hashtext('datasources_log'));
            CREATE TABLE IF NOT EXISTS \(tables.ends) (log text PRIMARY KEY, last bigint NOT NULL);
            CREATE TABLE IF NOT EXISTS \(tables.messages) (
                log text, sequence bigint, subject bytea NOT NULL, content bytea NOT NULL, PRIMARY KEY (log, sequence));
            CREATE INDEX IF NOT EXISTS datasources_log_subject ON \(tables.messages) (log, subject, sequence);
            ALTER TABLE \(tables.messages) ALTER content SET STORAGE EXTERNAL
            """)
        try await writing.query("INSERT INTO \(tables.ends) VALUES ($1, 0) ON CONFLICT DO NOTHING", [name])
    }

    /// Appends a message behind the one with a sequence.
    public func append(_ message: LogMessage, after last: UInt64) async throws(FrameLogError) {
        guard message.bytes.count <= messageLimit else {
            throw FrameLogError(
                .tooLarge, "a message of \(message.bytes.count) bytes, the log \(name) takes \(messageLimit)")
        }
        // No log is as long.
        guard last < Int64.max else { throw conflict(last) }
        let rows = try await answering { [self] in
            try await writing.query(
                """
                WITH durable AS (SELECT set_config('synchronous_commit', 'on', true)), appended AS (
                    UPDATE \(tables.ends) SET last = last + 1 FROM durable WHERE log = $1 AND last = $2::bigint
                    RETURNING last)
                INSERT INTO \(tables.messages) SELECT $1, last, $3::bytea, $4::bytea FROM appended RETURNING sequence
                """, [name, "\(last)", Hex.text(of: message.subject.text.utf8), Hex.text(of: message.bytes)])
        }
        if rows.isEmpty { throw conflict(last) }
    }

    private func conflict(_ last: UInt64) -> FrameLogError {
        FrameLogError(.conflict, "the last message of the log \(name) is not \(last)")
    }

    /// The message with a sequence, and the sequence of the last one, in one snapshot of the database.
    public func message(at sequence: UInt64) async throws(FrameLogError) -> LogReading {
        let rows = try await answering { [self] in
            try await reading.query(
                """
                SELECT last, subject, content FROM \(tables.ends) AS ends
                LEFT JOIN \(tables.messages) AS messages ON messages.log = ends.log AND sequence = $2::bigint
                WHERE ends.log = $1
                """, [name, "\(min(sequence, UInt64(Int64.max)))"])
        }
        guard let row = rows.first, let last = row[0].flatMap({ UInt64($0) }) else {
            throw FrameLogError(.refused, "the log \(name) was removed from \(tables.ends)")
        }
        guard let subject = row[1], let content = row[2] else { return LogReading(message: nil, last: last) }
        return LogReading(message: try Self.message(subject, content), last: last)
    }

    /// Removes the messages of a subject with lower sequences, but not the last one of the log.
    public func trim(_ subject: TextID, before sequence: UInt64) async throws(FrameLogError) {
        _ = try await answering { [self] in
            try await reading.query(
                """
                DELETE FROM \(tables.messages) WHERE log = $1 AND subject = $2::bytea AND sequence < $3::bigint
                AND sequence < (SELECT last FROM \(tables.ends) WHERE log = $1)
                """, [name, Hex.text(of: subject.text.utf8), "\(min(sequence, UInt64(Int64.max)))"])
        }
    }

    /// The messages after a sequence; each iteration has a connection of its own.
    public func entries(after sequence: UInt64) -> Entries {
        Entries(log: self, sequence: sequence)
    }

    /// The messages of a reader.
    public struct Entries: AsyncSequence, Sendable {
        /// A message.
        public typealias Element = LogEntry

        let log: PostgresLog
        let sequence: UInt64

        /// Begins to read.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(log: log, session: PostgresSession(log.url), sequence: sequence)
        }

        /// Reads messages, up to 1 MiB ahead.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let log: PostgresLog
            let session: PostgresSession
            var sequence: UInt64
            /// Messages that were read, the next one last.
            private var ready: [LogEntry] = []
            private var pause: Duration

            init(log: PostgresLog, session: PostgresSession, sequence: UInt64) {
                (self.log, self.session, self.sequence, pause) = (log, session, sequence, log.interval)
            }

            /// Waits for the next message; `nil` if the task is cancelled.
            ///
            /// - Throws: `FrameLogError` if the server does not answer, or does not permit reading.
            public mutating func next() async throws(FrameLogError) -> LogEntry? {
                while !Task.isCancelled {
                    if let entry = ready.popLast() {
                        sequence = entry.sequence
                        return entry
                    }
                    ready = try await log.page(after: sequence, session)
                    if ready.isEmpty {
                        try? await Task.sleep(for: pause)
                        pause = Swift.min(pause * 2, log.interval * 10)
                    } else {
                        pause = log.interval
                    }
                }
                return nil
            }
        }
    }

    /// About how many bytes of messages are read at once.
    static var pageBytes: Int { 1 << 20 }

    /// The next messages, in descending order.
    private func page(after sequence: UInt64, _ session: PostgresSession) async throws(FrameLogError) -> [LogEntry] {
        let rows = try await answering { [self] in
            // The first one, and as many more as have about the bytes.
            try await session.query(
                """
                SELECT sequence, subject, content FROM (
                    SELECT *, sum(length(content)) OVER (ORDER BY sequence) - length(content) AS before FROM (
                        SELECT sequence, subject, content FROM \(tables.messages)
                        WHERE log = $1 AND sequence > $2::bigint ORDER BY sequence LIMIT 256) AS next) AS page
                WHERE before < \(Self.pageBytes) ORDER BY sequence DESC
                """, [name, "\(min(sequence, UInt64(Int64.max)))"])
        }
        var entries: [LogEntry] = []
        for row in rows {
            guard let sequence = row[0].flatMap({ UInt64($0) }), let subject = row[1], let content = row[2] else {
                throw FrameLogError(.unavailable, "the server's answer about the log \(name) has no sequence")
            }
            entries.append(LogEntry(sequence: sequence, message: try Self.message(subject, content)))
        }
        return entries
    }

    // MARK: Values and errors

    private static func message(_ subject: String, _ content: String) throws(FrameLogError) -> LogMessage {
        guard let subject = Hex.bytes(of: subject), let bytes = Hex.bytes(of: content),
            let subject = String(validating: subject, as: UTF8.self)
        else { throw FrameLogError(.refused, "the table of logs has a message that no PostgresLog has written") }
        return LogMessage(subject: TextID(subject), bytes: bytes)
    }

    private func answering(
        _ body: () async throws -> [[String?]]
    ) async throws(FrameLogError) -> [[String?]] {
        do {
            return try await body()
        } catch let error as PostgresError {
            // A standby, or a server that shuts down, answers too.
            let isRetryable = error.isRetryable || error.sqlState == "25006"
            throw FrameLogError(isRetryable ? .unavailable : .refused, "\(error)")
        } catch {
            throw FrameLogError(.unavailable, "\(error)")
        }
    }
}

/// Bytes as PostgreSQL writes them: `\x` and two digits for each.
enum Hex {
    static func text(of bytes: some Collection<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 2 + 2 * bytes.count) { buffer in
            (buffer[0], buffer[1]) = (UInt8(ascii: "\\"), UInt8(ascii: "x"))
            var index = 2
            for byte in bytes {
                (buffer[index], buffer[index + 1]) = (digits[Int(byte >> 4)], digits[Int(byte & 15)])
                index += 2
            }
            return index
        }
    }

    /// `nil` if the text is not of this form.
    static func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8
        guard digits.starts(with: "\\x".utf8), digits.count % 2 == 0 else { return nil }
        var (bytes, high): ([UInt8], UInt8?) = ([], nil)
        bytes.reserveCapacity(digits.count / 2 - 1)
        for digit in digits.dropFirst(2) {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}
