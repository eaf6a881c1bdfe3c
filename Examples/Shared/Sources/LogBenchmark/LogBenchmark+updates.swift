import DataSources
import DataSourcesWire

extension LogBenchmark {
    /// Measures the time from a commit to the update at a subscriber of a replica: through the log, and in memory.
    ///
    /// - Parameter count: How many commits; one each 10 ms or so.
    /// - Throws: An error of the log.
    public func measureUpdates(count: Int) async throws {
        let name = newName()
        let other = try await open(name)
        let (logged, direct) = try await whilePublishing(1, in: name) { published in
            let (source, reader) = (published.sources[0], LogReader(of: other))
            let (far, near) = (Replica<ListSnapshot<Card>>(), Replica<ListSnapshot<Card>>())
            let feed = Feed(of: source)
            return try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
                group.addTask { try await reader.run() }
                group.addTask { try await reader.follow(Published<Log>.name(0), into: far) }
                group.addTask { await feed.run(every: .zero) }
                group.addTask { try await near.follow(feed.frames(as: .binary).map(\.bytes), as: .binary) }
                defer { group.cancelAll() }
                for replica in [far, near] { _ = await replica.first { !$0.isEmpty } }
                var times = (logged: Times(), direct: Times())
                for number in 1...count {
                    try await Task.sleep(for: .milliseconds(10))
                    async let atLog = arrival(of: number, at: far)
                    async let atSource = arrival(of: number, at: near)
                    let began = ContinuousClock.now
                    try await source.update(id: number % 100) { $0.number = number }
                    times.direct.add(began.duration(to: await atSource))
                    times.logged.add(began.duration(to: await atLog))
                }
                return times
            }
        }
        try report("commit to update at a subscriber, through the log, median / 99 % / longest", logged.text)
        try report("the same in memory, without a log", direct.text)
    }

    private func arrival(
        of number: Int, at replica: Replica<ListSnapshot<Card>>
    ) async -> ContinuousClock.Instant {
        _ = await replica.first { ($0[id: number % 100]?.number ?? 0) >= number }
        return ContinuousClock.now
    }

    /// Measures how many edits one writer sustains: made as fast as the sources take them, until the log has the last one.
    ///
    /// - Parameters:
    ///   - sources: How many sources are edited in turn.
    ///   - time: How long.
    /// - Throws: An error of the log.
    public func measureEdits(sources: Int, for time: Duration) async throws {
        let (edits, messages, taken) = try await whilePublishing(sources, in: newName()) { published in
            let (before, start) = (published.writer.reader.sequence, ContinuousClock.now)
            var edits = 0
            while start.duration(to: .now) < time {
                edits += 1
                try await published.sources[edits % sources].update(id: edits % 100) { [edits] in $0.number = edits }
            }
            try await published.caughtUp()
            let taken = start.duration(to: .now)
            return (edits, Int(published.writer.reader.sequence - before), taken)
        }
        let many = sources == 1 ? "one source" : "\(sources) sources"
        try report(
            "edits of \(many), as fast as they are taken",
            "\(rate(edits, in: taken)) in \(rate(messages, in: taken)) messages: \(edits / max(1, messages)) in each")
    }
}
