import ArgumentParser
import Console
import DataSourcesRelay
import DataSourcesWire
import Dispatch
import LogBenchmark
import PrivateCluster

/// Measures a log in NATS.
struct Program: ConsoleProgram {
    static let configuration = CommandConfiguration(
        commandName: "RelayBenchmark",
        abstract: "Measures what a log of frames in NATS JetStream can do.",
        usage: "swift run -c release --package-path Examples/Relay RelayBenchmark [<options>]",
        discussion: """
            It starts three servers on this machine, which end with it, or uses yours with --connect, where it leaves its \
            streams, whose names begin with "benchmark-". It prints rows of a table. All of it takes about four minutes; \
            name parts to measure only these.

            PARTS:
              appends   appends of 200 B and 64 KB, and reading them
              updates   from a commit to a subscriber, through the log and in memory
              edits     edits of 1 and 100 sources
              relays    processor of the publishing process with 0, 1 and 10 relays
              failures  take-overs, and a leader that is killed (not with --connect)

            EXIT CODES:
              0    all was measured
              1    the servers cannot be started or reached
              64   the command line is wrong
              130  Ctrl-C
            """
    )

    enum Part: String, CaseIterable, ExpressibleByArgument {
        case appends, updates, edits, relays, failures
    }

    @Option(help: "Servers, separated by commas.")
    var connect: String?

    @Argument(help: "The parts.")
    var parts: [Part] = Part.allCases

    func run() async throws {
        let cluster = connect == nil ? try await blocking { try NatsCluster() } : nil
        let servers = connect ?? cluster?.servers.joined(separator: ",") ?? ""
        do {
            try await measure(servers, cluster)
        } catch {
            if let cluster { _ = try? await blocking { cluster.remove() } }
            throw error
        }
        if let cluster { try await blocking { cluster.remove() } }
    }

    private func measure(_ servers: String, _ cluster: NatsCluster?) async throws {
        let benchmark = Self.benchmark(servers)
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
                    ["follow", name, "--connect", servers]
                }
            case .failures:
                try await benchmark.measureTakeOvers(count: 20)
                guard let cluster else { continue }
                try await benchmark.measureFailure("the leader is killed", count: 5) { name in
                    let leader = try await Self.log(name, servers).leader()
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

/// A relay that follows a log: what the measurement of relays starts.
struct FollowerProgram: ConsoleProgram {
    static let configuration = CommandConfiguration(commandName: "follow", abstract: "Follows a log of RelayBenchmark.")

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
