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
            round by round, in one process. Each group has a process of its own, so that no figure depends on the \
            memory that others leave behind; of what is derived, each row has one. A row that is above its bar is \
            marked ABOVE; the exit code is 0 all the same, since figures are reports. It is 1 when a result is wrong, \
            and 64 for wrong arguments.

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

    @Option(parsing: .upToNextOption, help: "Measure nothing: print median and spread of the runs in these JSON files.")
    var summary: [String] = []

    @Option(help: "In a debug build: the file that a release build has written with --json, to compare with.")
    var release: String?

    @Option(help: "Draw plots of the rows into this directory, as SVG: cost of an edit, deliveries.")
    var plots: String?

    @Flag(help: "Print at the end what has a bar, and whether it was reached.")
    var bars = false

    @Flag(help: "List the groups, and measure nothing.")
    var list = false

    /// For the process of a part: which it is, where its rows go to, and when the run began.
    @Option(help: .hidden) var part: String?
    @Option(help: .hidden) var rows: String?
    @Option(help: .hidden) var since: Double?

    private var groups: [BenchmarkGroup] {
        BenchmarkGroup.all.filter { group in filter.map { group.matches(filter: $0) } ?? true }
    }

    func validate() throws {
        if groups.isEmpty {
            throw ValidationError("No group and no row is called \"\(filter ?? "")\": --list names the groups.")
        }
        // Before anything is measured, not after.
        for file in summary + [release].compactMap(\.self) where (try? Report.rows(in: file)) == nil {
            throw ValidationError("\(file) is not a file that --json has written.")
        }
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
        if !summary.isEmpty {
            let summary = Summary(try summary.map { try Report.rows(in: $0) })
            summary.printRows()
            return summary.printBars()
        }
        if let part {
            guard let part = BenchmarkPart(part) else { throw ValidationError("There is no part called \"\(part)\".") }
            return try await measure(part)
        }
        if isDebugBuild, release == nil {
            print("This is a debug build: its figures mean nothing without --release. Run")
            print("swift run -c release --package-path Tests/Benchmarks")
        }
        let report = try measureParts()
        try finish(report)
    }

    /// Has every part measured by a process of its own, one after the other.
    private func measureParts() throws -> Report {
        let start = Date().timeIntervalSince1970
        let file = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(getpid()).json").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        var report = Report()
        for part in groups.flatMap({ $0.parts(filter: filter) }) {
            var arguments = ["--part", part.description, "--rows", file, "--since", "\(start)"]
            if let filter { arguments += ["--filter", filter] }
            if quick { arguments.append("--quick") }
            if let release { arguments += ["--release", release] }
            try Child.run(arguments)
            try report.add(rowsIn: file)
        }
        return report
    }

    /// Measures one part, in the process that is there for it.
    private func measure(_ part: BenchmarkPart) async throws {
        let progress = Progress(since: since.map(Date.init(timeIntervalSince1970:)) ?? Date())
        progress.start()
        var report = Report(progress: progress)
        if let release { report.released = try Report.rows(in: release) }
        report.begin(part, filter: filter)
        try await part.group.measure(&report, quick)
        progress.clear()
        if let rows { try report.writeRows(to: rows) }
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
