import CPostgres
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A connection of libpq, used by one thread at a time, which it blocks; ``stop()`` ends any wait from any thread.
final class Connection {
    /// What all connections of one follower wait for beside their sockets: whether to stop.
    final class Stop: Sendable {
        let pipe: WakePipe
        private let isSet = Atomic(false)

        init() throws(PostgresError) { pipe = try WakePipe() }

        var isStopped: Bool { isSet.load(ordering: .acquiring) }

        func stop() {
            isSet.store(true, ordering: .releasing)
            pipe.wake()
        }
    }

    /// Which events of a socket end a wait.
    enum Readiness {
        case reading, writing
    }

    let handle: OpaquePointer
    private(set) var stop: Stop
    /// What is said of the place of an error.
    let name: String
    private let replicates: Bool

    /// Connects.
    ///
    /// - Parameters:
    ///   - url: A connection string or URL of libpq.
    ///   - replicates: Whether the connection is one for replication.
    ///   - name: What is said of the place of an error.
    ///   - timeout: How long it may take.
    ///   - stop: Ends all waits.
    /// - Throws: ``PostgresError``; `CancellationError` after a stop.
    init(_ url: String, replicates: Bool, name: String, timeout: Duration, stop: Stop) throws {
        let values = ["dbname": url, "client_encoding": "UTF8", "fallback_application_name": "DataSources"]
        let parameters = values.merging(replicates ? ["replication": "database"] : [:]) { $1 }
        var (keys, texts): ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) = ([], [])
        // `dbname` is first: what comes after it replaces what it says.
        for key in ["dbname", "client_encoding", "fallback_application_name", "replication"] {
            guard let value = parameters[key] else { continue }
            keys.append(strdup(key).map { UnsafePointer($0) })
            texts.append(strdup(value).map { UnsafePointer($0) })
        }
        defer { for text in keys + texts { free(UnsafeMutableRawPointer(mutating: text)) } }
        guard let handle = PQconnectStartParams(keys + [nil], texts + [nil], 1) else {
            throw PostgresError(.unreachable, "\(name): no memory for a connection")
        }
        (self.handle, self.stop, self.name, self.replicates) = (handle, stop, name, replicates)
        // From here on `deinit` closes it. Only verbose errors of the start have a code.
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        let deadline = ContinuousClock.now + timeout
        while true {
            switch PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PQconnectPoll(handle) {
            case PGRES_POLLING_OK:
                PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
                // Without it, libpq blocks where no stop ends the wait.
                PQsetnonblocking(handle, 1)
                PQsetNoticeProcessor(handle, { _, _ in }, nil)
                try query(Self.formats)
                return
            case PGRES_POLLING_FAILED: throw startError()
            case PGRES_POLLING_READING: try wait(.reading, until: deadline)
            default: try wait(.writing, until: deadline)
            }
        }
    }

    deinit { PQfinish(handle) }

    /// Settings that the text of values depends on: both the copy and the stream must have the same.
    private static let formats = """
        SET datestyle = 'ISO, MDY'; SET intervalstyle = 'postgres'; SET timezone = 'UTC'; SET bytea_output = 'hex'; \
        SET extra_float_digits = 3
        """

    /// The same connection, for a use that is stopped by something else.
    func stopping(by stop: Stop) -> Connection {
        self.stop = stop
        return self
    }

    // MARK: Waiting

    /// Waits until the socket is ready.
    ///
    /// - Returns: Whether the socket is ready; `false` if the time has passed, or the thread was woken for another reason.
    func isReady(_ readiness: Readiness, within milliseconds: Int32) throws -> Bool {
        if stop.isStopped { throw CancellationError() }
        let events = Int16(readiness == .reading ? POLLIN : POLLOUT)
        var files = [
            pollfd(fd: PQsocket(handle), events: events, revents: 0),
            pollfd(fd: stop.pipe.reading, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&files, 2, milliseconds)
        if count > 0, files[1].revents != 0 { stop.pipe.drain() }
        if stop.isStopped { throw CancellationError() }
        return count > 0 && files[0].revents != 0
    }

    private func wait(_ readiness: Readiness, until deadline: ContinuousClock.Instant?) throws {
        while true {
            let left = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) } ?? 60_000
            if left <= 0 {
                throw PostgresError(.unreachable, "\(name): the server does not answer in time")
            }
            if try isReady(readiness, within: Int32(min(left, 60_000).rounded(.up))) { return }
        }
    }

    /// Waits until all that was sent is on its way.
    func flush(until deadline: ContinuousClock.Instant? = nil) throws {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                try wait(.writing, until: deadline)
                // The server may wait for us to read what it has sent.
                guard PQconsumeInput(handle) == 1 else { throw error() }
            default: throw error()
            }
        }
    }

    // MARK: Statements

    /// Runs a statement with values in text form, or several without values.
    ///
    /// A stop asks the server to cancel it.
    ///
    /// - Returns: The rows of the last one.
    @discardableResult
    func query(_ sql: String, _ values: [String?] = [], within timeout: Duration? = nil) throws -> [[String?]] {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        try send(sql, values)
        var rows: [[String?]] = []
        var failure: PostgresError?
        do {
            while let result = try nextResult(until: deadline) {
                defer { PQclear(result) }
                switch PQresultStatus(result) {
                case PGRES_TUPLES_OK: rows = Self.rows(of: result)
                case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: rows = []
                case PGRES_COPY_OUT, PGRES_COPY_BOTH, PGRES_COPY_IN: return []
                default: failure = error(result, while: sql)
                }
            }
        } catch {
            cancel()
            throw error
        }
        if let failure { throw failure }
        return rows
    }

    func send(_ sql: String, _ values: [String?]) throws {
        let isSent: Int32
        if values.isEmpty {
            isSent = PQsendQuery(handle, sql)
        } else {
            let texts = values.map { $0.map { strdup($0) } ?? nil }
            defer { for text in texts { free(text) } }
            isSent = PQsendQueryParams(
                handle, sql, Int32(values.count), nil, texts.map { UnsafePointer($0) }, nil, nil, 0)
        }
        guard isSent == 1 else { throw error(while: sql) }
        try flush()
    }

    private func nextResult(until deadline: ContinuousClock.Instant?) throws -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            try wait(.reading, until: deadline)
            guard PQconsumeInput(handle) == 1 else { throw error() }
        }
        return PQgetResult(handle)
    }

    /// Asks the server to end the statement that runs, such as one that waits for a transaction.
    private func cancel() {
        guard let cancel = PQgetCancel(handle) else { return }
        defer { PQfreeCancel(cancel) }
        var text = [CChar](repeating: 0, count: 256)
        PQcancel(cancel, &text, Int32(text.count))
    }

    private static func rows(of result: OpaquePointer) -> [[String?]] {
        (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
            }
        }
    }

    // MARK: Errors

    /// The error of a result, or of the connection.
    func error(_ result: OpaquePointer? = nil, while statement: String = "") -> PostgresError {
        // 67 is the letter C: the field with the code.
        let state = result.flatMap { PQresultErrorField($0, 67) }.map { String(cString: $0) }
        var text = result.map { String(cString: PQresultErrorMessage($0)) } ?? ""
        if text.isEmpty { text = String(cString: PQerrorMessage(handle)) }
        if text.isEmpty { text = "the server has ended the connection" }
        let place = statement.isEmpty ? name : "\(name), \(statement.prefix(60))"
        return PostgresError(sqlState: state, text: text, while: place, replicates: replicates)
    }

    /// The error of a connection that was not made, whose code is only in the text: `FATAL:  28P01: password …`.
    private func startError() -> PostgresError {
        let text = String(cString: PQerrorMessage(handle))
        let state = text.split(separator: ":").dropFirst().lazy.map { $0.drop { $0 == " " } }.first { part in
            part.utf8.count == 5 && part.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
                && part.utf8.contains { (48...57).contains($0) }
        }
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
        return PostgresError(sqlState: state.map(String.init), text: lines.joined(separator: " "), while: name)
    }
}

extension Connection.Stop {
    /// Waits to be woken.
    ///
    /// - Throws: `CancellationError` if it is stopped.
    func wait(milliseconds: Int32) throws {
        if isStopped { throw CancellationError() }
        var file = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
        if poll(&file, 1, milliseconds) > 0 { pipe.drain() }
        if isStopped { throw CancellationError() }
    }
}
