import Console
import NIOCore
import NIOPosix

/// Opens streams, edits, and reports.
struct Load: Sendable {
    let address: ServerAddress
    let streams, cards, rate, seconds: Int

    /// Measures, and prints what was measured.
    ///
    /// - Throws: ``LoadError`` if a stream was sent something wrong, or did not end at the newest version.
    func run() async throws {
        try StandardOutput.write("filling the board to \(cards) cards ...\n")
        let ids = try await Requests.use(address) { try await fill(&$0, to: cards) }
        let alone = try await edit(ids, seconds: min(seconds, 5))
        try StandardOutput.write("\(alone.text) without streams\n")

        let before = try await Requests.use(address) { try await Server(&$0) }
        let tally = Tally()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let start = now()
        let channels = try await open(tally, group, since: before.position)
        let openDeadline = now() + 120_000_000_000
        while !tally.hasOpened(streams) {
            guard now() < openDeadline else {
                throw LoadError("the streams do not open; see --connections of the board")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        let opened = try await Requests.use(address) { try await Server(&$0) }
        try StandardOutput.write(
            """
            \(streams) streams opened in \(milliseconds(now() - start)); \
            \((opened.memory - before.memory) / max(1, streams) / 1_024) KiB each, \(opened.memory >> 20) MiB in all\n
            """)

        tally.startMeasuring()
        let loaded = try await edit(ids, seconds: seconds)
        let after = try await Requests.use(address) { try await Server(&$0) }
        let deadline = now() + 20_000_000_000
        while !tally.isSettled(at: after.version), now() < deadline {
            try await Task.sleep(for: .milliseconds(20))
        }
        let seen = tally.current
        try StandardOutput.write("\(loaded.text) with \(streams) streams\n")
        try StandardOutput.write(report(seen, loaded, before: opened, after: after))
        tally.stopListening()
        for channel in channels { channel.close(promise: nil) }
        try await group.shutdownGracefully()
        let faults = seen.faults
        guard faults.isEmpty, seen.versions == [after.version: streams] else {
            throw LoadError(
                faults.first ?? "streams ended at \(seen.versions.count) versions instead of \(after.version)")
        }
        try StandardOutput.write(try await Stalled(load: self).run(ids))
        var rows = [
            Row(
                name: "Board", streams: streams, editsPerSecond: Double(loaded.count) / loaded.seconds,
                lags: Percentiles(seen.lags), bytes: seen.bytes,
                processor: (after.processor - opened.processor) / loaded.seconds, memory: after.memory - before.memory)
        ]
        try StandardOutput.write("comparing ...\n")
        for (kind, count) in [(Comparison.Kind.wholeList, min(streams, 50)), (.unboundedStreams, streams)] {
            let comparison = Comparison(
                kind: kind, streams: count, cards: cards, rate: rate, seconds: min(seconds, 5))
            rows.append(try await comparison.run())
        }
        try StandardOutput.write(Row.table(rows))
        try StandardOutput.write(
            "Board is its process only; the others are this one with both ends. Their messages are not made in a database.\n"
        )
    }

    private func report(_ seen: Tally.State, _ edits: Edits, before: Server, after: Server) -> String {
        let lags = Percentiles(seen.lags)
        let steps = streams * edits.count
        return """
            frames: \(seen.frames), \(seen.bytes >> 20) MiB; \(seen.steps.count) different ones, \
            encoded \(Int(after.encoded - before.encoded)) times
            conflated: \(percent(1 - Double(seen.frames) / Double(max(1, steps)))) of \(steps) steps
            lag of the oldest edit in a frame, from its request: p50 \(lags.text(0.5)), p99 \(lags.text(0.99)), \
            max \(lags.text(1))
            server: \(after.memory >> 20) MiB, \(percent((after.processor - before.processor) / edits.seconds)) of a core
            all \(streams) streams ended at version \(after.version)\n
            """
    }

    // MARK: Steps

    /// Adds cards until there are enough; returns their ids.
    private func fill(_ requests: inout Requests, to count: Int) async throws -> [String] {
        var ids: [String] = []
        for index in 0..<count {
            let id = "load-\(index)"
            let column = ["todo", "doing", "done"][index % 3]
            _ = try await requests.command(
                "add", "{\"id\":\"\(id)\",\"column\":\"\(column)\",\"title\":\"Card \(index)\"}")
            ids.append(id)
        }
        return ids
    }

    /// Edits at the rate, over several connections.
    func edit(_ ids: [String], seconds: Int) async throws -> Edits {
        let connections = 8
        let start = now()
        let total = rate * seconds
        return try await withThrowingTaskGroup(of: [Int64].self) { group in
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

    /// Opens streams that go on from a position.
    private func open(
        _ tally: Tally, _ group: MultiThreadedEventLoopGroup, since position: String
    ) async throws -> [any Channel] {
        let request = streamRequest(since: position)
        let bootstrap = ClientBootstrap(group: group).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(StreamHandler(tally, request: request))
            }
        }
        return try await connect(bootstrap, count: streams)
    }

    /// The request for a stream that goes on from a position.
    func streamRequest(since position: String) -> String {
        "GET /events?since=\(position) HTTP/1.1\r\nHost: \(address.host):\(address.port)\r\n\r\n"
    }

    /// Opens connections, 100 at a time.
    func connect(_ bootstrap: ClientBootstrap, count: Int) async throws -> [any Channel] {
        var channels: [any Channel] = []
        for first in stride(from: 0, to: count, by: 100) {
            let some = (first..<min(first + 100, count)).map { _ in
                bootstrap.connect(host: address.host, port: address.port)
            }
            for future in some { channels.append(try await future.get()) }
        }
        return channels
    }
}
