/// What following costs: deliveries, commits with many subscribers, memory; beside what one would use instead.
enum HubBenchmark {
    static func measure(into report: inout Report, quick: Bool) async throws {
        let parts: [(String, (inout Report, Bool) async throws -> Void)] = [
            ("subscribers that do not ask", StalledBenchmark.measure),
            ("sharing", SharingBenchmark.measure),
            ("lockstep", LockstepBenchmark.measure),
            ("burst", BurstBenchmark.measure),
            ("a slow subscriber", SlowSubscriberBenchmark.measure),
            ("mixed speeds", MixedSpeedsBenchmark.measure),
            ("commits during a difference", CommitLatencyBenchmark.measure),
            ("memory of subscribers", SubscriberMemoryBenchmark.measure),
        ]
        for (name, part) in parts {
            let start = ContinuousClock.now
            try await part(&report, quick)
            print("    \(name): \((ContinuousClock.now - start).components.seconds) s")
        }
    }
}
