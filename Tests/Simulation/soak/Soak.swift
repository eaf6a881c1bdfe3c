import ArgumentParser
import DataSources
import DataSourcesTesting
import Foundation
import Synchronization

/// Commits without end, to three subscribers of very different speed, and watches the memory.
@main
struct Soak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Commits millions of edits to a source with a fast, a slow and a stalled subscriber; memory stays flat.",
        discussion: """
            Prints the resident size as it goes. Exits with 1 if the largest resident size of the second half is more \
            than --allowance above that of the second quarter: by then all three subscribers hold what they ever will.
            """
    )

    @Option(help: "How many commits to make.")
    var commits = 10_000_000

    @Option(help: "How many items the source has; it stays near that.")
    var items = 10_000

    @Option(help: "How many lines to print.")
    var lines = 40

    @Option(help: ArgumentHelp("By how much the memory may grow.", valueName: "MiB"))
    var allowance = 4.0

    @Option(help: ArgumentHelp("Where to draw the resident size over the commits.", valueName: "file.svg"))
    var plot: String?

    func validate() throws {
        if commits < 8 || items < 1 || lines < 8 {
            throw ValidationError("There must be at least 8 commits, 1 item and 8 lines.")
        }
    }

    func run() async throws {
        let series = try await measure()
        if let plot { try Plot(series: series, commits: commits, items: items).write(to: plot) }
        let settled = series[series.count / 4..<series.count / 2].map(\.resident).max() ?? 0
        let later = series[(series.count / 2)...].map(\.resident).max() ?? 0
        let growth = String(mebibytes: later - settled)
        if later > settled + allowance {
            print("memory grew by \(growth) MiB in the second half; allowed are \(String(mebibytes: allowance)) MiB")
            throw ExitCode(1)
        }
        print("memory is flat: \(growth) MiB more in the second half than in the second quarter")
    }

    private func measure() async throws -> [Sample] {
        let source = try ListSource((0..<items).map { Row(id: $0, value: 0) })
        let (fast, slow) = (Reader(), Reader())
        let stalled = source.subscribe()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let (quick, lazy) = (source.subscribe(), source.subscribe())
            group.addTask { @concurrent in for await update in quick { fast.given(update) } }
            group.addTask { @concurrent in
                for await update in lazy {
                    slow.given(update)
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            print(
                "   commits    seconds  resident MiB     fast: updates  changes    slow: updates  changes  stalled: behind"
            )
            let start = ContinuousClock.now
            var series: [Sample] = []
            var writer = Writer(items: items)
            for line in 1...lines {
                let share = commits * line / lines - commits * (line - 1) / lines
                for _ in 0..<share { try await writer.commit(to: source) }
                let sample = Sample(commits: commits * line / lines, resident: residentMebibytes())
                series.append(sample)
                let seconds = (ContinuousClock.now - start).components.seconds
                print(
                    sample.commits.padded(10), seconds.padded(10), String(mebibytes: sample.resident).padded(13),
                    fast.updates.padded(18), fast.changes.padded(8), slow.updates.padded(16), slow.changes.padded(8),
                    stalled.lag.padded(16)
                )
                fflush(nil)
            }
            await source.finish()
            try await group.waitForAll()
            // The stalled one catches up with everything at once.
            guard let last = await stalled.next(), last.after == source.snapshot, await stalled.next() == nil else {
                print("the stalled subscriber did not get what it had missed")
                throw ExitCode(1)
            }
            return series
        }
    }
}

/// What the source holds.
struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var value: Int
}

/// The resident size after some commits.
struct Sample {
    let commits: Int
    let resident: Double
}

/// Counts what a subscriber is given.
private final class Reader: Sendable {
    private let counts = Mutex((updates: 0, changes: 0))

    var updates: Int { counts.withLock { $0.updates } }
    var changes: Int { counts.withLock { $0.changes } }

    func given(_ update: Update<ListSnapshot<Row>>) {
        let count = update.changes.count
        counts.withLock { counts in
            counts.updates += 1
            counts.changes += count
        }
    }
}

/// Makes random edits that leave the number of items as it is.
private struct Writer {
    private var random = SeededGenerator(seed: 1)
    private var nextID: Int

    init(items: Int) {
        nextID = items
    }

    mutating func commit(to source: ListSource<Row>) async throws {
        let (kind, position, other) = (random.next() % 4, Int(random.next() >> 2), Int(random.next() >> 2))
        let id = nextID
        if kind == 0 { nextID += 1 }
        try await source.transaction { list in
            let count = list.count
            switch kind {
            case 0:
                try list.remove(at: position % count)
                try list.insert(Row(id: id, value: 0), at: other % count)
            case 1: try list.move(from: position % count, to: other % count)
            default: try list.update(at: position % count) { $0.value &+= 1 }
            }
        }
    }
}
