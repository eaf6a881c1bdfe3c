import DataSources
import Foundation

/// What subscribers cost a source that commits.
enum HubBenchmark {
    static func measure(into report: inout Report, quick: Bool) async throws {
        try await measureStopped(into: &report, quick: quick)
        try await measureIdle(into: &report, quick: quick)
    }

    /// One subscriber that never asks, and a million commits: memory must stay where it is.
    private static func measureStopped(into report: inout Report, quick: Bool) async throws {
        let commits = quick ? 100_000 : 1_000_000
        let source = try ListSource((0..<1_000).map { Employee($0) })
        let stopped = source.subscribe()
        var series: [Int] = []
        let start = cpuNanoseconds()
        for commit in 0..<commits {
            let id = commit % 1_000
            try await source.update(id: id) { $0.salary = commit }
            if commit % (commits / 10) == commits / 100 { series.append(residentBytes()) }
        }
        let spent = Double(cpuNanoseconds() - start)
        print("    resident MiB at tenths of the run: \(series.map { $0 >> 20 })")
        let group = "One stopped subscriber"
        report.add(
            Row(
                group: group, name: "commit through the actor", size: commits, value: spent / Double(commits) / 1000,
                unit: "µs"))
        report.add(
            Row(
                group: group, name: "memory, last tenth against first", size: commits,
                value: Double(series.last ?? 0) / 1_048_576, unit: "MiB", against: "first tenth",
                ratio: Double(series.last ?? 0) / Double(series.first ?? 1), bar: 1.05))
        var update: Update<ListSnapshot<Employee>>?
        update = await stopped.next()
        report.add(
            Row(
                group: group, name: "updates it is then given", size: commits, value: update == nil ? 0 : 1, unit: "",
                bar: nil))
    }

    /// A commit with ten thousand subscribers that are not waiting, beside one with none.
    private static func measureIdle(into report: inout Report, quick: Bool) async throws {
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
                unit: "µs", against: "with none", ratio: with.minimum / without.minimum, bar: 1.1))
    }
}
