import BoardTesting
import Foundation
import Testing

@testable import BoardKit

@Suite struct CommandTests {
    @Test func `Commands edit the board, and the answer's position is that of a state with the edit`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let answer = try await server.send(
                    "add", #"{"id":"c1","column":"done","title":" Milk & <b> ","by":"Ada"}"#)
                #expect(answer.status == 200)
                let board = try await server.request("GET", "/board").object
                #expect(board["position"] as? String == answer.applied)
                let columns = try #require(board["columns"] as? [[String: Any]])
                let card = try #require((columns[2]["cards"] as? [[String: Any]])?.last)
                #expect(card["title"] as? String == "Milk & <b>")
                #expect(card["by"] as? String == "Ada")
                #expect(columns.map { $0["count"] as? Int } == [2, 1, 2])
            }
        }
    }

    @Test func `Refusals have a status and a code`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let missing = try await server.send("rename", #"{"id":"nothing","title":"x"}"#)
                #expect((missing.status, missing.code) == (409, "noSuchCard"))
                let unknown = try await server.send("explode", "{}")
                #expect((unknown.status, unknown.code) == (400, "unknownCommand"))
                let malformed = try await server.send("rename", #"{"id":7}"#)
                #expect((malformed.status, malformed.code) == (400, "malformed"))
                let noJSON = try await server.send("rename", "{")
                #expect((noJSON.status, noJSON.code) == (400, "malformed"))
                let longKey = try await server.send(
                    "delete", #"{"id":"a"}"#, key: String(repeating: "k", count: 65))
                #expect((longKey.status, longKey.code) == (400, "malformed"))
                let nowhere = try await server.request("GET", "/nowhere")
                #expect((nowhere.status, nowhere.code) == (404, "notFound"))
            }
        }
    }

    @Test func `A command that is sent again has the same answer after a restart, and one effect`() async throws {
        try await withTemporaryFile { path in
            let content = #"{"id":"welcome-todo-1","title":"Once"}"#
            try await TestServer.run(path) { server in
                let response1 = try await server.send("rename", content, key: "k")
                #expect(response1.status == 200)
                let response2 = try await server.send("rename", content, key: "k")
                #expect(response2.status == 200)
                let response3 = try await server.send("rename", #"{"id":"welcome-todo-1","title":"Later"}"#)
                #expect(response3.status == 200)
                let response4 = try await server.send("delete", #"{"id":"none"}"#, key: "no")
                #expect(response4.code == "noSuchCard")
            }
            try await TestServer.run(path) { server in
                let response5 = try await server.send("rename", content, key: "k")
                #expect(response5.status == 200)
                let response6 = try await server.send("delete", #"{"id":"none"}"#, key: "no")
                #expect(response6.code == "noSuchCard")
                let response7 = try await server.send("delete", #"{"id":"other"}"#, key: "k")
                #expect(response7.code == "keyReused")
                let response8 = try await server.request("GET", "/board")
                #expect(response8.body.contains("\"Later\""))
            }
        }
    }

    @Test func `Pages of other sites, and names that lead here, are refused`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let rename = #"{"id":"welcome-todo-1","title":"Stolen"}"#
                for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
                    let response = try await server.send("rename", rename, headers: ["Origin": origin])
                    #expect((response.status, response.code) == (403, "foreignOrigin"), "\(origin)")
                }
                let site = try await server.send("rename", rename, headers: ["Sec-Fetch-Site": "cross-site"])
                #expect((site.status, site.code) == (403, "foreignOrigin"))
                let type = try await server.send("rename", rename, headers: ["Content-Type": "text/plain"])
                #expect((type.status, type.code) == (415, "notJSON"))
                for path in ["/", "/board", "/events"] {
                    let response = try await server.request("GET", path, ["Host": "evil.example"])
                    #expect((response.status, response.code) == (421, "unknownHost"))
                }
                let response9 = try await server.request("GET", "/board")
                #expect(!response9.body.contains("Stolen"))
                let own = try await server.send(
                    "rename", rename,
                    headers: ["Origin": "http://127.0.0.1:\(server.port)", "Sec-Fetch-Site": "same-origin"])
                #expect(own.status == 200)
                let local = ["Host": "localhost:\(server.port)", "Origin": "http://localhost:\(server.port)"]
                let response10 = try await server.send("rename", rename, headers: local)
                #expect(response10.status == 200)
            }
        }
    }

    @Test func `A large body is refused`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let title = String(repeating: "x", count: 70_000)
                let response = try await server.send("rename", #"{"id":"a","title":"\#(title)"}"#)
                #expect((response.status, response.code) == (413, "tooLarge"))
            }
        }
    }
}
