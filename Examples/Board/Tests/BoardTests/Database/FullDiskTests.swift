import BoardTesting
import GRDB
import Testing

@testable import BoardKit

/// SQLite has no room for a transaction.
@Suite struct FullDiskTests {
    private func setLimit(_ pages: Int, _ server: TestServer) async throws {
        // As a full disk: SQLite refuses to make the file longer.
        try await server.database.queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    @Test func `Commands are refused for now, nothing changes, and the same command is applied when there is room`()
        async throws
    {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                // At most as long as the file is.
                try await setLimit(1, server)
                let title = String(repeating: "long ", count: 90)
                var added: Set<String> = []
                var refused: String?
                for number in 0..<1_000 where refused == nil {
                    let content = #"{"id":"c\#(number)","column":"todo","title":"\#(title)"}"#
                    let answer = try await server.send("add", content, key: "k\(number)")
                    if answer.status == 200 {
                        added.insert("c\(number)")
                    } else {
                        #expect((answer.status, answer.code) == (503, "unavailable"))
                        #expect(answer.body.contains("the disk is full"))
                        refused = content
                    }
                }
                let content = try #require(refused)
                let key = "k\(added.count)"
                // What the source shows is what the file has: no edit that was refused.
                func shown() async throws -> Set<String> {
                    let board = try await server.request("GET", "/board").object
                    let columns = board["columns"] as? [[String: Any]] ?? []
                    let ids = columns.flatMap { $0["cards"] as? [[String: Any]] ?? [] }.compactMap {
                        $0["id"] as? String
                    }
                    return Set(ids.filter { !$0.hasPrefix("welcome") })
                }
                #expect(try await shown() == added)
                let health = try await server.request("GET", "/health")
                #expect(health.status == 200)
                let again = try await server.send("add", content, key: key)
                #expect(again.code == "unavailable")
                #expect(try await shown() == added)

                try await setLimit(1_000_000, server)
                let answer = try await server.send("add", content, key: key)
                #expect(answer.status == 200)
                added.insert("c\(added.count)")
                #expect(try await shown() == added)
            }
            try await TestServer.run(path) { server in
                let board = try await server.request("GET", "/board")
                #expect(board.body.contains(#""id":"c0""#))
            }
        }
    }
}
