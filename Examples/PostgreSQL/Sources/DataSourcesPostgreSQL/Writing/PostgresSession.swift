import Dispatch
import Foundation
import Synchronization

/// A connection for statements, which are run one after the other on a queue of its own.
///
/// It connects when it is first used, and again after the connection was lost. The connection closes when the session is
/// released.
public final class PostgresSession: Sendable {
    /// What a transaction has done, and where the list shows it.
    public struct Receipt: Hashable, Sendable {
        /// The number of the transaction.
        public let transaction: UInt64
        /// A list whose position is this or later shows the transaction:
        /// `await list.position.firstValue { $0.map { $0 >= receipt.position } ?? false }`.
        public let position: LogPosition
    }

    /// A statement with its values as texts, `$1` and so on in the statement.
    public struct Statement: Hashable, Sendable {
        let sql: String
        let values: [String?]

        /// Creates a statement.
        public init(_ sql: String, _ values: [String?] = []) {
            (self.sql, self.values) = (sql, values)
        }
    }

    private let url: String
    private let timeout: Duration
    private let queue = DispatchQueue(label: "DataSourcesPostgreSQL.session")
    private let box = Box()

    /// The connection.
    private final class Box: @unchecked Sendable {
        // Only the session's serial queue uses it, or the end of the session.
        var connection: Connection?
    }

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - url: A connection string or URL of libpq.
    ///   - connectTimeout: How long connecting may take.
    public init(_ url: String, connectTimeout: Duration = .seconds(10)) {
        (self.url, timeout) = (url, connectTimeout)
    }

    /// Runs a statement with values, or several without values.
    ///
    /// - Returns: The rows of the last one.
    /// - Throws: ``PostgresError``; `CancellationError`, after which the statement may have been run.
    @discardableResult
    public func query(_ sql: String, _ values: [String?] = []) async throws -> [[String?]] {
        try await run { try $0.query(sql, values) }
    }

    /// Runs statements in one transaction, which is on disk when this returns.
    ///
    /// - Parameters:
    ///   - isolation: The isolation level.
    ///   - statements: The statements.
    /// - Returns: Where a list shows the transaction.
    /// - Throws: ``PostgresError``, after which the transaction has changed nothing, unless the code is `unreachable`:
    ///   then the server may have committed it. `CancellationError`, likewise.
    @discardableResult
    public func write(
        isolation: String = "REPEATABLE READ", _ statements: [Statement]
    ) async throws -> Receipt {
        try await run { connection in
            try connection.query("BEGIN ISOLATION LEVEL \(isolation); SET LOCAL synchronous_commit = on")
            let number: String?
            do {
                for statement in statements { try connection.query(statement.sql, statement.values) }
                number = try connection.query("SELECT pg_current_xact_id()").first?.first.flatMap { $0 }
                try connection.query("COMMIT")
            } catch let error as PostgresError where error.code != .unreachable {
                try connection.query("ROLLBACK")
                throw error
            }
            // The log is flushed to this position or further, and the commit is before it.
            let position = try connection.query("SELECT pg_current_wal_flush_lsn()").first?.first.flatMap { $0 }
            guard let number = number.flatMap({ UInt64($0) }), let position = position.flatMap({ LogPosition($0) })
            else {
                throw PostgresError(.badMessage, "the server does not tell the transaction or its position")
            }
            return Receipt(transaction: number, position: position)
        }
    }

    private func run<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result
    {
        let stop = try Connection.Stop()
        return try await withTaskCancellationHandler { @Sendable in
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [box, url, timeout] in
                    continuation.resume(
                        with: Swift.Result {
                            let connection =
                                try box.connection?.stopping(by: stop)
                                ?? Connection(url, replicates: false, name: "writing", timeout: timeout, stop: stop)
                            do {
                                let result = try body(connection)
                                box.connection = connection
                                return result
                            } catch {
                                // After a server's error the connection is as good as before.
                                let isUsable = (error as? PostgresError).map { $0.code != .unreachable } ?? false
                                box.connection = isUsable ? connection : nil
                                throw error
                            }
                        })
                }
            }
        } onCancel: {
            stop.stop()
        }
    }
}
