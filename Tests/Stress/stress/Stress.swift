import ArgumentParser
import DataSources
import Foundation

/// Everything at once on real threads, for sanitizers and for the laws that only real threads can break.
@main
struct Stress: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stress",
        abstract: "Many writers and very many subscribers on all cores; some are cancelled at any moment.",
        discussion: """
            Makes empty values on all cores first, which must not write to anything they share. Then runs rounds until \
            the time is up. In each round two sources, a list and sections, are written to, followed, \
            suspended, and ended in one of three ways; then everybody alive must have reached the last state, and \
            nothing may be left in memory. A broken law is printed, and the program exits with 1.

            The seed fixes what everybody does, but not when: a second run can go another way.
            """
    )

    @Option(help: "What the choices of all tasks are made from; any, if none is given.")
    var seed: UInt64?

    @Option(help: "How long to begin new rounds.")
    var seconds = 20.0

    @Option(help: "How many subscribers each round begins with.")
    var subscribers = 10_000

    @Option(help: "How many tasks write; twice as many as there are cores, if no number is given.")
    var writers: Int?

    @Option(help: "How many seconds a round may take before it counts as hanging.")
    var patience = 300.0

    func validate() throws {
        if subscribers < 1 || (writers ?? 1) < 1 { throw ValidationError("there must be subscribers and writers") }
        if seconds < 0 || patience <= 0 { throw ValidationError("a time is negative") }
    }

    func run() async throws {
        let seed = seed ?? .random(in: 0..<1 << 32)
        let writers = writers ?? ProcessInfo.processInfo.activeProcessorCount * 2
        say("seed \(seed), \(subscribers) subscribers, \(writers) writers")
        try await NothingInCommon.run()
        let start = ContinuousClock.now
        var number: UInt64 = 0
        repeat {
            func plan(_ source: UInt64) -> Plan {
                Plan(
                    seed: seed &+ number &* 1_000_003 &+ source,
                    subscribers: max(1, subscribers / 2),
                    writers: max(1, writers / 2),
                    ending: Ending.allCases[Int((number + source) % 3)]
                )
            }
            let plans = (plan(0), plan(1))
            let watchdog = Watchdog(round: number, patience: patience)
            let began = ContinuousClock.now
            async let list = Round<ListSource<Thing>>(plans.0).run()
            async let sections = Round<SectionedSource<Thing, Thing>>(plans.1).run()
            let (one, other) = await (list, sections)
            watchdog.call(off: ())
            let endings = "list \(plans.0.ending), sections \(plans.1.ending)"
            say("round \(number), \(endings), \(began.duration(to: .now).inSeconds): \(one + other)")
            let complaints = one.complaints + other.complaints
            if !complaints.isEmpty {
                for complaint in complaints { say("BROKEN: \(complaint.prefix(2_000))") }
                say("seed \(seed), round \(number)")
                throw ExitCode(1)
            }
            number += 1
        } while start.duration(to: .now) < .seconds(seconds)
        say("\(number) rounds in \(start.duration(to: .now).inSeconds), nothing broken")
    }
}

/// Ends the program when a round does not end: somebody is never woken.
struct Watchdog {
    private let task: Task<Void, Never>

    init(round: UInt64, patience: Double) {
        task = Task.detached {
            guard (try? await Task.sleep(for: .seconds(patience))) != nil else { return }
            say("BROKEN: round \(round) has not ended after \(patience) seconds")
            exit(1)
        }
    }

    func call(off: Void) {
        task.cancel()
    }
}

/// Prints a line at once: what comes behind it may be a sanitizer's report.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

extension Duration {
    /// The duration in seconds, for people.
    var inSeconds: String { formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1))) }
}
