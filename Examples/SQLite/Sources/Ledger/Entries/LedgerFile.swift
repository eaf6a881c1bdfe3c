import Foundation
import GRDB

/// Opens the file of a ledger.
enum LedgerFile {
    /// Opens a file, which is created if it is missing and that is wanted.
    static func open(
        _ path: String, creates: Bool = false, prepare: (@Sendable (Database) throws -> Void)? = nil
    ) throws -> DatabasePool {
        guard creates || FileManager.default.fileExists(atPath: path) else {
            throw LedgerError("\(path) does not exist; create it with `Ledger import FILE.csv --database \(path)`")
        }
        var configuration = Configuration()
        // Somebody may be editing with sqlite3.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
            try prepare?(database)
        }
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.write { try $0.execute(sql: schema) }
            return pool
        } catch { throw LedgerError(describing: error, path) }
    }

    private static let schema = """
        CREATE TABLE IF NOT EXISTS entry (
            id INTEGER PRIMARY KEY, day TEXT NOT NULL, account TEXT NOT NULL, payee TEXT NOT NULL,
            category TEXT NOT NULL, cents INTEGER NOT NULL, note TEXT NOT NULL DEFAULT '');
        CREATE INDEX IF NOT EXISTS entry_day ON entry (day);
        CREATE TABLE IF NOT EXISTS import (
            path TEXT PRIMARY KEY, position INTEGER NOT NULL, line INTEGER NOT NULL, fingerprint INTEGER NOT NULL,
            imported INTEGER NOT NULL, malformed INTEGER NOT NULL);
        """
}

extension LedgerError {
    /// An error of SQLite with what to do about it.
    init(describing error: any Error, _ path: String) {
        guard let error = error as? DatabaseError else {
            self.init("\(path) cannot be used: \(error)")
            return
        }
        let advice =
            switch error.resultCode {
            case .SQLITE_FULL: "the disk is full; free some space and run the same command again: it continues"
            case .SQLITE_BUSY, .SQLITE_LOCKED: "another program has locked it; end that and try again"
            case .SQLITE_NOTADB: "it is no SQLite database; name another file with --database"
            case .SQLITE_CANTOPEN: "it cannot be opened; check that it is a file in a folder that can be written to"
            case .SQLITE_READONLY: "it is read-only; change its permissions"
            case .SQLITE_IOERR:
                "it cannot be read or written (\(error.message ?? "I/O error")); check the disk, and try again"
            default: error.message ?? "\(error)"
            }
        self.init("\(path): \(advice)")
    }
}
