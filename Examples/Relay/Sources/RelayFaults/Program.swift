import ArgumentParser
import Console
import DataSourcesRelay
import Foundation

/// Writers, relays, clients and three servers of NATS on one machine, faults in all of them, and a check of what was seen.
@main
struct Program: ConsoleProgram {
    static let configuration = CommandConfiguration(
        commandName: "RelayFaults",
        abstract: "Makes processes, servers and networks fail, and checks that nothing is lost or doubled.",
        // By default it is one line, of any length.
        usage: "RelayFaults [<options>]",
        discussion: """
            It builds network namespaces and small disks in memory on this machine, starts three servers of NATS, writers, \
            relays and clients there, and makes faults that a seed chooses. Every ten faults it heals everything, waits until \
            all show the same, and checks what all processes have seen and done. Nothing of it stays behind.

            It needs Linux, root and network namespaces, and nats-server as the tests do.

            Kinds of faults: \(FaultPlan.Kind.allCases.map(\.rawValue).joined(separator: ", ")).

            Exit codes: 0 if all promises were kept, 1 if one was not, 64 for a wrong command line, 77 if it cannot run \
            here.
            """)

    @Option(
        parsing: .unconditional, help: "How many faults there are, from 1 up to 100,000.",
        transform: wholeNumber(in: 1...100_000))
    var faults = 20

    @Option(
        parsing: .unconditional, help: "Chooses the faults; random by default.", transform: wholeNumber(in: 0...Int.max)
    )
    var seed: Int?

    @Option(
        help: ArgumentHelp(
            "A kind of fault; may be repeated. By default all but fillDisk.", valueName: "kind"))
    var only: [FaultPlan.Kind] = []

    @Option(help: "A folder that histories and the servers' logs are copied to at the end.")
    var output: String?

    @Option(help: .hidden)
    var planted: PlantedBug?

    @Option(help: .hidden)
    var process: String?

    func run() async throws {
        if let process {
            return try await Node(try decoded(NodeSettings.self, Array(process.utf8))).run()
        }
        guard getuid() == 0 else { try refuse("only root can make network namespaces; run it with sudo") }
        for tool in ["ip", "mount", "umount", "flock"] where (try? shell(["which", tool])) == nil {
            try refuse("the command \(tool) is missing; install iproute2 and util-linux")
        }
        let seed = seed ?? Int.random(in: 0..<1_000_000)
        try StandardOutput.write("seed \(seed), \(faults) faults\n")
        let start = ContinuousClock.now
        var wish = Trial.Wish(faults: faults, seed: UInt64(seed))
        wish.size.bug = planted
        wish.kinds = only
        if planted == .earlyTrim { wish.size.retained = 1 << 10 }
        let outcome = try await outcome(of: wish, since: start)
        for line in outcome.summary { try StandardOutput.write("\(line)\n") }
        let seconds = start.duration(to: .now).components.seconds
        if outcome.findings.isEmpty {
            return try StandardOutput.write("all promises were kept in \(outcome.faults) faults and \(seconds) s\n")
        }
        for finding in outcome.findings { try StandardOutput.write("✗ \(finding.rule.rawValue): \(finding.text)\n") }
        for line in outcome.context { try StandardOutput.write("\(line)\n") }
        try StandardOutput.write(
            """
            a promise was not kept after \(outcome.faults) faults and \(seconds) s, with seed \(seed); again:
            \(CommandLine.arguments[0]) --faults \(faults) --seed \(seed)\(repeated)

            """)
        throw ExitCode(1)
    }

    /// The options that choose the faults.
    private var repeated: String {
        (planted.map { [" --planted \($0.rawValue)"] } ?? []).joined() + only.map { " --only \($0.rawValue)" }.joined()
    }

    private func refuse(_ reason: String) throws -> Never {
        try StandardOutput.write("RelayFaults cannot run here: \(reason)\n", to: STDERR_FILENO)
        throw ExitCode(77)
    }

    /// Makes the test, and removes everything at its end, however it ends.
    private func outcome(of wish: Trial.Wish, since start: ContinuousClock.Instant) async throws -> Trial.Outcome {
        let janitor = try Janitor()
        let trial = Trial(wish: wish) { line in
            let seconds = start.duration(to: .now).components.seconds
            try? StandardOutput.write("\(seconds) s \(line)\n", to: STDERR_FILENO)
        }
        let task = Task { try await trial.run(on: try Stage(wish.size)) }
        let watch = SignalWatch(SignalWatch.interruptions) { _ in task.cancel() }
        defer {
            watch.cancel()
            if let output { keep(in: output) }
            janitor.end()
        }
        do {
            return try await task.value
        } catch let error as CannotRun {
            try refuse(error.description)
        } catch is CancellationError {
            throw ExitCode(130)
        }
    }

    private func keep(in folder: String) {
        let files = FileManager.default
        try? files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in (try? files.contentsOfDirectory(atPath: Janitor.folder)) ?? [] where name != "stores" {
            try? files.removeItem(atPath: "\(folder)/\(name)")
            try? files.copyItem(atPath: "\(Janitor.folder)/\(name)", toPath: "\(folder)/\(name)")
        }
    }
}

extension PlantedBug: ExpressibleByArgument {}
extension FaultPlan.Kind: ExpressibleByArgument {
    /// The help has them in its text, where they are wrapped.
    static var allValueStrings: [String] { [] }
}
