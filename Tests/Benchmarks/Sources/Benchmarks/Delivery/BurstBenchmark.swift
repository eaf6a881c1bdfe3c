/// The producer commits as fast as it can, while the subscribers first wait and then are busy.
///
/// With a queue per subscriber a commit costs what there are subscribers; with ours it costs what waits, and most of the
/// time nobody does. Time is real time, since what the producer has to wait for counts too.
enum BurstBenchmark {
    private struct Outcome {
        var microsecondsPerCommit: Double
        var millisecondsToTheEnd: Double
        var deliveries: Int
        var isComplete: Bool
    }

    static func measure(into report: inout Report, quick: Bool) async throws {
        for subscribers in quick ? [10_000] : [10, 1_000, 10_000] {
            await measure(subscribers, quick: quick, into: &report)
        }
    }

    private static func measure(_ subscribers: Int, quick: Bool, into report: inout Report) async {
        var contestants: [(name: String, run: () async -> Outcome)] = []
        func add<Way: Fanout>(_ way: Way.Type) {
            contestants.append((way.name, { await run(way, subscribers) }))
        }
        add(UnboundedStreamFanout.self)
        add(SubscriptionFanout.self)
        add(UpdatesFanout.self)
        if !quick {
            add(NewestStreamFanout.self)
            add(SinkFanout.self)
            if #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
                add(ObservationsFanout.self)
            }
        }

        var (commits, ends) = ([String: Sample](), [String: Sample]())
        var deliveries: [String: Int] = [:]
        for _ in 0..<(quick ? 3 : 5) {
            for contestant in contestants {
                let outcome = await contestant.run()
                if !outcome.isComplete { print("    \(contestant.name): some never got the last version") }
                commits[contestant.name, default: Sample()].values.append(outcome.microsecondsPerCommit)
                ends[contestant.name, default: Sample()].values.append(outcome.millisecondsToTheEnd)
                deliveries[contestant.name] = outcome.deliveries
            }
        }
        let base = commits[UnboundedStreamFanout.name]?.median ?? .nan
        for contestant in contestants {
            guard let commit = commits[contestant.name], let end = ends[contestant.name] else { continue }
            let isBase = contestant.name == UnboundedStreamFanout.name
            let isOurs = contestant.name == SubscriptionFanout.name || contestant.name == UpdatesFanout.name
            report.add(
                Row(
                    group: "Burst of \(versions) commits: µs per commit, waiting included", name: contestant.name,
                    size: subscribers, value: commit.median, unit: "µs", against: isBase ? nil : "AsyncStream",
                    ratio: isBase ? nil : commit.median / base, bar: isOurs && subscribers == 10_000 ? 0.01 : nil,
                    work: "burst, a commit, \(contestant.name), \(Report.size(subscribers))"))
            report.add(
                Row(
                    group: "Burst of \(versions) commits: µs per commit, waiting included",
                    name: "  until all hold the last (\(deliveries[contestant.name] ?? 0) came)", size: subscribers,
                    value: end.median, unit: "ms"))
        }
    }

    private static let versions = 20

    private static func run<Way: Fanout>(_: Way.Type, _ subscribers: Int) async -> Outcome {
        let (crowd, pool) = (Crowd(Way.self, subscribers: subscribers, versions: versions), CountingPool())
        let (perCommit, beginning) = await crowd.run(on: pool) { crowd in
            // A subscriber that has said that it is ready has yet to begin to wait.
            await pool.settled()
            let beginning = ContinuousClock.now
            for version in 1...versions { await crowd.way.commit(version) }
            return ((ContinuousClock.now - beginning) / .microseconds(versions), beginning)
        }
        return Outcome(
            microsecondsPerCommit: perCommit,
            millisecondsToTheEnd: (ContinuousClock.now - beginning) / .milliseconds(1),
            deliveries: crowd.deliveries,
            isComplete: crowd.allEnded(at: versions)
        )
    }
}
