import BoardTesting
import Foundation
import Testing

@testable import BoardKit

@Suite struct LabelsAndDaysHTTPTests {
    private static func cards(_ server: TestServer, _ query: String = "") async throws -> [[String: Any]] {
        let columns = try await server.request("GET", "/board\(query)").object["columns"] as? [[String: Any]]
        return try #require(columns).flatMap { $0["cards"] as? [[String: Any]] ?? [] }
    }

    @Test func `Commands set and clear labels and days, and a card without them has no such members`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                for (name, content) in [
                    ("label", #"{"id":"welcome-todo-1","label":"red","on":true}"#),
                    ("label", #"{"id":"welcome-todo-1","label":"green","on":true}"#),
                    ("due", #"{"id":"welcome-todo-1","due":"2026-11-03"}"#),
                ] {
                    let answer = try await server.send(name, content)
                    #expect(answer.status == 200, "\(answer.body)")
                }
                let card = try #require(try await Self.cards(server).first)
                #expect(card["labels"] as? [String] == ["green", "red"])
                #expect(card["due"] as? String == "2026-11-03")
                for (name, content) in [
                    ("label", #"{"id":"welcome-todo-1","label":"red","on":false}"#),
                    ("label", #"{"id":"welcome-todo-1","label":"green","on":false}"#),
                    ("due", #"{"id":"welcome-todo-1"}"#), ("due", #"{"id":"welcome-todo-1","due":null}"#),
                ] {
                    #expect(try await server.send(name, content).status == 200)
                }
                let body = try await server.request("GET", "/board").body
                #expect(!body.contains("labels") && !body.contains("due"))
            }
        }
    }

    @Test(arguments: [
        ("label", #"{"id":"welcome-todo-1","label":"pink","on":true}"#, 409, "noSuchLabel", "there is no label pink"),
        ("label", #"{"id":"welcome-todo-1","label":"Red","on":true}"#, 409, "noSuchLabel", "green, yellow, "),
        ("label", #"{"id":"welcome-todo-1","label":"red\u0000","on":true}"#, 409, "noSuchLabel", "there is no label"),
        ("label", #"{"id":"welcome-todo-1","label":["red"],"on":true}"#, 400, "malformed", "the content of label"),
        ("label", #"{"id":"welcome-todo-1","label":"red"}"#, 400, "malformed", "the content of label"),
        ("add", #"{"id":"new","column":"done","title":"New","label":"pink"}"#, 409, "noSuchLabel", "no label pink"),
        ("label", #"{"id":"none","label":"red","on":true}"#, 409, "noSuchCard", "there is no card none"),
        ("due", #"{"id":"welcome-todo-1","due":"2026-02-30"}"#, 409, "noSuchDay", "that month are 01 to 28"),
        ("due", #"{"id":"welcome-todo-1","due":""}"#, 409, "noSuchDay", "such as 2026-11-03"),
        ("due", #"{"id":"welcome-todo-1","due":"tomorrow\u0000"}"#, 409, "noSuchDay", "such as 2026-11-03"),
        ("due", #"{"id":"welcome-todo-1","due":20261103}"#, 400, "malformed", "the content of due"),
        ("due", #"{"id":"none","due":"2026-11-03"}"#, 409, "noSuchCard", "there is no card none"),
        ("due", #"{"id":"a\u0000","due":"2026-11-03"}"#, 400, "malformed", "U+0000"),
    ])
    func `What is no label or day is refused, with a reason, and changes nothing`(
        _ name: String, _ content: String, _ status: Int, _ code: String, _ reason: String
    ) async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let before = try await server.request("GET", "/board").body
                let answer = try await server.send(name, content)
                #expect((answer.status, answer.code) == (status, code), "\(answer.body)")
                #expect(answer.body.contains(reason) && answer.body.utf8.count < 300, "\(answer.body)")
                #expect(try await server.request("GET", "/board").body == before)
            }
        }
    }

    @Test func `The page offers the labels of the server, in their order`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let page = try await server.request("GET", "/").body
                let field = try #require(page.split(separator: "<select name=\"label\">").last)
                let options = try #require(field.split(separator: "</select>").first).split(separator: "<option")
                let values = options.compactMap { $0.firstMatch(of: /value="([a-z]+)"/)?.1 }
                #expect(values.map(String.init) == CardLabel.allCases.map(\.rawValue))
            }
        }
    }

    @Test func `A view of a label has the cards that have it, also with a search, and follows`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                func ids(_ query: String) async throws -> [String] {
                    try await Self.cards(server, query).compactMap { $0["id"] as? String }
                }
                #expect(try await ids("?label=blue").isEmpty)
                for id in ["welcome-todo-1", "welcome-done-1"] {
                    let content = #"{"id":"\#(id)","label":"blue","on":true}"#
                    #expect(try await server.send("label", content, query: "?label=blue").status == 200)
                }
                #expect(try await ids("?label=blue") == ["welcome-todo-1", "welcome-done-1"])
                #expect(try await ids("?label=blue&q=SERVER") == ["welcome-done-1"])
                #expect(try await ids("?label=red").isEmpty)
                let add = #"{"id":"new","column":"done","title":"New","label":"red"}"#
                #expect(try await server.send("add", add).status == 200)
                #expect(try await ids("?label=red") == ["new"])
                let off = #"{"id":"welcome-todo-1","label":"blue","on":false}"#
                #expect(try await server.send("label", off).status == 200)
                #expect(try await ids("?label=blue") == ["welcome-done-1"])
                for query in ["label=pink", "label=Blue"] {
                    let answer = try await server.request("GET", "/events?\(query)")
                    #expect((answer.status, answer.code) == (400, "malformed"), "\(query)")
                    #expect(answer.body.contains("label is green, yellow"))
                }
            }
        }
    }
}
