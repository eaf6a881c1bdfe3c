import DataSources

/// Subscribers in lockstep: as many differences as commits, however many subscribers.
enum SharingBenchmark {
    static func measure(into report: inout Report, quick: Bool) async throws {
        let commits = 50
        for subscribers in quick ? [1, 10, 1_000] : [1, 10, 100, 1_000, 10_000] {
            let crowd = Crowd(SubscriptionFanout.self, subscribers: subscribers, versions: commits, inLockstep: true)
            await crowd.run { crowd in
                for version in 1...commits {
                    await crowd.way.commit(version)
                    guard await crowd.allReceived() else { return }
                }
            }
            if !crowd.allEnded(at: commits) { print("    some never got the last version") }
            let computed = Double(crowd.way.small.source.hub.differencesComputed)
            report.add(
                Row(
                    group: "Differences computed for subscribers in lockstep, \(commits) commits", name: "differences",
                    size: subscribers, value: computed, unit: "", against: "distinct steps",
                    ratio: computed / Double(commits), bar: 1,
                    work: "lockstep, differences computed, \(Report.size(subscribers))"))
        }
    }
}
