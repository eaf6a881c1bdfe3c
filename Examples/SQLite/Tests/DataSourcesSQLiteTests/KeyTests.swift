import DataSources
import DataSourcesSQLite
import Foundation
import GRDB
import Testing

/// Keys that are not the same in the eyes of SQLite, GRDB and Swift: the list is what GRDB reads from the table, or it
/// says that it cannot be shown.
@Suite(.timeLimit(.minutes(1))) struct KeyTests {
    struct Named<ID: Comparable & Hashable & Codable & Sendable & DatabaseValueConvertible>: TableRow, Codable {
        var id: ID
        var count: Int
    }

    /// A text that is compared by its bytes.
    struct Bytes: Comparable, Hashable, Codable, Sendable, DatabaseValueConvertible {
        let text: String

        var databaseValue: DatabaseValue { text.databaseValue }
        static func fromDatabaseValue(_ value: DatabaseValue) -> Bytes? {
            String.fromDatabaseValue(value).map { Bytes(text: $0) }
        }
        static func == (left: Bytes, right: Bytes) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
        static func < (left: Bytes, right: Bytes) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
        func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
    }

    /// A BLOB.
    struct Blob: Comparable, Hashable, Codable, Sendable, DatabaseValueConvertible {
        let data: Data

        var databaseValue: DatabaseValue { data.databaseValue }
        static func fromDatabaseValue(_ value: DatabaseValue) -> Blob? {
            Data.fromDatabaseValue(value).map { Blob(data: $0) }
        }
        static func < (left: Blob, right: Blob) -> Bool { left.data.lexicographicallyPrecedes(right.data) }
    }

    /// Executes statements, and compares the list with the table after each.
    private func check<ID: Comparable & Hashable & Codable & Sendable & DatabaseValueConvertible>(
        _ id: ID.Type, column: String, allowsHook: Bool, _ statements: [String]
    ) async throws {
        let bank = try Bank()
        try await bank.write("CREATE TABLE named (id \(column) PRIMARY KEY NOT NULL, count INTEGER NOT NULL)")
        let table = FollowedTable(TableQuery<Named<ID>>("named"), in: bank.pool, allowsHook: allowsHook)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await table.run() } catch is CancellationError {} }
            group.addTask {
                await table.list.status.firstValue { $0 == .ready }
                for sql in statements {
                    let (_, position) = try await table.write { try $0.execute(sql: sql) }
                    await table.shows(position)
                    let wanted = try await bank.pool.read { try Named<ID>.fetchAll($0, sql: "SELECT * FROM named") }
                    let shown = Array(table.list.snapshot)
                    #expect(shown == wanted.sorted { $0.id < $1.id }, "after \(sql)")
                }
            }
            defer { group.cancelAll() }
            // Whichever ends first: the statements, or the table with an error.
            try await group.next()
        }
    }

    /// Executes statements, the last of which makes two rows one in Swift's eyes.
    private func checkRefusal<ID: Comparable & Hashable & Codable & Sendable & DatabaseValueConvertible>(
        _ id: ID.Type, column: String, allowsHook: Bool, _ statements: [String]
    ) async throws {
        let bank = try Bank()
        try await bank.write("CREATE TABLE named (id \(column) PRIMARY KEY NOT NULL, count INTEGER NOT NULL)")
        let table = FollowedTable(TableQuery<Named<ID>>("named"), in: bank.pool, allowsHook: allowsHook)
        let task = Task { try await table.run() }
        for sql in statements.dropLast() {
            let (_, position) = try await table.write { try $0.execute(sql: sql) }
            await table.shows(position)
        }
        let before = Array(table.list.snapshot)
        try await bank.write(#require(statements.last))
        let status = await table.list.status.firstValue { if case .failed = $0 { true } else { false } }
        #expect("\(try #require(status))".contains("duplicate"))
        #expect(Array(table.list.snapshot) == before)
        task.cancel()
        _ = await task.result
    }

    @Test(arguments: [true, false])
    func `texts that GRDB cuts or changes, empty ones and very long ones`(allowsHook: Bool) async throws {
        var statements: [String] = []
        for key in [
            "CAST(x'610062' AS TEXT)", "CAST(x'00' AS TEXT)", "CAST(x'61FF' AS TEXT)", "CAST(x'EDA080' AS TEXT)", "''",
            "printf('%.*c', 300000, 'x')", "'ä'", "'\u{FFFD}'",
        ] {
            statements += [
                "INSERT INTO named VALUES (\(key), 1), ('other', 1)", "UPDATE named SET count = 2 WHERE id = \(key)",
                "UPDATE named SET id = id || id || 'z', count = 3 WHERE id = \(key)",
                "UPDATE named SET count = count + 1", "UPDATE named SET id = \(key) WHERE id <> 'other'",
                "REPLACE INTO named VALUES (\(key), 9)", "DELETE FROM named WHERE id = \(key)", "DELETE FROM named",
            ]
        }
        try await check(String.self, column: "TEXT", allowsHook: allowsHook, statements)
    }

    /// U+00E9 and U+0065 U+0301.
    private static let (composed, decomposed) = ("CAST(x'C3A9' AS TEXT)", "CAST(x'65CC81' AS TEXT)")

    @Test(arguments: [true, false])
    func `one text in two spellings`(allowsHook: Bool) async throws {
        let (composed, decomposed) = (Self.composed, Self.decomposed)
        let alone = [
            "INSERT INTO named VALUES (\(composed), 1)", "UPDATE named SET id = \(decomposed), count = 2",
            "UPDATE named SET count = 3", "UPDATE named SET id = \(composed), count = 4",
            // The other spelling comes and goes within a transaction.
            """
            SAVEPOINT s; INSERT INTO named VALUES (\(decomposed), 5); ROLLBACK TO s; RELEASE s;
            UPDATE named SET count = 6
            """,
            "INSERT INTO named VALUES (\(decomposed), 7); DELETE FROM named WHERE id = \(decomposed)",
            "INSERT INTO named VALUES (\(decomposed), 8); DELETE FROM named WHERE id = \(composed)",
            "UPDATE named SET count = 9", "DELETE FROM named",
        ]
        try await check(String.self, column: "TEXT", allowsHook: allowsHook, alone)
        try await check(Bytes.self, column: "TEXT", allowsHook: allowsHook, alone)
        try await check(
            Bytes.self, column: "TEXT", allowsHook: allowsHook,
            [
                "INSERT INTO named VALUES (\(composed), 1), (\(decomposed), 2)", "UPDATE named SET count = count + 1",
                "UPDATE named SET count = 7 WHERE id = \(decomposed)", "DELETE FROM named WHERE id = \(composed)",
            ])
    }

    @Test(
        arguments: [true, false],
        [
            (composed, decomposed), (decomposed, composed), ("CAST(x'610062' AS TEXT)", "'a'"),
            ("'a'", "CAST(x'610062' AS TEXT)"),
            // The sign of the unit kelvin, and K.
            ("CAST(x'E284AA' AS TEXT)", "'K'"), ("'K'", "CAST(x'E284AA' AS TEXT)"),
        ])
    func `two keys that are one in Swift's eyes are a final error, and no mixture`(
        allowsHook: Bool, keys: (first: String, second: String)
    ) async throws {
        try await checkRefusal(
            String.self, column: "TEXT", allowsHook: allowsHook,
            ["INSERT INTO named VALUES ('b', 1), (\(keys.first), 1)", "INSERT INTO named VALUES (\(keys.second), 2)"])
    }

    @Test(arguments: [true, false])
    func `keys of another type than the id`(allowsHook: Bool) async throws {
        let numbers = [
            "INSERT INTO named VALUES (1, 1), (20, 2), (3, 3)", "UPDATE named SET count = 7 WHERE id = 20",
            "UPDATE named SET id = 21 WHERE id = 20", "DELETE FROM named WHERE id = 1",
            "REPLACE INTO named VALUES (3, 9)", "DELETE FROM named",
        ]
        for column in ["TEXT", "INTEGER", "REAL", "NUMERIC", "BLOB", "INT"] {
            try await check(String.self, column: column, allowsHook: allowsHook, numbers)
            try await check(Double.self, column: column, allowsHook: allowsHook, numbers)
            try await check(Int64.self, column: column, allowsHook: allowsHook, numbers)
        }
        let fractions = [
            "INSERT INTO named VALUES (1.5, 1), (9007199254740993, 2)", "UPDATE named SET count = 7 WHERE id = 1.5",
            "UPDATE named SET id = 2.5 WHERE id = 1.5", "UPDATE named SET count = 8 WHERE id > 3",
            "DELETE FROM named WHERE id = 2.5",
        ]
        for column in ["REAL", "BLOB"] {
            try await check(Double.self, column: column, allowsHook: allowsHook, fractions)
            try await check(Int64.self, column: column, allowsHook: allowsHook, fractions)
        }
        for column in ["TEXT", "BLOB"] {
            try await check(
                String.self, column: column, allowsHook: allowsHook,
                [
                    "INSERT INTO named VALUES (x'6162', 1), (x'63', 2)", "UPDATE named SET count = 7 WHERE id = x'63'",
                    "UPDATE named SET id = 'abc' WHERE id = x'6162'", "DELETE FROM named WHERE id = x'63'",
                ])
        }
        try await check(
            Blob.self, column: "BLOB", allowsHook: allowsHook,
            [
                "INSERT INTO named VALUES (x'', 1), (x'00', 2)", "UPDATE named SET count = 3 WHERE id = x''",
                "UPDATE named SET id = x'00FF' WHERE id = x'00'", "DELETE FROM named WHERE id = x''",
            ])
        try await checkRefusal(
            String.self, column: "BLOB", allowsHook: allowsHook,
            ["INSERT INTO named VALUES (1, 1), (2, 2)", "INSERT INTO named VALUES ('1', 3)"])
    }

    @Test(arguments: [true, false])
    func `keys without regard to case`(allowsHook: Bool) async throws {
        try await check(
            String.self, column: "TEXT COLLATE NOCASE", allowsHook: allowsHook,
            [
                "INSERT INTO named VALUES ('abc', 1), ('x', 1)", "UPDATE named SET id = 'ABC' WHERE id = 'abc'",
                "UPDATE named SET count = 2 WHERE id = 'abc'", "REPLACE INTO named VALUES ('aBc', 3)",
                "DELETE FROM named WHERE id = 'ABC'; INSERT INTO named VALUES ('Abc', 4)",
                "SAVEPOINT s; UPDATE named SET id = 'ABC' WHERE id = 'abc'; ROLLBACK TO s; RELEASE s",
                "INSERT OR IGNORE INTO named VALUES ('X', 9)",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50) "
                    + "INSERT INTO named SELECT 'key' || i, i FROM n",
                "UPDATE named SET id = upper(id), count = count + 1", "UPDATE named SET id = lower(id)",
                "DELETE FROM named WHERE id = 'ABC'", "DELETE FROM named",
            ])
    }

    @Test func `a database in UTF-16`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA encoding = 'UTF-16le'") }
        let queue = try DatabaseQueue(
            path: folder.appendingPathComponent("wide.sqlite").path, configuration: configuration)
        try await queue.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    CREATE TABLE named (id TEXT PRIMARY KEY NOT NULL, count INTEGER NOT NULL);
                    -- Half a pair of surrogates, and a letter.
                    INSERT INTO named VALUES (CAST(x'00D84100' AS TEXT), 1)
                    """)
        }
        let encoding = try await queue.read { try String.fetchOne($0, sql: "PRAGMA encoding") }
        #expect(encoding == "UTF-16le")
        let table = FollowedTable(TableQuery<Named<String>>("named"), in: queue)
        let task = Task { try await table.run() }
        for sql in ["UPDATE named SET count = 2", "INSERT INTO named VALUES ('a', 3)", "DELETE FROM named"] {
            let (_, position) = try await table.write { try $0.execute(sql: sql) }
            await table.shows(position)
            let wanted = try await queue.read { try Named<String>.fetchAll($0, sql: "SELECT * FROM named") }
            #expect(Array(table.list.snapshot) == wanted.sorted { $0.id < $1.id }, "after \(sql)")
        }
        task.cancel()
        _ = await task.result
    }
}
