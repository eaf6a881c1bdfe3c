import ArgumentParser
import Foundation

/// Measures what DataSources costs, as a client module sees it, beside what one would use instead.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmarks",
        abstract: "What DataSources costs, beside what one would use instead.",
        discussion: """
            Times are CPU times of the measuring thread. On a busy machine trust the ratios, which are taken in one \
            run: contestants take turns, round by round. A row that is above its bar is marked.
            """
    )

    @Option(help: "Only groups whose name contains this: edits, iteration, difference, hub.")
    var filter: String?

    @Flag(help: "Smaller sizes: half a minute instead of two.")
    var quick = false

    @Option(help: "Write the rows as JSON to this file.")
    var json: String?

    mutating func run() async throws {
        var report = Report()
        #if DEBUG
        print(
            "This is a debug build; its figures mean nothing. Run: swift run -c release --package-path Examples/Benchmarks"
        )
        #endif
        let groups = ["edits", "iteration", "difference", "hub"].filter { filter == nil || $0.contains(filter ?? "") }
        if groups.isEmpty { throw ValidationError("no group is called \(filter ?? ""): see --help") }
        for group in groups {
            switch group {
            case "edits": EditBenchmark.measure(into: &report, quick: quick)
            case "iteration": IterationBenchmark.measure(into: &report, quick: quick)
            case "difference": DifferenceBenchmark.measure(into: &report, quick: quick)
            default: try await HubBenchmark.measure(into: &report, quick: quick)
            }
        }
        if let json {
            try report.write(to: json)
            print("\nwritten to \(json)")
        }
        let above = report.rows.filter { $0.isWithinBar == false }
        print("\n\(report.rows.count) figures, \(above.count) above their bar")
    }
}
