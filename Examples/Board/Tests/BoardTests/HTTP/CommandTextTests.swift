import BoardTesting
import Foundation
import Testing

@testable import BoardKit

/// Laws 15 and 18 for the texts of clients: U+0000 ends a text for SQLite, and characters can be of any length.
@Suite struct CommandTextTests {
    private static let add = ["id": "n9", "column": "todo", "title": "t", "by": "Ada", "before": "welcome-todo-1"]

    private static func json(_ content: [String: String]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: content), as: UTF8.self)
    }

    private func expectRefused(_ server: TestServer, _ name: String, _ content: [String: String], _ key: String = "k")
        async throws
    {
        let body = "{\"key\":\(try Self.quoted(key)),\"name\":\"\(name)\",\"content\":\(try Self.json(content))}"
        let answer = try await server.request("POST", "/commands", ["Content-Type": "application/json"], body: body)
        #expect((answer.status, answer.code) == (400, "malformed"), "\(name) \(content.keys) \(answer.body)")
        #expect(answer.body.utf8.count < 300)
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    @Test func `U+0000 is refused in each text of a command, and names no other card`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                _ = try await server.send("add", #"{"id":"n1","column":"todo","title":"One"}"#)
                let before = try await server.request("GET", "/board").body
                for field in Self.add.keys {
                    try await expectRefused(server, "add", Self.add.merging([field: "n1\0zzz"]) { $1 })
                }
                try await expectRefused(server, "rename", ["id": "n1\0zzz", "title": "Stolen"])
                try await expectRefused(server, "rename", ["id": "n1", "title": "a\0b"])
                try await expectRefused(server, "move", ["id": "n1\0", "column": "done"])
                try await expectRefused(server, "move", ["id": "n1", "column": "done\0"])
                try await expectRefused(server, "move", ["id": "n1", "column": "done", "before": "\0"])
                try await expectRefused(server, "delete", ["id": "n1\0"])
                try await expectRefused(server, "restore", ["id": "n1\0"])
                for key in ["k\0a", "\0"] { try await expectRefused(server, "delete", ["id": "n1"], key) }
                for query in [
                    "q=a%00", "sort=manual%00", "label=red%00", "me=a%00b", "me=a&name=%00", "since=%00", "limit=1%00",
                    "%00=1",
                ] {
                    let answer = try await server.request("GET", "/events?\(query)")
                    #expect((answer.status, answer.code) == (400, "malformed"), "\(query)")
                }
                let host = try await server.raw("GET /board HTTP/1.1\r\nHost: 127.0.0.1\0.evil\r\n\r\n")
                #expect(host.isEmpty || host.hasPrefix("HTTP/1.1 4"))
                let after = try await server.request("GET", "/board").body
                #expect(after == before)
            }
        }
    }

    @Test func `Lengths are those of bytes: one letter with thousands of marks is long`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let marks = "a" + String(repeating: "\u{301}", count: 5_000)
                #expect(marks.count == 1)
                let before = try await server.request("GET", "/board").body
                for field in Self.add.keys where field != "title" {
                    try await expectRefused(server, "add", Self.add.merging([field: marks]) { $1 })
                    let limit = field == "by" ? TextLimits.name : TextLimits.id
                    try await expectRefused(
                        server, "add", Self.add.merging([field: String(repeating: "x", count: limit + 1)]) { $1 })
                }
                for content in [["id": "a", "column": marks], ["id": "a", "column": "todo", "before": marks]] {
                    try await expectRefused(server, "move", content)
                }
                try await expectRefused(server, "delete", ["id": "a"], marks)
                let title = try await server.send("rename", Self.json(["id": "welcome-todo-1", "title": marks]))
                #expect((title.status, title.code) == (409, "longTitle"))
                let name = try await server.send(String(repeating: "x", count: 60_000), "{}")
                #expect(name.code == "unknownCommand" && name.body.utf8.count < 300)
                let encoded = marks.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let short = String(encoded.prefix(6 * 200 + 1))
                for query in ["me=1&name=\(short)", "me=\(short)", "q=\(short)", "since=\(short)", "q=\(encoded)"] {
                    let answer = try await server.request("GET", "/events?\(query)")
                    #expect((answer.status, answer.code) == (400, "malformed"), "\(query.prefix(30))")
                }
                let header = try await server.request(
                    "GET", "/events", ["Last-Event-ID": String(repeating: "1", count: 65)])
                #expect(header.code == "malformed")
                let after = try await server.request("GET", "/board").body
                #expect(after == before)
            }
        }
    }

    @Test func `The longest texts that the page takes are taken`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                // A browser counts UTF-16 units, of which each takes three bytes of UTF-8 at most.
                let title = String(repeating: "\u{FFFD}", count: 500)
                let content = [
                    "id": String(repeating: "i", count: 64), "column": "todo", "title": title,
                    "by": String(repeating: "\u{20AC}", count: 40),
                ]
                let key = String(repeating: "k", count: 64)
                let answer = try await server.send("add", Self.json(content), key: key)
                #expect(answer.status == 200)
                let board = try await server.request("GET", "/board").body
                #expect(board.contains(title))
            }
        }
    }
}
