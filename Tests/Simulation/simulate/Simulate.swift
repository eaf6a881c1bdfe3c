import ArgumentParser
import DataSourcesTesting
import Foundation
import Simulation
import Synchronization

/// Runs random scenarios under random schedules and checks every law in each.
@main
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs random scenarios under random schedules and checks the laws of DataSources in each.",
        discussion: """
            A scenario is made up from its seed: a source, writers whose transactions partly throw, consumers that come, \
            go, stall and are cancelled, publishing that is held back, sources that finish or are dropped. The seed \
            decides the order of everything too, so that a seed that fails, fails again.

            One of five scenarios, those of the seeds 4, 9, 14 and so on, is about derived sources. Two of eight of the others, \
            those of the seeds 6 and 7, 15, 22 and so on, are about items that misbehave: \
            ids that are NaN, that are all equal, that never equal themselves, that all have one hash, whose hash or == \
            lies, and objects whose id changes in place. In the last three kinds only the laws are checked that do not depend on them.

            Exits with 1 at the first scenario in which a law does not hold, and says how to run it again.
            """
    )

    @Option(help: "How many scenarios to run, each under a schedule of its own.")
    var schedules: UInt64 = 100_000

    @Option(help: ArgumentHelp("The seed of the first scenario; the others follow.", valueName: "seed"))
    var first: UInt64 = 0

    @Option(help: "How many threads to use.")
    var threads = 2

    @Option(help: "Run this one scenario, and say how it went.")
    var seed: UInt64?

    @Flag(
        help:
            "Run scenarios with three replicas of a source over lines that lose frames, commands and answers (law 17).")
    var replicas = false

    @Flag(help: "Print nothing but what went wrong.")
    var quiet = false

    func validate() throws {
        if threads < 1 { throw ValidationError("--threads must be at least 1.") }
    }

    func run() async throws {
        if let seed {
            try runOne(seed)
        } else {
            try await runAll()
        }
    }

    private func runOne(_ seed: UInt64) throws {
        let outcome = try report(seed) { try run(scenario: seed) }
        print("seed \(seed): every law held, in \(outcome) jobs")
    }

    private func runAll() async throws {
        let progress = Progress(total: schedules, isQuiet: quiet)
        let (first, end) = (first, first + schedules)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<threads {
                group.addTask { @concurrent in
                    while let batch = progress.nextBatch() {
                        for seed in first + batch.lowerBound..<min(end, first + batch.upperBound) {
                            progress.ran(jobs: try report(seed) { try run(scenario: seed) })
                        }
                        if Task.isCancelled { return }
                    }
                }
            }
            try await group.waitForAll()
        }
        progress.done()
    }

    private func run(scenario seed: UInt64) throws -> Int {
        if !replicas { return try Scenario.run(seed: seed) }
        return try seed.isMultiple(of: 100) ? ReplicaScenario.runTwice(seed: seed) : ReplicaScenario.run(seed: seed)
    }

    /// Says what went wrong and how to see it again.
    private func report<Outcome>(_ seed: UInt64, _ body: () throws -> Outcome) throws -> Outcome {
        do {
            return try body()
        } catch {
            print(
                "\(error)\nagain: swift run -c release --package-path Tests simulate\(replicas ? " --replicas" : "") --seed \(seed)"
            )
            throw ExitCode(1)
        }
    }
}

/// Hands out the work, and prints how far it is, once a second.
private final class Progress: Sendable {
    private struct State {
        var next: UInt64 = 0
        var ran: UInt64 = 0
        var jobs = 0
        var lastPrint = ContinuousClock.now
    }

    private let total: UInt64
    private let isQuiet: Bool
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    init(total: UInt64, isQuiet: Bool) {
        self.total = total
        self.isQuiet = isQuiet
    }

    func nextBatch() -> Range<UInt64>? {
        state.withLock { state in
            guard state.next < total else { return nil }
            let begin = state.next
            state.next = min(total, begin + 100)
            return begin..<state.next
        }
    }

    func ran(jobs: Int) {
        let text = state.withLock { state -> String? in
            state.ran += 1
            state.jobs += jobs
            guard ContinuousClock.now - state.lastPrint > .seconds(5) else { return nil }
            state.lastPrint = .now
            return line(state)
        }
        if let text, !isQuiet {
            print(text)
            // Hours are watched through a file or a pipe too.
            fflush(nil)
        }
    }

    func done() {
        if !isQuiet { print(state.withLock { line($0) } + ": every law held") }
    }

    private func line(_ state: State) -> String {
        let seconds = max(1, (ContinuousClock.now - start).components.seconds)
        return "\(state.ran) of \(total) schedules, \(state.jobs) jobs, \(seconds) s"
    }
}
