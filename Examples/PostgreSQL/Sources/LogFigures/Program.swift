import ArgumentParser
import Console
import DataSourcesPostgreSQL
import DataSourcesWire
import LogBenchmark
import PrivateServer
import Processes

/// Measures a log in PostgreSQL.
@main
struct Program: LogBenchmarkProgram {
    static let configuration = CommandConfiguration(
        commandName: "LogFigures",
        abstract: "Measures what a log of frames in PostgreSQL can do.",
        usage: "swift run -c release --package-path Examples/PostgreSQL LogFigures [<options>]",
        discussion: """
            It starts a server with fsync on a socket in a temporary folder, or uses yours with --connect, where it leaves \
            its logs, whose names begin with "benchmark-". It prints rows of a table, of the same measurements as \
            RelayBenchmark in Examples/Relay. All of it takes about four minutes; name parts to measure only these.

            \(LogBenchmarkPart.help(failure: "a server that is killed and started again"))
            """
    )

    @Option(help: "A connection string or URL of libpq.")
    var connect: String?

    @Argument(help: "The parts.")
    var parts: [LogBenchmarkPart] = LogBenchmarkPart.allCases

    func run() async throws {
        let server = connect == nil ? try await blocking { try PrivateServer(settings: ["fsync=on"]) } : nil
        defer { server?.remove() }
        let failure = server.map { server in
            LogFailure("the server is killed, and started again at once") { _ in
                try await blocking {
                    try server.stop(.kill)
                    try server.start()
                }
            }
        }
        try await Self.measure(parts, at: connect ?? server?.url ?? "", failure: failure)
    }

    static func benchmark(_ url: String) -> LogBenchmark<PostgresLog> {
        LogBenchmark { name in
            try await PostgresLog(name, at: url)
        } report: { what, result in
            try StandardOutput.write("| \(what) | \(result) |\n")
        }
    }
}
