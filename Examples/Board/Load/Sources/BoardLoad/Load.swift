import Console
import NIOCore

/// Starts a service, fills it, opens streams, edits, and reports.
struct Load: Sendable {
    /// How much of everything.
    struct Size: Sendable {
        let streams, cards, rate: Int
        var seconds: Int
        /// The streams whose frames are all decoded.
        let replicas: Int
    }

    let program: ServiceProgram
    let size: Size

    /// Measures, and prints what was measured.
    ///
    /// - Returns: The line of the table.
    /// - Throws: ``LoadError`` if a stream was sent something wrong, was lost, or did not come to the newest version.
    func run() async throws -> Row {
        try StandardOutput.write(
            "\n\(program.name): \(size.streams) streams, \(size.cards) cards, \(size.rate) edits/s "
                + "(load of the machine before: \(ProcessFigures.load))\n")
        return try await withTemporaryFolder { folder in
            let service = try await program.start(in: folder, streams: size.streams)
            do {
                let row = try await measure(service)
                try await service.stop()
                return row
            } catch {
                service.kill()
                throw error
            }
        }
    }

    private func measure(_ service: RunningService) async throws -> Row {
        let editor = Editor(service.address)
        Progress.say("filling the board to \(size.cards) cards ...")
        let ids = try await within(120 + size.cards / 100, "filling the board") { [size] in
            try await editor.fill(to: size.cards)
        }
        let commitsBefore = try await commits(service)
        let alone = try await edit(editor, ids, seconds: min(size.seconds, 5), "without streams") { "" }
        let commitsAlone = try await commits(service)
        try StandardOutput.write("without streams: \(alone.text)\(commitsAlone.text(since: commitsBefore))\n")

        let before = service.figures
        let kernelBefore = ProcessFigures.kernelMemory
        let streams = Streams(service.address, program)
        let start = now()
        Progress.say("opening \(size.streams) streams ...")
        try await within(60 + size.streams / 20, "opening streams") { [size] in try await streams.open(size.streams) }
        let opened = service.figures
        try StandardOutput.write(
            """
            \(size.streams) streams opened in \(milliseconds(now() - start)); each takes \
            \((opened.memory - before.memory) / size.streams / 1_024) KiB in the server and \
            \((ProcessFigures.kernelMemory - kernelBefore) / size.streams / 1_024) KiB in the kernel's buffers\n
            """)

        try await streams.startMeasuring()
        let commitsOpened = try await commits(service)
        let edits = try await edit(editor, ids, seconds: size.seconds, "with \(size.streams) streams") {
            let now = streams.summary
            return "; \(now.open) streams open, \(now.frames) frames, \(now.faults) faults"
        }
        let after = service.figures
        let commitsAfter = try await commits(service)
        let busy = ProcessFigures.load
        let last = try await editor.newestVersion()
        try await streams.settle(size.streams, at: last, seconds: 30)
        let seen = streams.current
        let lags = try await streams.lags()
        let row = Row(
            name: program.name, streams: size.streams, cards: size.cards, edits: edits, lags: lags.all,
            bytes: seen.bytes, processor: (after.processor - opened.processor) / edits.seconds, memory: after.memory,
            commit: commitsAfter.mean(since: commitsOpened))
        try StandardOutput.write(
            """
            with \(size.streams) streams: \(edits.text)\(commitsAfter.text(since: commitsOpened))
            \(report(seen, edits, lags.all, lags.oldest))server: \(percent(row.processor)) of a core, \(after.memory >> 20) MiB; \
            load of the machine: \(busy)\n
            """)
        if program.hasFrames {
            try StandardOutput.write(try await Stalled(service: service, size: size).run(editor, ids))
        }
        let newest = try await editor.newestVersion()
        try await streams.settle(size.streams, at: newest, seconds: 30)
        let board = program.hasFrames ? try await editor.board() : nil
        let versions = streams.summary.versions
        guard versions == [newest: size.streams] else {
            throw LoadError("the streams ended at \(versions.count) versions instead of \(newest)")
        }
        let (clients, events) = try await streams.close()
        if let board {
            Progress.say("decoding ...")
            let verification = Verification(events: events, board: board)
            try StandardOutput.write(
                try await verification.run(clients.map(\.journals), replicas: size.replicas) + "\n")
        }
        return row
    }

    private func report(_ seen: Streams.Seen, _ edits: Edits, _ all: Percentiles, _ oldest: Percentiles) -> String {
        let steps = size.streams * edits.count
        return """
            frames: \(seen.frames), \(seen.bytes >> 20) MiB; \
            \(percent(1 - Double(seen.frames) / Double(max(1, steps)))) of \(steps) edits for a stream were conflated
            lag of an edit: \(text(all))
            lag of the oldest edit in a frame: \(text(oldest))\n
            """
    }

    private func text(_ lags: Percentiles) -> String {
        "p50 \(lags.text(0.5)), p90 \(lags.text(0.9)), p99 \(lags.text(0.99)), max \(lags.text(1))"
    }

    private func edit(
        _ editor: Editor, _ ids: [String], seconds: Int, _ what: String, _ more: @escaping @Sendable () -> String
    ) async throws -> Edits {
        let rate = size.rate
        return try await within(3 * seconds + 30, "editing \(what)") {
            try await Progress.report({ "editing \(what)\(more())" }) {
                try await editor.edit(ids, rate: rate, seconds: seconds)
            }
        }
    }

    /// What the board says about its commands; nothing for other services.
    private func commits(_ service: RunningService) async throws -> Commits {
        guard program.hasFrames else { return Commits([:]) }
        let text = try await Requests.use(service.address) { try await $0.send("GET", "/metrics") }
        return Commits(Commits.values(text))
    }
}

/// How long the board's commands took, in the server: the transaction and the source following.
struct Commits: Sendable {
    private let sum, count: Double
    private let buckets: [(bound: Double, count: Double)]

    static func values(_ metrics: String) -> [String: Double] {
        var values: [String: Double] = [:]
        for line in metrics.split(separator: "\n") where line.hasPrefix("board_command_seconds") {
            let parts = line.split(separator: " ")
            if parts.count == 2 { values[String(parts[0])] = Double(parts[1]) }
        }
        return values
    }

    init(_ values: [String: Double]) {
        sum = values["board_command_seconds_sum"] ?? 0
        count = values["board_command_seconds_count"] ?? 0
        buckets = values.compactMap { name, value -> (bound: Double, count: Double)? in
            guard name.hasPrefix("board_command_seconds_bucket"), let bound = Double(name.split(separator: "\"")[1])
            else { return nil }
            return (bound, value)
        }.sorted { $0.bound < $1.bound }
    }

    /// The mean since other figures, in milliseconds.
    func mean(since other: Commits) -> Double? {
        count > other.count ? (sum - other.sum) / (count - other.count) * 1_000 : nil
    }

    func text(since other: Commits) -> String {
        guard let mean = mean(since: other) else { return "" }
        let total = count - other.count
        let bound = zip(buckets, other.buckets).first { $0.count - $1.count >= 0.99 * total }?.0.bound
        return "; in the server, a commit takes \((mean * 100).rounded() / 100) ms in the mean, 99 % at most "
            + "\(bound.map { "\($0 * 1_000) ms" } ?? "longer")"
    }
}
