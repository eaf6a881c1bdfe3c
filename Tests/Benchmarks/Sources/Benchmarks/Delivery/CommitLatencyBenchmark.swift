import DataSources

/// How long a commit takes while a subscriber's difference of two unrelated states of a million items is computed.
///
/// Blocks of commits with and without the difference take turns. The difference runs in the task of a subscriber that
/// starts from a state that shares nothing with the source's.
enum CommitLatencyBenchmark {
    static func measure(into report: inout Report, quick: Bool) async throws {
        let size = quick ? 200_000 : 1_000_000
        let source = try ListSource((0..<size).map { Employee($0) })
        var generator = Generator(seed: 3)
        let unrelated = try ListSnapshot((0..<size).map { Employee($0) }.shuffled(using: &generator))
        var (idle, busy) = (Latencies(), Latencies())
        for round in 0..<(quick ? 3 : 8) {
            try await idle.add(measureBlock(source, round: 2 * round))
            let (beginning, begin) = AsyncStream<Void>.makeStream()
            let follower = Task { () -> Int in
                var differences = 0
                while !Task.isCancelled {
                    if await source.subscribe(since: unrelated).next() != nil { differences += 1 }
                    begin.finish()
                }
                return differences
            }
            // One difference after the other from here on: the first has been delivered.
            for await _ in beginning {}
            try await busy.add(measureBlock(source, round: 2 * round + 1))
            follower.cancel()
            _ = await follower.value
        }
        let group = "A commit while a difference of unrelated states runs (real time)"
        report.add(Row(group: group, name: "p50, idle", size: size, value: idle.p50.median, unit: "µs"))
        report.add(
            Row(
                group: group, name: "p50, meanwhile", size: size, value: busy.p50.median, unit: "µs",
                against: "idle", ratio: busy.p50.median / idle.p50.median))
        report.add(Row(group: group, name: "p99, idle", size: size, value: idle.p99.median, unit: "µs"))
        report.add(
            Row(
                group: group, name: "p99, meanwhile", size: size, value: busy.p99.median, unit: "µs",
                against: "idle", ratio: busy.p99.median / idle.p99.median, bar: 2,
                work: "a commit while a difference runs, p99, \(Report.size(size))"))
    }

    private struct Latencies {
        var (p50, p99) = (Sample(), Sample())

        mutating func add(_ block: Sample) {
            p50.values.append(block.percentile(0.5))
            p99.values.append(block.percentile(0.99))
        }
    }

    private static func measureBlock(_ source: ListSource<Employee>, round: Int) async throws -> Sample {
        var sample = Sample()
        var generator = Generator(seed: UInt64(round))
        for commit in 0..<5_000 {
            let id = generator.below(source.snapshot.count)
            let start = ContinuousClock.now
            try await source.update(id: id) { $0.salary = -1 - commit - round * 5_000 }
            sample.values.append((ContinuousClock.now - start) / .microseconds(1))
        }
        return sample
    }
}
