import BoardTesting
import DataSources
import DataSourcesSQLite
import GRDB
import Testing

@testable import BoardKit

/// The table of cards cannot be read, from the start or for a while.
@Suite(.timeLimit(.minutes(5))) struct UnreadableTableTests {
    private static let rename = #"{"id":"welcome-todo-1","title":"Renamed"}"#

    @Test func `Commands are refused for now while the table cannot be read, and what was read is served`() async throws
    {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                func execute(_ sql: String) async throws {
                    try await server.database.queue.write { try $0.execute(sql: sql) }
                }
                let status = server.database.table.list.status
                try await execute("ALTER TABLE card RENAME COLUMN created TO made")
                await status.firstValue { $0.error != nil }
                let refused = try await server.send("rename", Self.rename, key: "k")
                #expect((refused.status, refused.code) == (503, "unavailable"))
                #expect(refused.body.contains(#"has no column \"created\""#), "\(refused.body)")
                #expect(try await server.request("GET", "/health").status == 503)
                let board = try await server.request("GET", "/board")
                #expect(board.status == 200 && board.body.contains("welcome-todo-1"))
                try await server.events { _ = try await $0.wholeState() }

                try await execute("ALTER TABLE card RENAME COLUMN made TO created")
                await status.firstValue { $0 == .ready }
                #expect(try await server.request("GET", "/health").status == 200)
                let answer = try await server.send("rename", Self.rename, key: "k")
                #expect(answer.status == 200)
                #expect(try await server.request("GET", "/board").body.contains("Renamed"))
            }
        }
    }

    @Test(
        arguments: [
            ("ALTER TABLE card RENAME COLUMN created TO made", "no column \"created\""),
            ("CREATE TABLE a AS SELECT * FROM card; DROP TABLE card; ALTER TABLE a RENAME TO card", "is not unique"),
        ])
    func `A board whose table has other columns, or no key, is refused`(_ sql: String, _ reason: String) async throws {
        try await withTemporaryFile { path in
            try await BoardDatabase(path: path).close()
            let queue = try DatabaseQueue(path: path)
            try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
            try queue.close()
            let error = await #expect(throws: BoardDatabaseError.self) { _ = try await BoardDatabase(path: path) }
            #expect(try #require(error).reason.contains(reason), "\(error?.reason ?? "")")
        }
    }
}
