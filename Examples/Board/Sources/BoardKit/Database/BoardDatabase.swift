public import DataSources
import DataSourcesSQLite
import Foundation
import GRDB
public import Logging

/// The board in a SQLite file: the source of truth.
///
/// ```
/// command ─▶ transaction in SQLite ─▶ FollowedTable ─▶ source
/// ```
///
/// A command has an answer only after its transaction has committed and the source has followed.
public final class BoardDatabase: Sendable {
    /// What the file has at most; all of it comes from clients.
    struct Bounds: Sendable {
        var cards = 100_000
        /// The cards that can be restored: the last ones that were deleted.
        var deletedCards = 10_000
        /// The answers that are kept for commands that are sent again: the last ones.
        var answers = 200_000
        /// More than all of these take, each of the greatest length.
        var bytes: Int64 = 1 << 30
    }

    /// The cards in their columns.
    public let source: BoardSource
    let commits = CommitClock()
    /// Used by the methods below, and by tests that make it fail.
    let queue: DatabaseQueue
    /// Follows the database.
    let table: FollowedTable<CardRow>
    /// The number of rows that cannot be shown, of those that were in the file when it was opened.
    let unreadableRows: Int
    private let file: BoardFile
    private let bounds: Bounds
    private let tasks: [Task<Void, Never>]

    /// How many rows that cannot be shown are logged one by one.
    private static let loggedRows = 100

    /// Opens a file, creates it if it is missing, and reads the board.
    ///
    /// Rows that cannot be shown are logged, each with its number and the reason, and stay in the file.
    ///
    /// - Throws: ``BoardDatabaseError`` with a message for people.
    public convenience init(path: String, logger: Logger = Logger(label: "board.database")) async throws {
        try await self.init(path: path, bounds: Bounds(), logger: logger)
    }

