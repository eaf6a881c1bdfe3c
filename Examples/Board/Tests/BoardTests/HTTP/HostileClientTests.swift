import BoardTesting
import NIOCore
import Testing

@testable import BoardKit

/// Clients that send anything, or nothing, or leave; on real sockets, so with real time.
@Suite(.timeLimit(.minutes(5))) struct HostileClientTests {
    private func expectServes(_ server: TestServer) async throws {
        var status: Int?
        // A machine that stands still can be slower than the server's patience, which these tests have made short.
        for _ in 0..<20 where status != 200 { status = try? await server.request("GET", "/health").status }
        #expect(status == 200)
    }

    @Test func `Bytes that are no request are answered with 400, and the connection is closed`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                for bytes in ["\0\u{1}\u{2}\u{3}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "nonsense\r\n\r\n"] {
                    let answer = try await server.raw(bytes)
                    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400"), "\(bytes): \(answer)")
                }
                try await expectServes(server)
            }
        }
    }

    @Test func `A header without end is cut off`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let answer = try await server.raw(
                    "GET / HTTP/1.1\r\nX-Endless: ", thenAgain: String(repeating: "a", count: 10_000))
                #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer)")
                let many = try await server.raw(
                    "GET / HTTP/1.1\r\n", thenAgain: String(repeating: "X-Many: a\r\n", count: 1_000))
                #expect(many.isEmpty || many.hasPrefix("HTTP/1.1 4"), "\(many)")
                try await expectServes(server)
            }
        }
    }

    @Test func `Half a request is cut off after the time of an idle connection`() async throws {
        try await withTemporaryFile { path in
            var settings = BoardServer.Settings.patient
            settings.idleTime = .milliseconds(300)
            try await TestServer.run(path, settings) { server in
                for half in [
                    "", "GET / HT",
                    "POST /commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 100\r\n\r\n{",
                ] {
                    let answer = try await server.raw(half)
                    #expect(answer.isEmpty, "\(answer)")
                }
                try await expectServes(server)
            }
        }
    }

    @Test func `A header that comes a byte at a time is cut off`() async throws {
        try await withTemporaryFile { path in
            var settings = BoardServer.Settings.patient
            settings.idleTime = .milliseconds(300)
            try await TestServer.run(path, settings) { server in
                let answer = try await server.raw(
                    "GET / HTTP/1.1\r\nX-Slow: ", thenAgain: "a", pause: .milliseconds(20))
                #expect(answer.isEmpty, "\(answer)")
                try await expectServes(server)
            }
        }
    }

    @Test func `A body that comes a byte at a time is cut off`() async throws {
        try await withTemporaryFile { path in
            var settings = BoardServer.Settings.patient
            settings.requestTime = .milliseconds(300)
            try await TestServer.run(path, settings) { server in
                let answer = try await server.raw(
                    "POST /commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 60000\r\n\r\n",
                    thenAgain: " ", pause: .milliseconds(20))
                #expect(answer.isEmpty, "\(answer)")
                try await expectServes(server)
            }
        }
    }

    @Test func `A huge body is refused before it comes, and cut off if it comes anyway`() async throws {
        try await withTemporaryFile { path in
            var settings = BoardServer.Settings.patient
            settings.requestTime = .seconds(2)
            try await TestServer.run(path, settings) { server in
                let answer = try await server.raw(
                    "POST /commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 1000000000000\r\n\r\n",
                    thenAgain: String(repeating: " ", count: 1_000), pause: .milliseconds(1))
                #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer)")
                try await expectServes(server)
            }
        }
    }

    @Test func `Streams that are dropped at once leave nothing`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                for _ in 0..<3 {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for number in 0..<200 {
                            group.addTask {
                                try await server.sendAndDrop(
                                    "GET /events?me=\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            }
                        }
                        try await group.waitForAll()
                    }
                }
                // The server learns of the last ones when their sockets tell it.
                var left = 600
                for _ in 0..<5_000 where left > 0 {
                    left = try await Self.subscribers(server)
                    if left > 0 { try await Task.sleep(for: .milliseconds(20)) }
                }
                #expect(left == 0)
                // And it serves streams as before. Presence hears of the last who left a moment after the views, so
                // the list that a stream begins with can still have one of them.
                var isAlone = false
                for _ in 0..<5_000 where !isAlone {
                    isAlone = try await server.events("?me=1&name=Ada") { events in
                        var first = ""
                        try await events.skip {
                            first = $0
                            return $0.contains(#""part":"#)
                        }
                        return first.contains(#""part":[{"id":"1","name":"Ada"}]"#)
                    }
                }
                #expect(isAlone)
            }
        }
    }

    private static func subscribers(_ server: TestServer) async throws -> Int {
        let metrics = try await server.request("GET", "/metrics").body
        let line = metrics.split(separator: "\n").first { $0.hasPrefix("board_subscribers ") }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? -1
    }
}
