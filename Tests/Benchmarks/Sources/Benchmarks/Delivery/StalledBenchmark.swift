import DataSources

/// Subscribers that do not ask: what they keep alive, and what they cost a commit.
enum StalledBenchmark {
    static func measure(into report: inout Report, quick: Bool) async throws {
        try await measureMemory(into: &report, quick: quick)
        try await measureCommits(into: &report)
    }

    /// One subscriber that never asks, and a million commits.
    private static func measureMemory(into report: inout Report, quick: Bool) async throws {
        let commits = quick ? 100_000 : 1_000_000
        let group = "One stalled subscriber, \(commits) commits"
        let source = try ListSource((0..<1_000).map { Employee($0) })
        let stalled = source.subscribe()
        // What one snapshot more costs is there after the first commits, whose leaves are then no longer shared.
        for commit in 1...2_000 { try await source.update(id: commit % 1_000) { $0.salary = -commit } }
        let (before, watch) = (allocatedBytes(), Stopwatch())
        for commit in 1...commits { try await source.update(id: commit % 1_000) { $0.salary = commit } }
        let (spent, grown) = (watch.cpuNanoseconds, allocatedBytes() - before)
        report.add(
            Row(
                group: group, name: "Subscription, bytes per commit", size: commits,
                value: Double(max(0, grown)) / Double(commits), unit: "B", bar: 1,
                work: "one stalled Subscription, bytes per commit, \(Report.size(commits))"))
        report.add(
            Row(group: group, name: "  a commit", size: commits, value: spent / Double(commits) / 1_000, unit: "µs"))
        let update = await stalled.next()
        report.add(
            Row(
                group: group, name: "  changes in the update it is then given", size: commits,
                value: Double(update?.changes.count ?? 0), unit: ""))
        if update?.after != source.snapshot { print("    the update does not lead to the newest state") }

        let pipe = Pipe<Int>(.unbounded)
        let empty = allocatedBytes()
        for commit in 1...commits { pipe.continuation.yield(commit) }
        report.add(
            Row(
                group: group, name: "AsyncStream, bytes per commit", size: commits,
                value: Double(allocatedBytes() - empty) / Double(commits), unit: "B"))
    }

    /// A commit with ten thousand subscribers that are not waiting, beside one with none.
    private static func measureCommits(into report: inout Report) async throws {
        let alone = try ListSource((0..<1_000).map { Employee($0) })
        let followed = try ListSource((0..<1_000).map { Employee($0) })
        let idle = (0..<10_000).map { _ in followed.subscribe() }
        var (without, with) = (Sample(), Sample())
        for round in 0..<21 {
            for (source, isFollowed) in [(alone, false), (followed, true)] {
                let start = cpuNanoseconds()
                for edit in 0..<2_000 {
                    try await source.update(id: edit % 1_000) { $0.salary = round * 2_000 + edit + 1 }
                }
                let each = Double(cpuNanoseconds() - start) / 2_000 / 1_000
                if isFollowed { with.values.append(each) } else { without.values.append(each) }
            }
        }
        consume(idle)
        report.add(
            Row(
                group: "10,000 subscribers that are not waiting", name: "commit", size: 10_000, value: with.minimum,
                unit: "µs", against: "with none", ratio: with.minimum / without.minimum, bar: 1.1,
                work: "subscribers that are not waiting, a commit, 10k"))
    }
}
