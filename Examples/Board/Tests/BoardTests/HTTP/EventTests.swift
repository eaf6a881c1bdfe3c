import BoardTesting
import DataSources
import DataSourcesWire
import Foundation
import Testing

@testable import BoardKit

@Suite(.timeLimit(.minutes(5))) struct EventTests {
    private static let rename = #"{"id":"welcome-todo-1","title":"Renamed"}"#

    @Test func `A stream begins with the whole board, and goes on with changes`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let answer = try await server.events { events in
                    #expect(events.body.headers["content-type"] == "text/event-stream")
                    guard case .hello(let hello) = try await events.frame().frame else { throw TestFailure() }
                    #expect(hello.version == nil)
                    let reset = try await events.frame().frame
                    #expect(reset == .reset(.first))
                    let id = try await events.wholeState()
                    #expect(id.hasPrefix("\(hello.epoch)-"))
                    let answer = try await server.send("rename", Self.rename).applied
                    let (frame, next) = try await events.frame()
                    guard case .changes(let changes) = frame else { throw TestFailure() }
                    #expect(changes.items.updates.count == 1)
                    #expect(next == answer)
                    return answer
                }
                #expect(answer != nil)
            }
        }
    }

    /// A stream that keeps up is sent the frames of its group; the other one leaves it, and comes back.
    @Test func `A stream that is not read is led to the newest state later, and holds up no other`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                for number in 0..<80 {
                    _ = try await server.send("add", #"{"id":"c\#(number)","column":"todo","title":"t"}"#)
                }
                try await server.events(receiveBuffer: 4_096) { slow in
                    let start = try await slow.wholeState()
                    let (newest, count) = try await server.events { fast in
                        var position = try await fast.wholeState()
                        var count = 0
                        for round in 0..<8 {
                            var applied: String?
                            for number in 0..<80 {
                                // 36 KB a round: four rounds do not fit into all buffers on the way.
                                let title = String(String(repeating: "\(round) \(number) ", count: 150).prefix(450))
                                let content = #"{"id":"c\#(number)","title":"\#(title)"}"#
                                applied = try await server.send("rename", content).applied
                            }
                            count += try await fast.changes(from: position, to: applied)
                            position = try #require(applied)
                        }
                        return (position, count)
                    }
                    #expect(try await slow.changes(from: start, to: newest) < count)
                    // It is where the others are, and goes on with them.
                    let applied = try await server.send("rename", Self.rename).applied
                    #expect(try await slow.changes(from: newest, to: applied) == 1)
                }
            }
        }
    }

    @Test func `A client that comes back receives changes and not the board`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let id = try await server.events { try await $0.wholeState() }
                let answer = try await server.send("rename", Self.rename).applied
                for (query, headers) in [("?since=\(id)", [:]), ("", ["Last-Event-ID": id])]
                    as [(String, [String: String])]
                {
                    try await server.events(query, headers) { events in
                        let (hello, helloID) = try await events.frame()
                        guard case .hello(let content) = hello else { throw TestFailure() }
                        #expect(content.version != nil)
                        #expect(helloID == id)
                        let (changes, changesID) = try await events.frame()
                        guard case .changes = changes else { throw TestFailure() }
                        #expect(changesID == answer)
                    }
                }
            }
        }
    }

    @Test func `A client that comes back too late is told why it receives the board`() async throws {
        try await withTemporaryFile { path in
            var settings = BoardServer.Settings.patient
            settings.views.history = HistoryBounds(count: 2)
            try await TestServer.run(path, settings) { server in
                let id = try await server.events { events in
                    let id = try await events.wholeState()
                    for number in 0..<5 {
                        _ = try await server.send("rename", #"{"id":"welcome-todo-1","title":"\#(number)"}"#)
                        _ = try await events.frame()
                    }
                    return id
                }
                let epoch = id.prefix { $0 != "-" }
                for (since, reason) in [
                    (id, .historyExceeded), ("\(epoch)-999999", .clientAhead), ("7-7", .foreignEpoch),
                    ("nonsense", .first),
                ] as [(String, ResetReason)] {
                    try await server.events("?since=\(since)") { events in
                        _ = try await events.frame()
                        let reset = try await events.frame().frame
                        #expect(reset == .reset(reason))
                        let id = try await events.wholeState()
                        #expect(!id.isEmpty)
                    }
                }
            }
        }
    }

    @Test func `Each client sees the cards that it searches for, in its order`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                for (id, title) in [("m", "Milk"), ("b", "bread"), ("o", "Oat Milk"), ("a", "Almond MILK")] {
                    _ = try await server.send("add", #"{"id":"\#(id)","column":"doing","title":"\#(title)"}"#)
                }
                let replica = Replica<SectionedSnapshot<Column, Card>>()
                try await server.events("?q=milk&sort=title&limit=2") { events in
                    var frames: [WireFrame] = []
                    var last: UInt64?
                    while last == nil {
                        let frame = try await events.frame().frame
                        frames.append(frame)
                        if case .part(let part) = frame, part.isLast { last = part.version }
                    }
                    frames.append(.end(.finished, version: last))
                    let (stream, continuation) = AsyncStream.makeStream(of: WireFrame.self)
                    for frame in frames { continuation.yield(frame) }
                    continuation.finish()
                    try await replica.follow(stream)
                }
                let shown = replica.snapshot
                #expect(shown.map { $0.items.map(\.id) } == [[], ["a", "m"], []])
                #expect(shown.map(\.header.count) == [2, 5, 1])
            }
        }
    }

    @Test func `Wrong parameters are refused`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                for query in ["limit=0", "limit=x", "sort=size", "q=\(String(repeating: "a", count: 301))"] {
                    let response = try await server.request("GET", "/events?\(query)")
                    #expect((response.status, response.code) == (400, "malformed"), "\(query)")
                }
            }
        }
    }

    @Test func `Those who look at the board see each other, in the same stream`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                try await server.events("?me=1&name=Ada+L") { events in
                    try await events.skip(to: { $0.contains("Ada L") })
                    let seen = Signal()
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask {
                            try await server.events("?me=2") { others in
                                try await others.skip(to: { $0.contains("Ada L") && $0.contains("Guest") })
                                await seen.wait()
                            }
                        }
                        try await events.skip(to: { $0.contains("Guest") })
                        seen.send()
                        try await events.skip(to: { $0.contains(#""rm":[1]"#) })
                        try await group.waitForAll()
                    }
                }
            }
        }
    }
}
