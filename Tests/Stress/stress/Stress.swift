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
            Makes empty values on all cores first, which must not write to anything they share. Then opens screens: \
            observed lists, observed sections and presentations on the main actor. Then runs rounds until the time is \
            up. In each round two sources, a list and sections, are written to, followed, suspended, and ended in one \
            of three ways; then everybody alive must have reached the last state, and nothing may be left in memory. \
            After that, up to 1,000 tasks read up to 100 derived sources while up to \
            1,000 others write, and some are cancelled; lists follow stores whose connections break; and writers that \
            replace one another publish sources in a log that relays follow. A broken law is printed, and the program \
            exits with 1.

            The seed fixes what everybody does, but not when: a second run can go another way.
            """
    )

    @Option(help: "What the choices of all tasks are made from; any, if none is given.")
    var seed: UInt64?

    @Option(help: "How long to begin new rounds.")
    var seconds = 20.0

    @Option(help: "How many subscribers each round begins with.")
    var subscribers = 10_000

    @Option(help: "How many screens show sources at first, one after the other.")
    var screens = 30

    @Option(help: "How many tasks write; twice as many as there are cores, if no number is given.")
    var writers: Int?

    @Option(help: "How many seconds a round may take before it counts as hanging.")
    var patience = 300.0

    func validate() throws {
        if screens < 0 { throw ValidationError("the number of screens is negative") }
        if subscribers < 1 || (writers ?? 1) < 1 { throw ValidationError("there must be subscribers and writers") }
        if seconds < 0 || patience <= 0 { throw ValidationError("a time is negative") }
    }

    func run() async throws {
        let seed = seed ?? .random(in: 0..<1 << 32)
        let writers = writers ?? ProcessInfo.processInfo.activeProcessorCount * 2
        say("seed \(seed), \(subscribers) subscribers, \(writers) writers")
        try await NothingInCommon.run()
        try await openScreens(seed)
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
            let watchdog = Watchdog(of: "round \(number)", patience: patience)
            let began = ContinuousClock.now
            async let list = Round<ListSource<Thing>>(plans.0).run()
            async let sections = Round<SectionedSource<Thing, Thing>>(plans.1).run()
            let (one, other) = await (list, sections)
            // One of them takes a small part of what the others take.
            var readers: [Readers.Outcome] = []
            for part in 0..<10 { readers.append(await Readers(seed: plans.0.seed &+ UInt64(part)).run()) }
            for part in 0..<5 { readers.append(await Followed(seed: plans.0.seed &+ UInt64(part)).run()) }
            for part in 0..<5 { readers.append(await Logged(seed: plans.0.seed &+ UInt64(part)).run()) }
            watchdog.call(off: ())
            let endings = "list \(plans.0.ending), sections \(plans.1.ending)"
            say("round \(number), \(endings), \(began.duration(to: .now).inSeconds): \(one + other)")
            for outcome in readers { say("round \(number), \(outcome)") }
            let complaints = one.complaints + other.complaints + readers.flatMap(\.complaints)
            try report(complaints, "seed \(seed), round \(number)")
            number += 1
        } while start.duration(to: .now) < .seconds(seconds)
        say("\(number) rounds in \(start.duration(to: .now).inSeconds), nothing broken")
    }

    /// Opens screens, one after the other.
    private func openScreens(_ seed: UInt64) async throws {
        let watchdog = Watchdog(of: "the screens", patience: patience)
        let began = ContinuousClock.now
        let complaints = await Screens.run(seed: seed, screens: screens)
        watchdog.call(off: ())
        say("\(screens) screens, \(began.duration(to: .now).inSeconds)")
        try report(complaints, "seed \(seed), screens")
    }

    private func report(_ complaints: [String], _ place: String) throws {
        if complaints.isEmpty { return }
        for complaint in complaints { say("BROKEN: \(complaint.prefix(2_000))") }
        say(place)
        throw ExitCode(1)
    }
}

/// Ends the program when some work does not end: somebody is never woken.
struct Watchdog {
    private let task: Task<Void, Never>

    init(of work: String, patience: Double) {
        task = Task.detached {
            guard (try? await Task.sleep(for: .seconds(patience))) != nil else { return }
            say("BROKEN: \(work) has not ended after \(patience) seconds")
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
