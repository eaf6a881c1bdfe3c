import DataSources
import Foundation

/// What a change in one of many sources costs what is derived from all of them, and what building that costs.
///
/// CPU time of the process, as in ``DerivedBenchmark``. A change is a commit at one source and the read of the derived
/// state: it should not cost more with more sources.
enum ManyOriginsBenchmark {
    private static let title = "A commit in one of many sources, and the read of what is derived from all"
    private static let building = "The first state of what is derived from many sources"

    static let rows = ["merged", "composite"]

    /// One item in each source, and another value with each commit.
    private struct Origin: PublishingSource {
        let hub = SnapshotHub<ListSnapshot<Employee>>()

        init(_ id: Int) throws {
            try commit(id, salary: 0)
        }

        func commit(_ id: Int, salary: Int) throws {
            var employee = Employee(id)
            employee.salary = salary
            hub.publish(try ListSnapshot([employee]))
        }
    }

    static func measure(into report: inout Report, quick: Bool) async throws {
        let sizes = quick ? [10, 100, 1_000] : [10, 100, 1_000, 10_000, 100_000]
        if report.wants("merged") {
            try await measure("merged", sizes, into: &report) { origins in
                let merged = DerivedSource(merging: origins)
                return { await merged.snapshot.count }
            }
        }
        if report.wants("composite") {
            try await measure("composite", sizes, into: &report) { origins in
                let composite = CompositeSource(of: origins.map { $0.grouped { _ in 0 } })
                return { await composite.snapshot.itemCount }
            }
        }
    }

    private static func measure(
        _ name: String, _ sizes: [Int], into report: inout Report,
        derive: ([Origin]) -> @Sendable () async -> Int
    ) async throws {
        var small: Sample?
        for size in sizes {
            let origins = try (0..<size).map { try Origin($0) }
            let start = processNanoseconds()
            let read = derive(origins)
            consume(await read())
            let built = Double(processNanoseconds() - start)
            report.add(
                Row(group: building, name: name, size: size, sample: Sample(values: [built]), in: .milliseconds))
            var sample = Sample()
            for turn in 1...200 {
                let id = turn * 7_919 % size
                let start = processNanoseconds()
                try origins[id].commit(id, salary: turn)
                consume(await read())
                sample.values.append(Double(processNanoseconds() - start))
            }
            if size == 10 { small = sample }
            report.add(
                Row(
                    group: title, name: name, size: size, sample: sample, in: .microseconds, by: .median,
                    against: small.map { ("with 10", $0) }, bar: size == 100_000 ? 4 : nil))
        }
    }
}
