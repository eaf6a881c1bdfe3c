import DataSources
import DataSourcesSQLite
import GRDB
import Logging
import Testing

@testable import BoardKit

/// Laws 15 and 18 for a file that another program has written to: what cannot be shown is reported, row by row, and
/// nothing else is missing.
@Suite(.timeLimit(.minutes(5))) struct UnreadableRowTests {
    /// A board file, in which another program changes something.
    private static func file(_ path: String, _ change: @Sendable (Database) throws -> Void) async throws {
        try await BoardDatabase(path: path).close()
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { db in
            // As most programs do.
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try change(db)
        }
        try queue.close()
    }

    private static func ids(_ database: BoardDatabase) async -> [String] {
        await database.source.snapshot.items.map(\.id.text).filter { !$0.hasPrefix("welcome") }
    }

    @Test func `Two cards whose ids are one string are both there, after a restart too`() async throws {
        try await withTemporaryFile { path in
            let ids = ["caf\u{E9}", "cafe\u{301}", "K", "\u{212A}", ";", "\u{37E}"]
            try await Self.file(path) { db in
                for (number, id) in ids.enumerated() {
                    try db.execute(
                        sql: """
                            INSERT INTO card (id, "column", position, title, created) VALUES (?, 'done', ?, ?, 0)
                            """, arguments: [id, number << 30, id])
                }
            }
            let database = try await BoardDatabase(path: path)
            #expect(database.unreadableRows == 0)
            #expect(await Self.ids(database).map { Array($0.utf8) } == ids.map { Array($0.utf8) })
            // And each is what a command names.
            try await database.apply(.rename(.init(id: TextID(ids[1]), title: "decomposed")), key: "1")
            try await database.apply(.delete(.init(id: TextID(ids[0]))), key: "2")
            try await database.apply(.move(.init(id: "K", column: "todo")), key: "3")
            #expect(await Self.ids(database).contains { $0.utf8.elementsEqual(ids[1].utf8) })
            #expect(await !Self.ids(database).contains { $0.utf8.elementsEqual(ids[0].utf8) })
            let expected = await database.source.snapshot
            #expect(expected[sectionID: "todo"]?.items.last?.id == "K")
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            #expect(await reopened.source.snapshot == expected)
            let sorted = try await reopened.queue.read {
                try String.fetchAll($0, sql: "SELECT id FROM card ORDER BY id")
            }
            #expect(sorted.map { TextID($0) } == sorted.map { TextID($0) }.sorted())
        }
    }

    @Test func `A title is what SQLite has, byte for byte, and a change of its bytes is told to clients`() async throws
    {
        try await withTemporaryFile { path in
            let database = try await BoardDatabase(path: path)
            var before = await database.source.snapshot
            for (number, title) in ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"].enumerated() {
                try await database.apply(.rename(.init(id: "welcome-todo-1", title: title)), key: "\(number)")
                let after = await database.source.snapshot
                let shown = after.items.first?.title ?? ""
                #expect(Array(shown.utf8) == Array(title.utf8))
                #expect(after.changes(from: before).items.updates.count == 1)
                before = after
            }
        }
    }

    /// A row that cannot be shown: SQL of the values of id, column, position, title, by and created; and the reason.
    static let rows: [(values: String, reason: String)] = [
        ("x'6162', 'todo', 1, 't', NULL, 0", "id is no text"),
        ("7.5 || '', 'todo', 1, 't', x'00', 0", "by is no text"),
        ("CAST(x'61FF' AS TEXT), 'todo', 1, 't', NULL, 0", "id is not encoded as UTF-8"),
        ("CAST(x'EDA080' AS TEXT), 'todo', 1, 't', NULL, 0", "id is not encoded as UTF-8"),
        ("'a' || char(0) || 'b', 'todo', 1, 't', NULL, 0", "id has the character U+0000"),
        ("'', 'todo', 1, 't', NULL, 0", "id has 0 bytes, not 1 to 64"),
        ("hex(zeroblob(33)), 'todo', 1, 't', NULL, 0", "id has 66 bytes, not 1 to 64"),
        ("'b1', 'nowhere', 1, 't', NULL, 0", "its column is not on the board"),
        ("'b2', x'00', 1, 't', NULL, 0", "column is no text"),
        ("'b3', 'todo', 'here', 't', NULL, 0", "position is no number that leaves room for others"),
        ("'b4', 'todo', 9e999, 't', NULL, 0", "position is no number that leaves room for others"),
        ("'b5', 'todo', 9223372036854775807, 't', NULL, 0", "position is no number that leaves room for others"),
        ("'b6', 'todo', -9223372036854775808, 't', NULL, 0", "position is no number that leaves room for others"),
        ("'b7', 'todo', 1, x'FFFE', NULL, 0", "title is no text"),
        ("'b8', 'todo', 1, CAST(x'74C3' AS TEXT), NULL, 0", "title is not encoded as UTF-8"),
        ("'b9', 'todo', 1, 'a' || char(0), NULL, 0", "title has the character U+0000"),
        ("'c1', 'todo', 1, hex(zeroblob(500000)), NULL, 0", "title has 1000000 bytes, not 1 to 4000"),
        ("'c2', 'todo', 1, 't', CAST(x'80' AS TEXT), 0", "by is not encoded as UTF-8"),
        ("'c3', 'todo', 1, 't', NULL, 'yesterday'", "created is no time"),
        ("'c4', 'todo', 1, 't', NULL, 9223372036854775807", "created is no time"),
    ]

    @Test func `Each row that cannot be shown is logged with its number and the reason, and the server starts`()
        async throws
    {
        try await withTemporaryFile { path in
            try await Self.file(path) { db in
                for (index, row) in Self.rows.enumerated() {
                    try db.execute(
                        sql: """
                            INSERT INTO card (number, id, "column", position, title, by, created)
                            VALUES (\(100 + index), \(row.values))
                            """)
                }
                try db.execute(sql: "INSERT INTO boardColumn VALUES (x'61', 't', 9), ('late', 'Late', 9)")
                try db.execute(
                    sql: """
                        INSERT INTO card (id, "column", position, title, created) VALUES ('good', 'late', 5, 'Good', 0)
                        """)
            }
            let log = TestLog()
            let database = try await BoardDatabase(path: path, logger: log.logger)
            #expect(database.unreadableRows == Self.rows.count + 1)
            for (index, row) in Self.rows.enumerated() {
                #expect(log.lines.contains("not shown: row \(100 + index) of card: \(row.reason)"), "\(row.values)")
            }
            #expect(log.lines.contains { $0.hasPrefix("not shown: row 4 of boardColumn: id is no text") })
            #expect(log.lines.last?.hasPrefix("\(Self.rows.count + 1) rows of ") == true)
            #expect(await Self.ids(database) == ["good"])
            #expect(await database.source.snapshot.map(\.id) == ["todo", "doing", "done", "late"])
            #expect(await database.source.snapshot.map(\.header.count) == [2, 1, 1, 1])
            // Beside them the board works, at both ends of a column too.
            try await database.apply(.add(.init(id: "new", column: "todo", title: "New")), key: "1")
            try await database.apply(.move(.init(id: "good", column: "todo", before: "welcome-todo-1")), key: "2")
            try await database.apply(.move(.init(id: "good", column: "todo", before: "b5")), key: "3")
            #expect(await Self.ids(database) == ["new", "good"])
            // A command can mend one.
            try await database.apply(.rename(.init(id: "b7", title: "Mended")), key: "4")
            #expect(await Self.ids(database).contains("b7"))
            let expected = await database.source.snapshot
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            #expect(await reopened.source.snapshot == expected)
            #expect(reopened.unreadableRows == Self.rows.count)
        }
    }

    @Test func `A column at the end of the numbers is numbered anew`() async throws {
        try await withTemporaryFile { path in
            let edge = CardRow.positions.upperBound
            try await Self.file(path) { db in
                for (id, position) in [("first", -edge), ("last", edge)] {
                    try db.execute(
                        sql: """
                            INSERT INTO card (id, "column", position, title, created) VALUES (?, 'done', ?, 't', 0)
                            """, arguments: [id, position])
                }
            }
            let database = try await BoardDatabase(path: path)
            #expect(await database.source.snapshot[sectionID: "done"]?.items.first?.id == "first")
            try await database.apply(.add(.init(id: "a", column: "done", title: "t")), key: "1")
            try await database.apply(.add(.init(id: "b", column: "done", title: "t", before: "first")), key: "2")
            #expect(await Self.ids(database) == ["b", "first", "last", "a"])
        }
    }

    @Test func `A table without its unique index shows one row of each id`() async throws {
        try await withTemporaryFile { path in
            try await Self.file(path) { db in
                try db.execute(
                    sql: """
                        CREATE TABLE other AS SELECT * FROM card;
                        DROP TABLE card;
                        CREATE TABLE card (number INTEGER PRIMARY KEY, id, "column", position, title, by, created, deleted, labels, due);
                        INSERT INTO card SELECT * FROM other;
                        INSERT INTO card SELECT number + 100, id, "column", position, title, by, created, deleted, labels, due
                        FROM other;
                        DROP TABLE other;
                        """)
            }
            let log = TestLog()
            let database = try await BoardDatabase(path: path, logger: log.logger)
            let before = await database.source.snapshot
            #expect(before.itemCount == 4)
            #expect(database.unreadableRows == 4)
            #expect(log.lines.filter { $0.hasSuffix("of card: another row has its id") }.count == 4)
            // The other row takes the place of one that is deleted.
            let id = try #require(before.items.first?.id)
            try await database.apply(.rename(.init(id: id, title: "Renamed")), key: "1")
            #expect(await database.source.snapshot.items.first?.title == "Renamed")
            try await database.apply(.delete(.init(id: id)), key: "2")
            #expect(await database.source.snapshot == before)
        }
    }

    @Test func `A row that cannot be shown is logged when it is restored`() async throws {
        try await withTemporaryFile { path in
            try await Self.file(path) { db in
                try db.execute(
                    sql: """
                        INSERT INTO card (number, id, "column", position, title, created, deleted)
                        VALUES (50, 'a', 'nowhere', 1, 't', 0, 9e15), (51, 'b', 'todo', 1, x'FF', 0, 9e15)
                        """)
            }
            let log = TestLog()
            let database = try await BoardDatabase(path: path, logger: log.logger)
            let before = await database.source.snapshot
            #expect(database.unreadableRows == 0 && log.lines.isEmpty)
            var expected: [String] = []
            for (id, line) in [
                ("a", "not shown: row 50 of card: its column is not on the board"),
                ("b", "not shown: row 51 of card: title is no text"),
            ] {
                try await database.apply(.restore(.init(id: TextID(id))), key: id)
                expected.append(line)
                await log.messages.firstValue { $0.count >= expected.count }
                #expect(log.lines == expected)
            }
            #expect(await database.source.snapshot.isIdentical(to: before))
        }
    }
}
