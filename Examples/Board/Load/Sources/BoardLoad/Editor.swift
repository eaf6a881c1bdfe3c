import Foundation

/// Edits the board.
struct Editor: Sendable {
    private let address: ServerAddress

    init(_ address: ServerAddress) { self.address = address }

    /// Adds cards until there are enough; returns their ids.
    func fill(to count: Int) async throws -> [String] {
        let connections = 4
        return try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            for connection in 0..<connections {
                group.addTask {
                    try await Requests.use(address) { requests in
                        for index in stride(from: connection, to: count, by: connections) {
                            let column = ["todo", "doing", "done"][index % 3]
                            _ = try await requests.command(
                                "add", "{\"id\":\"load-\(index)\",\"column\":\"\(column)\",\"title\":\"Card \(index)\"}"
                            )
                        }
                    }
                }
            }
            try await group.waitForAll()
            return (0..<count).map { "load-\($0)" }
        }
    }

    /// Edits at the rate, over several connections.
    func edit(_ ids: [String], rate: Int, seconds: Int) async throws -> Edits {
        let connections = 8
        let start = now()
        let total = rate * seconds
        return try await withThrowingTaskGroup(of: [Int64].self) { @Sendable group in
            for connection in 0..<connections {
                group.addTask {
                    try await Requests.use(address) { requests in
                        var latencies: [Int64] = []
                        for index in stride(from: connection, to: total, by: connections) {
                            let due = start + UInt64(index) * 1_000_000_000 / UInt64(rate)
                            if due > now() { try await Task.sleep(for: .nanoseconds(due - now())) }
                            let id = ids[Int.random(in: 0..<ids.count)]
                            let begin = now()
                            let answer =
                                index % 5 == 0
                                ? try await requests.command(
                                    "move",
                                    "{\"id\":\"\(id)\",\"column\":\"doing\",\"before\":\"\(ids[index % ids.count])\"}")
                                : try await requests.command("rename", "{\"id\":\"\(id)\",\"title\":\"@\(begin)@\"}")
                            if answer == nil { throw LoadError("a command was refused") }
                            latencies.append(Int64(now() - begin))
                        }
                        return latencies
                    }
                }
            }
            var latencies: [Int64] = []
            for try await some in group { latencies += some }
            return Edits(
                count: latencies.count, seconds: Double(now() - start) / 1e9, latencies: Percentiles(latencies))
        }
    }

    /// Makes an edit that changes something; returns its version.
    func newestVersion() async throws -> UInt64 {
        let rename = "{\"id\":\"load-0\",\"title\":\"Card 0 at \(now())\"}"
        let position = try await Requests.use(address) { try await $0.command("rename", rename) }
        guard let version = position?.split(separator: "-").last.flatMap({ UInt64($0) }) else {
            throw LoadError("the server does not answer")
        }
        return version
    }

    /// The board as the server answers it.
    func board() async throws -> WholeBoard {
        let text = try await Requests.use(address) { try await $0.send("GET", "/board") }
        return try JSONDecoder().decode(WholeBoard.self, from: Data(text.utf8))
    }
}
