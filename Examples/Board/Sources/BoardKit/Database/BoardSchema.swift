import Foundation
import GRDB

/// The tables of a board.
enum BoardSchema {
    /// Marks the file as a board: `Brd1`.
    private static let applicationID = 0x4272_6431

    /// Makes the tables of a new file, and changes those of an older version.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            let tables = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM sqlite_master WHERE name NOT LIKE 'grdb_%' AND name NOT LIKE 'sqlite_%'")
            guard tables == 0 else { throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "it has other tables") }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: schema)
            try db.addFirstCards(now: BoardDatabase.now)
        }
        migrator.registerMigration("2") { db in
            // A digest has one length, whatever the command says.
            let digest = DatabaseFunction("boardDigest", argumentCount: 1, pure: true) { values in
                Digest.of(Data.fromDatabaseValue(values[0]) ?? Data())
            }
            db.add(function: digest)
            defer { db.remove(function: digest) }
            try db.execute(sql: "UPDATE command SET content = boardDigest(CAST(content AS BLOB))")
        }
        migrator.registerMigration("3") { db in
            // With a value for programs of before, which add cards without it.
            try db.execute(sql: "ALTER TABLE card ADD COLUMN labels INTEGER NOT NULL DEFAULT 0")
            try db.execute(sql: "ALTER TABLE card ADD COLUMN due TEXT")
        }
        return migrator
    }

    /// The tables of the first version.
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

/// Recognizes a command that is sent again.
///
/// It is no signature: two commands with one digest can be made, but only by the client whose second command would then
/// be taken for its first.
enum Digest {
    /// The FNV-1a hash of 128 bits, as 32 digits.
    static func of(_ bytes: some Sequence<UInt8>) -> String {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