    init(path: String, bounds: Bounds, logger: Logger = Logger(label: "board.database")) async throws {
        self.bounds = bounds
        let columns: [Column]
        var unreadable: [UnreadableRow]
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.configuration(bounds))
            try BoardSchema.migrator.migrate(queue)
            let name: String?
            (columns, unreadable, name) = try await queue.write { db in
                try db.deleteOld(bounds, now: Self.now)
                let (columns, unreadable) = try db.readColumns()
                let name = try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
                return (columns, unreadable, name)
            }
            file = BoardFile(path: name ?? path)
        } catch let error as DatabaseError {
            throw BoardDatabaseError(path: path, error)
        }
        // Before the table: its observer makes the state that a time is wanted for.
        queue.add(transactionObserver: commits, extent: .databaseLifetime)
        let table = FollowedTable(CardRow.query, in: queue, isShared: false)
        self.table = table
        source = try table.list.board(of: columns)
        // Its errors are in the status.
        let following = Task { _ = try? await table.run() }
        let status = await table.list.status.firstValue { if case .loading = $0 { false } else { true } }
        guard status == .ready else {
            following.cancel()
            throw BoardDatabaseError(path: path, status?.error ?? CancellationError())
        }

        unreadable += table.list.snapshot.unreadable(on: columns)
        for row in unreadable.prefix(Self.loggedRows) { logger.warning("not shown: \(row)") }
        if !unreadable.isEmpty {
            logger.warning("\(unreadable.count) rows of \(path) are not shown; they stay in the file")
        }
        unreadableRows = unreadable.count
        let reasons = table.list.reasons(on: columns)
        let first = await reasons.snapshot
        let logging = Task {
            for await update in reasons.updates(since: first) {
                for row in update.insertedItems {
                    logger.warning("not shown: \(UnreadableRow(table: "card", number: row.id, reason: row.value))")
                }
            }
        }
        tasks = [following, logging]
    }

    deinit {
        for task in tasks { task.cancel() }
    }

    /// Applies a command, or finds the answer that its key has got before; returns after the source has followed.
    ///
    /// - Throws: ``Refusal`` if the command cannot be applied, the file has gone, or the source cannot follow now; any
    ///   other error if the database failed.
    public func apply(_ command: BoardCommand, key: String) async throws {
        try check()
        let digest = try command.digest
        let (refusal, position) = try await table.write { [bounds] db in
            try Self.apply(command, key, digest, bounds, db)
        }
        let isShown = table.list.position.combined(with: table.list.status) { shown, status -> Bool? in
            if let shown, shown >= position { true } else if status.error != nil { false } else { nil }
        }
        let outcome = await isShown.firstValue { $0 != nil }
        // What was written to a file that went meanwhile does not outlive the process.
        try check()
        guard outcome == true else { throw Refusal(.unavailable, "the board cannot be read now") }
        if let refusal { throw refusal }
    }

    /// Checks that commands can be saved, and shown then.
    ///
    /// - Throws: ``Refusal`` if the file was deleted, moved or replaced, or cannot be read now.
    public func check() throws(Refusal) {
        try file.check()
        guard let error = table.list.status.value.error else { return }
        throw Refusal(.unavailable, "the board cannot be read now: \(BoardDatabaseError.reason(error))")
    }

    /// Closes the file; commands fail from then on.
    public func close() async throws {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        try queue.close()
    }

    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    // MARK: Commands

    private static func apply(
        _ command: BoardCommand, _ key: String, _ digest: String, _ bounds: Bounds, _ db: Database
    ) throws -> Refusal? {
        if let row = try Row.fetchOne(
            db, sql: "SELECT content = ? AS isSame, code, message FROM command WHERE key = ?", arguments: [digest, key])
        {
            guard row["isSame"] == true else { return Refusal(.keyReused, "another command had the key \(key)") }
            guard let code = (row["code"] as String?).flatMap(Refusal.Code.init) else { return nil }
            return Refusal(code, row["message"] ?? "")
        }
        var refusal: Refusal?
        do {
            try db.apply(command, bounds)
        } catch let error as Refusal {
            // A command that is refused has not written anything.
            refusal = error
        }
        try db.execute(
            sql: "INSERT INTO command (key, content, code, message, time) VALUES (?, ?, ?, ?, ?)",
            arguments: [key, digest, refusal?.code.rawValue, refusal?.message, now])
        let number = db.lastInsertedRowID
        // SQLite numbers the answers one after the other.
        try db.execute(sql: "DELETE FROM command WHERE number <= ? - ?", arguments: [number, bounds.answers])
        if number % 100 == 0 { try db.deleteOld(bounds, now: now) }
        return refusal
    }

    // MARK: The file

    private static func configuration(_ bounds: Bounds) -> Configuration {
        var configuration = Configuration()
        configuration.label = "board"
        configuration.prepareDatabase { db in
            // The source follows the writes of this process only, so there may be no other.
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096
            try db.execute(sql: "PRAGMA max_page_count = \(max(1, bounds.bytes / max(512, pageSize)))")
            // A transaction that changes many cards makes the log long; it is cut afterwards.
            try db.execute(sql: "PRAGMA journal_size_limit = \(bounds.bytes / 16)")
        }
        return configuration
    }
}

extension Database {
    /// Forgets the answers of a week ago, and the cards that were deleted a month ago or are too many.
    func deleteOld(_ bounds: BoardDatabase.Bounds, now: Int64) throws {
        let day: Int64 = 24 * 60 * 60 * 1_000
        try execute(sql: "DELETE FROM command WHERE time < ?", arguments: [now - 7 * day])
        try execute(sql: "DELETE FROM card WHERE deleted < ?", arguments: [now - 30 * day])
        try execute(
            sql: """
                DELETE FROM card WHERE number IN (
                    SELECT number FROM card WHERE deleted IS NOT NULL
                    ORDER BY deleted DESC, number DESC LIMIT -1 OFFSET ?)
                """, arguments: [bounds.deletedCards])
    }
}
