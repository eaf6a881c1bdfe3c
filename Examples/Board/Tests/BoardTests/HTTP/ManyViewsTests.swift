import BoardTesting
import Testing

@testable import BoardKit

/// Law 18: one client opens many views, which closes the board to nobody.
@Suite(.timeLimit(.minutes(5))) struct ManyViewsTests {
    /// Opens streams of as many searches, then runs `body`.
    private func withStreams(
        _ count: Int, to server: TestServer, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await body() }
        try await server.events("?q=s\(count)") { events in
            _ = try await events.wholeState()
            try await withStreams(count - 1, to: server, body)
        }
    }

    private static var settings: BoardServer.Settings {
        var settings = BoardServer.Settings.patient
        settings.views.perClient = 4
        return settings
    }

    @Test func `A search too many is refused, and the board without one, pages and commands are served`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path, Self.settings) { server in
                try await withStreams(4, to: server) {
                    let more = try await server.request("GET", "/events?q=more")
                    #expect((more.status, more.code) == (429, "tooManyViews"))
                    for query in ["", "?limit=100", "?q=&sort=manual&limit=100", "?q=s1"] {
                        try await server.events(query) { events in
                            let start = try await events.wholeState()
                            let answer = try await server.send(
                                "rename", #"{"id":"welcome-todo-1","title":"s1 \#(query.count)"}"#, query: query)
                            #expect(answer.status == 200)
                            try await events.changes(from: start, to: answer.applied)
                        }
                    }
                    for path in ["/", "/board", "/board?q=more", "/board.js", "/health"] {
                        let answer = try await server.request("GET", path)
                        #expect(answer.status == 200, "\(path)")
                    }
                }
            }
        }
    }

    @Test func `A command that was applied is answered so, also for a view that is refused`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path, Self.settings) { server in
                try await withStreams(4, to: server) {
                    let answer = try await server.send(
                        "rename", #"{"id":"welcome-todo-1","title":"Applied"}"#, query: "?q=more")
                    // No stream is at this view: the next one begins with a state that has the edit.
                    #expect((answer.status, answer.applied) == (200, ""))
                    let refused = try await server.send("rename", #"{"id":"none","title":"x"}"#, query: "?q=more")
                    #expect(refused.code == "noSuchCard")
                    let board = try await server.request("GET", "/board")
                    #expect(board.body.contains("Applied"))
                }
            }
        }
    }

    @Test func `A browser is told why in an event, since it cannot read the body of a failure`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path, Self.settings) { server in
                try await withStreams(4, to: server) {
                    try await server.events("?q=more", ["Accept": "text/event-stream"]) { events in
                        let event = try await events.next()
                        #expect(events.body.status == 200)
                        #expect(event?.name == "refused")
                        #expect(event?.data.contains(#""code":"tooManyViews""#) == true)
                        #expect(try await events.next() == nil)
                    }
                }
                // The streams are closed, and their views give way.
                let state = try await server.eventsWhenServed("?q=more") { try await $0.wholeState() }
                #expect(!state.isEmpty)
            }
        }
    }

    @Test func `Searches that are opened and left one after the other are served`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path, Self.settings) { server in
                for number in 0..<20 {
                    let state = try await server.eventsWhenServed("?q=\(number)") { try await $0.wholeState() }
                    #expect(!state.isEmpty)
                }
                let metrics = try await server.request("GET", "/metrics").body
                let views = metrics.split(separator: "\n").first { $0.hasPrefix("board_views ") } ?? ""
                #expect(views.split(separator: " ").last.flatMap { Int($0) } ?? 99 <= 6)
            }
        }
    }
}
