import Console
import Foundation
import Synchronization

/// Kills the board during the edits, and starts it again on its file: streams connect again, commands are sent again.
struct Crash: Sendable {
    let board: ServiceProgram
    let size: Load.Size

    /// Edits, kills twice, and checks the end.
    ///
    /// - Throws: ``LoadError`` if an edit that was answered is not there or twice, or a stream does not end equal to
    ///   the server.
    func run() async throws {
        try await withTemporaryFolder { folder in
            let running = Mutex<RunningService?>(nil)
            do {
                try await run(in: folder) { service in running.withLock { $0 = service } }
            } catch {
                running.withLock { $0 }?.kill()
                throw error
            }
        }
    }

    private func run(in folder: URL, _ started: @escaping @Sendable (RunningService) -> Void) async throws {
        let first = try await board.start(in: folder, streams: size.streams)
        started(first)
        let editor = Editor(first.address)
        let ids = try await within(120, "filling the board") { [size] in try await editor.fill(to: size.cards) }
        let streams = Streams(first.address, board, reconnects: true)
        try await within(120, "opening streams") { [size] in try await streams.open(size.streams) }
        let (kills, seconds, streamCount) = (2, size.seconds, size.streams)
        let report: @Sendable () -> String = {
            let now = streams.summary
            return "\(now.open) of \(streamCount) streams open, \(now.reconnects) reconnects"
        }
        let (last, expected) = try await within(3 * seconds + 120, "editing a board that is killed") { [board, size] in
            try await Progress.report(report) {
                async let edits = Self.edit(first.address, ids, size)
                var service = first
                for number in 1...kills {
                    try await Task.sleep(for: .milliseconds(seconds * 1_000 / (kills + 1)))
                    Progress.say("killing the board (\(number) of \(kills))")
                    service.kill()
                    service = try await board.start(
                        in: folder, streams: streamCount, port: first.address.port)
                    started(service)
                }
                return (service, try await edits)
            }
        }
        let version = try await editor.newestVersion()
        try await Progress.report(report) { try await streams.settle(streamCount, at: version, seconds: 60) }
        let newest = try await editor.board()
        let (clients, events) = try await streams.close()
        try check(newest, expected)
        let seen = streams.current
        let verification = Verification(events: events, board: newest)
        let text = try await verification.run(clients.map(\.journals), replicas: size.replicas)
        try await last.stop()
        try StandardOutput.write(
            """
            killed \(kills) times during \(expected.count) edits: all \(expected.added.count) cards whose addition was \
            answered are there once, and all \(expected.titles.count) cards that were renamed have the last title that \
            was answered; \(seen.reconnects) reconnects of \(streamCount) streams
            \(text)\n
            """)
    }

    // MARK: Edits

    /// What was answered.
    private struct Expected: Sendable {
        var added: Set<String> = []
        var titles: [String: String] = [:]
        var count = 0
    }

    /// Edits over several connections; each has cards of its own, so the last title of a card is known.
    private static func edit(_ address: ServerAddress, _ ids: [String], _ size: Load.Size) async throws -> Expected {
        let connections = 8
        let start = now()
        return try await withThrowingTaskGroup(of: Expected.self) { @Sendable group in
            for connection in 0..<connections {
                let own = ids.indices.filter { $0 % connections == connection }.map { ids[$0] }
                group.addTask {
                    var expected = Expected()
                    for index in stride(from: connection, to: size.rate * size.seconds, by: connections) {
                        let due = start + UInt64(index) * 1_000_000_000 / UInt64(size.rate)
                        if due > now() { try await Task.sleep(for: .nanoseconds(due - now())) }
                        if index % 2 == 0 {
                            let id = "added-\(index)"
                            try await send(
                                address, "add", "{\"id\":\"\(id)\",\"column\":\"doing\",\"title\":\"Added \(index)\"}")
                            expected.added.insert(id)
                        } else {
                            let id = own[index / connections % own.count]
                            let title = "Edit \(index)"
                            try await send(address, "rename", "{\"id\":\"\(id)\",\"title\":\"\(title)\"}")
                            expected.titles[id] = title
                        }
                        expected.count += 1
                    }
                    return expected
                }
            }
            var all = Expected()
            for try await some in group {
                all.added.formUnion(some.added)
                all.titles.merge(some.titles) { $1 }
                all.count += some.count
            }
            return all
        }
    }

    /// Sends a command with its key until it is answered.
    private static func send(_ address: ServerAddress, _ name: String, _ content: String) async throws {
        let key = Requests.key()
        while true {
            do {
                let answer = try await Requests.use(address) { try await $0.command(name, content, key: key) }
                if answer == nil { throw Refused() }
                return
            } catch is Refused {
                throw LoadError("the command \(name) \(content) was refused")
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // The server is not there.
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private struct Refused: Error {}

    private func check(_ board: WholeBoard, _ expected: Expected) throws {
        let cards = board.columns.flatMap(\.cards)
        let titles = Dictionary(cards.map { ($0.id, $0.title) }) { first, _ in first }
        guard titles.count == cards.count else { throw LoadError("a card is there twice") }
        for id in expected.added where titles[id] == nil { throw LoadError("the card \(id) was answered, and is lost") }
        for (id, title) in expected.titles where titles[id] != title {
            throw LoadError("the card \(id) has the title \(titles[id] ?? "-") and not \(title), which was answered")
        }
    }
}
