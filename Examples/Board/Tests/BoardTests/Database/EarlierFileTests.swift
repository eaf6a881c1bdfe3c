import DataSources
import GRDB
import Testing

@testable import BoardKit

@Suite struct EarlierFileTests {
    /// What a server of version 2, without labels and days, had written.
    private static let second = """
        PRAGMA application_id = 1114793009;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1'), ('2');
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
        INSERT INTO boardColumn VALUES ('todo', 'To do', 0), ('done', 'Done', 1);
        INSERT INTO card VALUES (1, 'a', 'todo', 1048576, 'Milk', 'Ada', 1764028800000, NULL),
            (2, 'b', 'done', 1048576, 'Bread', NULL, 1764028800001, NULL),
            (3, 'c', 'done', 2097152, 'Gone', NULL, 1764028800002, 9e15);
        """

    private static func file(_ path: String) async throws {
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: second)
        }
        try queue.close()
    }

    @Test func `A file of before there were labels and days opens with its cards, and takes both`() async throws {
        try await withTemporaryFile { path in
            try await Self.file(path)
            let database = try await BoardDatabase(path: path)
            #expect(database.unreadableRows == 0)
            #expect(
                await Array(database.source.snapshot.items) == [
                    Card(id: "a", title: "Milk", by: "Ada", created: 1_764_028_800_000),
                    Card(id: "b", title: "Bread", created: 1_764_028_800_001),
                ])
            try await database.apply(.label(.init(id: "a", label: .red, on: true)), key: "1")
            try await database.apply(.due(.init(id: "b", due: try Day("2026-11-03"))), key: "2")
            try await database.apply(.restore(.init(id: "c")), key: "3")
            try await database.apply(.label(.init(id: "c", label: .blue, on: true)), key: "4")
            let expected = await database.source.snapshot
            #expect(expected.items.map { $0.labels ?? [] } == [[.red], [], [.blue]])
            #expect(expected.items.map { $0.due?.text } == [nil, "2026-11-03", nil])
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            #expect(await reopened.source.snapshot == expected)
        }
    }

    @Test func `A server of before can still add cards to a file of now`() async throws {
        try await withTemporaryFile { path in
            try await BoardDatabase(path: path).close()
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO card (id, "column", position, title, by, created)
                        VALUES ('old', 'todo', 1, 'By a server of before', NULL, 0)
                        """)
            }
            try queue.close()
            let database = try await BoardDatabase(path: path)
            #expect(database.unreadableRows == 0)
            let card = Card(id: "old", title: "By a server of before", created: 0)
            #expect(await database.source.snapshot.items.first == card)
        }
    }
}
