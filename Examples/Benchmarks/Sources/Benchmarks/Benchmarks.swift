import ArgumentParser
import Foundation

/// Measures what DataSources costs, as a client module sees it, beside what one would use instead.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmarks",
        abstract: "What DataSources costs, beside what one would use instead and what nobody can do without.",
        discussion: """
            Times are CPU times of the measuring thread. On a busy machine trust the ratios: contestants take turns, \
            round by round, in one process. A row that is above its bar is marked ABOVE; the exit code is 0 all the \
            same, since figures are reports. It is 1 when a result is wrong, and 64 for wrong arguments.

            Difference workloads have the names of the project's study of diff libraries, W0 to W9. W10, a list of \
            heavy duplicates, is not among them: ids in a DataSources list are unique.

            Recorded sessions are read from the folder that the environment variable DATASOURCES_TRACES names, or from \
            Traces in this package.
            """
    )

    @Option(help: "Only groups and rows whose name contains this, in whatever case: \"edits\", \"W4\", \"UUID\".")
    var filter: String?

    @Flag(help: "Smaller sizes and fewer rounds: about a minute.")
    var quick = false

    @Option(help: "Write the rows as JSON to this file.")
    var json: String?

    @Option(help: "Draw plots of the rows into this directory, as SVG: cost of an edit, deliveries.")
    var plots: String?

    @Flag(help: "Print at the end what has a bar, and whether it was reached.")
    var bars = false

    @Flag(help: "List the groups, and measure nothing.")
    var list = false

    private var groups: [BenchmarkGroup] {
        BenchmarkGroup.all.filter { group in filter.map { group.matches(filter: $0) } ?? true }
    }

    func validate() throws {
        if groups.isEmpty {
            throw ValidationError("No group and no row is called \"\(filter ?? "")\": --list names the groups.")
        }
        // Before anything is measured, not after.
        let files = FileManager.default
        if let json, !files.isWritableFile(atPath: json), !files.createFile(atPath: json, contents: nil) {
            throw ValidationError("\(json) cannot be written.")
        }
        if let plots {
            do {
                try files.createDirectory(atPath: plots, withIntermediateDirectories: true)
            } catch {
                throw ValidationError("\(plots) is no directory and cannot be made one.")
            }
        }
    }

    func run() async throws {
        if list {
            for group in groups { print("\(group.name.padded(to: 12))\(group.abstract)") }
            return
        }
        if isDebugBuild {
            print("This is a debug build: its figures mean nothing. Run")
            print("swift run -c release --package-path Examples/Benchmarks")
        }
        let progress = Progress()
        progress.start()
        var report = Report(progress: progress)
        for group in groups {
            report.begin(group, filter: filter)
            try await group.measure(&report, quick)
        }
        progress.clear()
        try finish(report)
    }

    private func finish(_ report: Report) throws {
        if bars { report.printBars() }
        let above = report.rows.filter { $0.isWithinBar == false }
        print("\n\(report.rows.count) figures, \(above.count) above their bar")
        if let json {
            try report.write(to: json)
            print("written to \(json)")
        }
        if let plots {
            for line in try report.draw(into: plots) { print(line) }
        }
    }
}
