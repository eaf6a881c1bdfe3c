import DataSources
import DataSourcesRelay
import DataSourcesWire
import PrivateCluster
import Processes
import Testing

/// The cluster that tests share; it ends with the process.
///
/// Each test has a stream of its own.
enum TestCluster {
    static let shared = Result { try NatsCluster() }

    static func cluster() async throws -> NatsCluster { try await blocking { try shared.get() } }

    static func settings() async throws -> NatsSettings { NatsSettings(servers: try await cluster().servers) }

    /// Clients of one log that is empty, with connections of their own.
    static func clients(_ count: Int, stream: String = newName()) async throws -> [NatsLog] {
        let settings = try await settings()
        var logs: [NatsLog] = []
        for _ in 0..<count {
            logs.append(
                try await NatsLog(NatsLogSettings(stream: stream), on: try await NatsConnection.open(settings)))
        }
        return logs
    }

    static func newName() -> String { "test-\(UInt32.random(in: 0 ... .max))" }
}

extension LogMessage {
    init(_ number: Int, subject: TextID = "s") {
        self.init(subject: subject, bytes: Array("\(number)".utf8))
    }
}
