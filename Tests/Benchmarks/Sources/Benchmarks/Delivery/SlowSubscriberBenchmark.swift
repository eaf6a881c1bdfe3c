/// Ten subscribers, a commit every millisecond, and one of the ten is busy for 100 ms with every element.
///
/// Who is held up by that: the producer, the fast ones, or nobody? And does the slow one end with the newest? Time is
/// real time here, a second or less for each way.
enum SlowSubscriberBenchmark {
    private static let group = "One subscriber of ten is 100 times slower, a commit every ms"

    static func measure(into report: inout Report, quick: Bool) async throws {
        let commits = quick ? 300 : 1_000
        await measure(SubscriptionFanout.self, commits, into: &report)
        await measure(UpdatesFanout.self, commits, into: &report)
        await measure(UnboundedStreamFanout.self, commits, into: &report)
        await measure(NewestStreamFanout.self, commits, into: &report)
        await measure(ChannelFanout.self, commits, into: &report)
        await measure(SharedFanout<Unbounded>.self, commits, into: &report)
        await measure(SharedFanout<Bounded>.self, commits, into: &report)
        await measure(SinkFanout.self, commits, into: &report)
        if #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            await measure(ObservationsFanout.self, commits, into: &report)
        }
    }

    private static func measure<Way: Fanout>(_ way: Way.Type, _ commits: Int, into report: inout Report) async {
        let crowd = Crowd(way, subscribers: 10, versions: .max) { $0 == 0 ? .milliseconds(100) : nil }
        let (committed, cost, fast, behind, atLast) = await crowd.run(stopsAfterBody: true) { crowd in
            let start = ContinuousClock.now
            var cost = Sample()
            var version = 0
            // Who is held up makes fewer commits in the same time.
            while version < commits, ContinuousClock.now < start + .milliseconds(2 * commits) {
                let due = start + .milliseconds(version)
                if due > ContinuousClock.now { try? await Task.sleep(until: due) }
                version += 1
                let beginning = ContinuousClock.now
                await crowd.way.commit(version)
                cost.values.append((ContinuousClock.now - beginning) / .microseconds(1))
            }
            let (fast, slow) = (crowd.receivers.dropFirst().map(\.last).min() ?? 0, crowd.receivers[0].last)
            // Time for the element it is busy with, and for one more.
            try? await Task.sleep(for: .milliseconds(250))
            return (version, cost.median, version - fast, version - slow, version - crowd.receivers[0].last)
        }
        let isOurs = way.name == SubscriptionFanout.name || way.name == UpdatesFanout.name
        report.add(Row(group: group, name: "\(way.name): a commit", size: 10, value: cost, unit: "µs"))
        let rest: [(String, Int, Double?)] = [
            ("commits that were held up", commits - committed, 0),
            ("a fast one is behind by, at the end", fast, nil),
            ("the slow one is behind by", behind, nil),
            ("the slow one is behind by, 250 ms later", atLast, 0),
        ]
        for (name, count, bar) in rest {
            report.add(
                Row(
                    group: group, name: "  \(name)", size: 10, value: Double(count), unit: "commits",
                    bar: isOurs ? bar : nil,
                    work: "one of 10 is slow, \(way.name), \(name)"))
        }
    }
}
