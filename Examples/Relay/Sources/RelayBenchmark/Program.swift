import ArgumentParser
import Console
import DataSourcesRelay
import DataSourcesWire
import LogBenchmark
import PrivateCluster
import Processes

/// Measures a log in NATS.
@main
struct Program: LogBenchmarkProgram {
    static let configuration = CommandConfiguration(
        commandName: "RelayBenchmark",
        abstract: "Measures what a log of frames in NATS JetStream can do.",
        usage: "swift run -c release --package-path Examples/Relay RelayBenchmark [<options>]",
        discussion: """
            It starts three servers on this machine, which end with it, or uses yours with --connect, where it leaves its \
            streams, whose names begin with "benchmark-". It prints rows of a table. All of it takes about four minutes; \
            name parts to measure only these.

            \(LogBenchmarkPart.help(failure: "a leader that is killed"))
            """
    )

    @Option(help: "Servers, separated by commas.")
    var connect: String?

    @Argument(help: "The parts.")
    var parts: [LogBenchmarkPart] = LogBenchmarkPart.allCases

    func run() async throws {
        let cluster = connect == nil ? try await blocking { try NatsCluster() } : nil
        let servers = connect ?? cluster?.servers.joined(separator: ",") ?? ""
        defer { cluster?.remove() }
        try await Self.measure(parts, at: servers, failure: cluster.map { Self.failure(of: $0, servers) })
    }

    private static func failure(of cluster: NatsCluster, _ servers: String) -> LogFailure {
        LogFailure("the leader is killed") { name in
            let leader = try await log(name, servers).leader()
            guard let node = cluster.nodes.first(where: { $0.name == leader }) else {
                throw BenchmarkError("the stream \(name) has no leader")
            }
            try await blocking { node.kill() }
        } mend: { _ in
            try await blocking {
                for node in cluster.nodes { try node.start() }
                try cluster.waitUntilReady()
            }
        }
    }

    static func benchmark(_ servers: String) -> LogBenchmark<NatsLog> {
        LogBenchmark { name in
            try await log(name, servers)
        } report: { what, result in
            try StandardOutput.write("| \(what) | \(result) |\n")
        }
    }

    private static func log(_ name: String, _ servers: String) async throws -> NatsLog {
        let settings = NatsSettings(servers: servers.split(separator: ",").map(String.init))
        let replicas = settings.servers.count >= 3 ? 3 : 1
        return try await NatsLog(
            NatsLogSettings(stream: name, replicas: replicas), on: try await NatsConnection.open(settings))
    }
}
