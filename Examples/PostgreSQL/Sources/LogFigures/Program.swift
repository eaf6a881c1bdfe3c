import ArgumentParser
import Console
import DataSourcesPostgreSQL
import DataSourcesWire
import Dispatch
import LogBenchmark
import PrivateServer

/// Measures a log in PostgreSQL.
struct Program: ConsoleProgram {
    static let configuration = CommandConfiguration(
        commandName: "LogFigures",
        abstract: "Measures what a log of frames in PostgreSQL can do.",
        usage: "swift run -c release --package-path Examples/PostgreSQL LogFigures [<options>]",
        discussion: """
            It starts a server with fsync on a socket in a temporary folder, or uses yours with --connect, where it leaves \
            its logs, whose names begin with "benchmark-". It prints rows of a table, of the same measurements as \
            RelayBenchmark in Examples/Relay. All of it takes about four minutes; name parts to measure only these.

            PARTS:
              appends   appends of 200 B and 64 KB, and reading them
              updates   from a commit to a subscriber, through the log and in memory
              edits     edits of 1 and 100 sources
              relays    processor of the publishing process with 0, 1 and 10 relays
              failures  take-overs, and a server that is killed and started again (not with --connect)

            EXIT CODES:
              0    all was measured
              1    the server cannot be started or reached
              64   the command line is wrong
              130  Ctrl-C
            """
    )

    enum Part: String, CaseIterable, ExpressibleByArgument {
        case appends, updates, edits, relays, failures
    }

    @Option(help: "A connection string or URL of libpq.")
    var connect: String?

    @Argument(help: "The parts.")
    var parts: [Part] = Part.allCases

    func run() async throws {
        let server = connect == nil ? try await blocking { try PrivateServer(settings: ["fsync=on"]) } : nil
        do {
            try await measure(connect ?? server?.url ?? "", server)
        } catch {
            if let server { _ = try? await blocking { server.remove() } }
            throw error
        }
        if let server { try await blocking { server.remove() } }
    }

    private func measure(_ url: String, _ server: PrivateServer?) async throws {
        let benchmark = Self.benchmark(url)
        for part in parts {
            switch part {
            case .appends:
                try await benchmark.measureAppends(bytes: 200, count: 3_000)
                try await benchmark.measureAppends(bytes: 64 << 10, count: 1_000)
            case .updates: try await benchmark.measureUpdates(count: 1_000)
            case .edits:
                for sources in [1, 100] { try await benchmark.measureEdits(sources: sources, for: .seconds(8)) }
            case .relays:
                try await benchmark.measureRelays([0, 1, 10], for: .seconds(15)) { name in
                    ["follow", name, "--connect", url]
                }
            case .failures:
                try await benchmark.measureTakeOvers(count: 20)
                guard let server else { continue }
                try await benchmark.measureFailure("the server is killed, and started again at once", count: 5) { _ in
                    try await blocking {
                        try server.stop(.kill)
                        try server.start()
                    }
                } mend: { _ in
                }
            }
        }
    }

    static func benchmark(_ url: String) -> LogBenchmark<PostgresLog> {
        LogBenchmark { name in
            try await PostgresLog(name, at: url)
        } report: { what, result in
            try StandardOutput.write("| \(what) | \(result) |\n")
        }
    }
}

/// A relay that follows a log: what the measurement of relays starts.
struct FollowerProgram: ConsoleProgram {
    static let configuration = CommandConfiguration(commandName: "follow", abstract: "Follows a log of LogFigures.")

    @Argument var name: String
    @Option var connect: String

    func run() async throws { try await Program.benchmark(connect).follow(name) }
}

/// Runs what blocks on a thread that is not one of Swift's pool.
private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
    }
}
