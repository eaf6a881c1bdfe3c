public import ArgumentParser
public import Console
public import DataSourcesWire

/// What can be measured of a log.
public enum LogBenchmarkPart: String, CaseIterable, ExpressibleByArgument, Sendable {
    case appends, updates, edits, relays, failures

    /// The parts, for the help of a program.
    ///
    /// - Parameter failure: What fails, for people.
    /// - Returns: A line for each.
    public static func help(failure: String) -> String {
        """
        PARTS:
          appends   appends of 200 B and 64 KB, and reading them
          updates   from a commit to a subscriber, through the log and in memory
          edits     edits of 1 and 100 sources
          relays    processor of the publishing process with 0, 1 and 10 relays
          failures  take-overs, and \(failure) (not with --connect)

        EXIT CODES:
          0    all was measured
          1    a server cannot be started or reached
          64   the command line is wrong
          130  Ctrl-C
        """
    }
}

/// How an engine is made to fail.
public struct LogFailure: Sendable {
    let what: String
    let strike: @Sendable (_ name: String) async throws -> Void
    let mend: @Sendable (_ name: String) async throws -> Void

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - what: What fails, for people.
    ///   - strike: Lets it fail; it is told the name of the log.
    ///   - mend: Makes it whole again, and waits until it is.
    public init(
        _ what: String, strike: @escaping @Sendable (_ name: String) async throws -> Void,
        mend: @escaping @Sendable (_ name: String) async throws -> Void = { _ in }
    ) {
        (self.what, self.strike, self.mend) = (what, strike, mend)
    }
}

extension LogBenchmark {
    /// Measures parts, at the sizes of the tables in the READMEs.
    ///
    /// - Parameters:
    ///   - parts: What is measured, in this order.
    ///   - failure: What fails at the end; without one, only take-overs are measured.
    ///   - follower: The command line of a relay's process for a log: see ``FollowerProgram``.
    /// - Throws: An error of the log; ``BenchmarkError``.
    public func measure(
        _ parts: [LogBenchmarkPart], failure: LogFailure?, follower: @escaping @Sendable (_ name: String) -> [String]
    ) async throws {
        for part in parts {
            switch part {
            case .appends:
                try await measureAppends(bytes: 200, count: 3_000)
                try await measureAppends(bytes: 64 << 10, count: 1_000)
            case .updates: try await measureUpdates(count: 1_000)
            case .edits:
                for sources in [1, 100] { try await measureEdits(sources: sources, for: .seconds(8)) }
            case .relays: try await measureRelays([0, 1, 10], for: .seconds(15), arguments: follower)
            case .failures:
                try await measureTakeOvers(count: 20)
                if let failure { try await measureFailure(failure, count: 5) }
            }
        }
    }
}

/// A program that measures a log, and is started again as each relay of the measurement.
public protocol LogBenchmarkProgram: ConsoleProgram {
    /// The log that it measures.
    associatedtype Log: FrameLog

    /// Makes a benchmark of the servers at an address.
    static func benchmark(_ address: String) -> LogBenchmark<Log>
}

extension LogBenchmarkProgram {
    /// Does what the command line asks for, and exits.
    @concurrent
    public static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "follow" {
            exit(withError: await FollowerProgram<Self>.run(Array(arguments.dropFirst())))
        }
        exit(withError: await run(arguments))
    }

    /// Measures with the servers at an address.
    ///
    /// - Parameters:
    ///   - parts: What is measured, in this order.
    ///   - address: Where the servers are.
    ///   - failure: What fails at the end.
    /// - Throws: An error of the log; ``BenchmarkError``.
    public static func measure(_ parts: [LogBenchmarkPart], at address: String, failure: LogFailure?) async throws {
        try await benchmark(address).measure(parts, failure: failure) { ["follow", $0, "--connect", address] }
    }
}

/// A relay that follows a log: what the measurement of relays starts.
private struct FollowerProgram<Program: LogBenchmarkProgram>: ConsoleProgram {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "follow", abstract: "Follows a log of a benchmark.")
    }

    @Argument var name: String
    @Option var connect: String

    func run() async throws { try await Program.benchmark(connect).follow(name) }
}
