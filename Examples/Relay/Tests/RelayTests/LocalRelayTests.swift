import BoardTesting
import DataSourcesWire
import Foundation
import Testing

/// The program with real processes, of which some are killed.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LocalRelayTests {
    private typealias Server = LocalRelay.Server

    /// Sends a command to one server after the other until one has applied it.
    private func applied(
        _ name: String, _ content: String, key: String, by servers: [any BoardClient]
    ) async throws -> String {
        for attempt in 0..<400 {
            let server = servers[attempt % servers.count]
            if let answer = try? await server.send(name, content, key: key), answer.status < 500 {
                return try #require(answer.applied, "\(answer.body)")
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw TestFailure()
    }

    private func number(_ position: String) throws -> UInt64 { try #require(FeedPosition(position)).number }

    /// The titles of all cards, by column, once a server shows the state with all edits.
    private func titles(_ server: Server) async throws -> [[String]] {
        let board = try await server.request("GET", "/board").object
        let columns = try #require(board["columns"] as? [[String: Any]])
        return columns.map { ($0["cards"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String } }
    }

    @Test func `A client of a relay that dies goes on at another one with what has changed`() async throws {
        try await withFolder { folder in
            let relay = try await LocalRelay(in: folder)
            let (first, second) = (relay.servers[0], relay.servers[1])
            for number in 0..<300 {
                _ = try await applied(
                    "add", #"{"id":"c\#(number)","column":"todo","title":"Card \#(number) of a board"}"#,
                    key: "a\(number)", by: [first])
            }
            let (position, size) = try await first.events { events in
                var (size, id) = (0, "")
                while id.isEmpty {
                    guard let event = try await events.next() else { throw TestFailure() }
                    size += event.data.utf8.count
                    if case .part(let part) = try event.frame, part.isLast { id = event.id ?? "" }
                }
                return (id, size)
            }
            #expect(size > 20_000)
            kill(first.process, SIGKILL)
            let answer = try await applied(
                "rename", #"{"id":"c7","title":"Seven"}"#, key: "r", by: [second, relay.servers[2]])
            let sent = try await second.events("", ["Last-Event-ID": position]) { events in
                var sent = 0
                while let event = try await events.next() {
                    sent += event.data.utf8.count
                    switch try event.frame {
                    case .part, .reset: Issue.record("a whole state was sent")
                    case .changes: if event.id == answer { return sent }
                    default: break
                    }
                }
                throw TestFailure()
            }
            #expect(sent * 50 < size, "\(sent) bytes of \(size)")
            #expect(await relay.end() == 0)
        }
    }

    @Test func `Edits are applied once, although the process that writes is killed`() async throws {
        try await withFolder { folder in
            let relay = try await LocalRelay(in: folder, relays: 2)
            let servers = relay.servers
            let (clients, edits) = (8, 25)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<clients {
                    group.addTask {
                        for edit in 0..<edits {
                            let content = #"{"id":"\#(client)-\#(edit)","column":"done","title":"\#(client)-\#(edit)"}"#
                            let (key, others) = ("\(client)-\(edit)", Array(servers.reversed()))
                            let order = client.isMultiple(of: 2) ? servers : others
                            let position = try await applied("add", content, key: key, by: order)
                            // The same command again, of a client that has lost the answer.
                            if edit.isMultiple(of: 5) {
                                let again = try await applied("add", content, key: key, by: others)
                                #expect(try number(again) >= number(position))
                            }
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<2 {
                        try await Task.sleep(for: .milliseconds(400))
                        let writers = relay.writers
                        guard let writer = writers.last else { throw TestFailure() }
                        kill(writer.process, SIGKILL)
                        while relay.writers.count == writers.count { try await Task.sleep(for: .milliseconds(20)) }
                    }
                }
                try await group.waitForAll()
            }
            _ = try await applied("rename", #"{"id":"0-0","title":"0-0"}"#, key: "last", by: servers)
            let expected = Set((0..<clients).flatMap { client in (0..<edits).map { "\(client)-\($0)" } })
            var shown: [[[String]]] = []
            for server in servers {
                let titles = try await titles(server)
                #expect(titles.last?.count == clients * edits + 1)
                #expect(Set(titles.last ?? []).isSuperset(of: expected))
                shown.append(titles)
            }
            #expect(shown[0] == shown[1])
            #expect(await relay.end(SIGTERM) == 0)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
    func `Nothing is left behind, however it ends`(signal: Int32) async throws {
        try await withFolder { folder in
            let relay = try await LocalRelay(in: folder, relays: 1)
            let processes = (relay.servers + relay.writers).map(\.process)
            let files = FileManager.default.temporaryDirectory.appending(path: "nats-\(relay.number)-")
            func servers() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: files.deletingLastPathComponent().path)
                    .filter { $0.hasPrefix(files.lastPathComponent) }
            }
            #expect(try servers().count == 1)
            let code = await relay.end(signal)
            #expect(code == (signal == SIGKILL ? SIGKILL : 0))
            // Those that are told by the end of their input need a moment.
            for _ in 0..<300 {
                if try servers().isEmpty, processes.allSatisfy({ kill($0, 0) != 0 }) { return }
                try await Task.sleep(for: .milliseconds(50))
            }
            Issue.record("still there: \(try servers()), \(processes.filter { kill($0, 0) == 0 })")
        }
    }
}
