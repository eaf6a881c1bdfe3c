import DataSources
import Foundation
import GRDB

/// The board in a SQLite file: the source of truth.
///
/// ```
/// command ─▶ transaction in SQLite ─▶ DatabaseFollower ─▶ source
/// ```
///
/// A command has an answer only after its transaction has committed and the source has followed.
final class BoardDatabase: Sendable {
    /// Follows the database.
    let source: SectionedSource<Column, PlacedCard>
    let commits = CommitClock()
    /// Used by the methods below, and by tests that make it fail.
    let queue: DatabaseQueue

    /// Opens a file, creates it if it is missing, and reads the board.
    ///
    /// - Throws: ``BoardDatabaseError`` with a message for people.
    init(path: String) throws {
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            try Self.migrator.migrate(queue)
            source = try queue.write { db in
                try Self.removeOld(db, now: Self.now)
                return try SectionedSource(Self.sections(db))
            }
        } catch let error as DatabaseError {
            throw BoardDatabaseError(path: path, error)
        }
        queue.add(transactionObserver: DatabaseFollower(source, commits), extent: .databaseLifetime)
    }

    /// Applies a command, or finds the answer that its key has got before; returns after the source has followed.
    ///
    /// - Throws: ``Refusal`` if the command cannot be applied; any other error if the database failed.
    func apply(_ command: BoardCommand, key: String) async throws {
        let content = try command.text
        let refusal = try await queue.write { db in try Self.apply(command, key, content, db) }
        // An empty transaction waits for all that the follower has submitted.
        try await source.transaction { _ in }
        if let refusal { throw refusal }
    }

    /// Closes the file; commands fail from then on.
    func close() throws { try queue.close() }

    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    // MARK: Commands

    private static func apply(
        _ command: BoardCommand, _ key: String, _ content: String, _ db: Database
    ) throws -> Refusal? {
        if let row = try Row.fetchOne(
            db, sql: "SELECT content, code, message FROM command WHERE key = ?", arguments: [key])
        {
            guard row["content"] == content else {
                return Refusal(.keyReused, "another command had the key \(key)")
            }
            guard let code = (row["code"] as String?).flatMap(Refusal.Code.init) else { return nil }
            return Refusal(code, row["message"] ?? "")
        }
        var refusal: Refusal?
        do {
            try db.apply(command)
        } catch let error as Refusal {
            // A command that is refused has not written anything.
            refusal = error
        }
        try db.execute(
            sql: "INSERT INTO command (key, content, code, message, time) VALUES (?, ?, ?, ?, ?)",
            arguments: [key, content, refusal?.code.rawValue, refusal?.message, now])
        if db.lastInsertedRowID % 1_000 == 0 { try removeOld(db, now: now) }
        return refusal
    }

    /// Forgets the keys of a week ago, and cards that were deleted a month ago.
    private static func removeOld(_ db: Database, now: Int64) throws {
        let day: Int64 = 24 * 60 * 60 * 1_000
        try db.execute(sql: "DELETE FROM command WHERE time < ?", arguments: [now - 7 * day])
        try db.execute(sql: "DELETE FROM card WHERE deleted < ?", arguments: [now - 30 * day])
    }

    // MARK: Reading

    private static func sections(_ db: Database) throws -> [ItemSection<Column, PlacedCard>] {
        let columns = try Row.fetchAll(db, sql: "SELECT id, title FROM boardColumn ORDER BY position")
        return try columns.map { column in
            let id: String = column["id"]
            let rows = try CardRow.fetchAll(
                db, sql: "SELECT * FROM card WHERE \"column\" = ? AND deleted IS NULL ORDER BY position, number",
                arguments: [id])
            let header = Column(id: id, title: column["title"], count: rows.count)
            return ItemSection(header, items: rows.map(\.placed))
        }
    }

    // MARK: The file

    /// Marks the file as a board: `Brd1`.
    private static let applicationID = 0x4272_6431

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "board"
        configuration.prepareDatabase { db in
            // The source follows the writes of this process only, so there may be no other.
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        return configuration
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            let tables = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM sqlite_master WHERE name NOT LIKE 'grdb_%' AND name NOT LIKE 'sqlite_%'")
            guard tables == 0 else { throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "it has other tables") }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: schema)
            try db.addFirstCards(now: now)
        }
        return migrator
    }

    private static let schema = """
        CREATE TABLE boardColumn (
            id TEXT PRIMARY KEY NOT NULL,
            title TEXT NOT NULL,
            position INTEGER NOT NULL);
        CREATE TABLE card (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            "column" TEXT NOT NULL REFERENCES boardColumn (id),
            position INTEGER NOT NULL,
            title TEXT NOT NULL,
            by TEXT,
            created INTEGER NOT NULL,
            deleted INTEGER);
        CREATE INDEX cardPlace ON card ("column", position, number) WHERE deleted IS NULL;
        CREATE INDEX cardDeleted ON card (deleted) WHERE deleted IS NOT NULL;
        CREATE TABLE command (
            number INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            content TEXT NOT NULL,
            code TEXT,
            message TEXT,
            time INTEGER NOT NULL);
        CREATE INDEX commandTime ON command (time);
        """
}
