import BoardTesting
import Logging
import NIOCore

@testable import BoardKit

/// A server on a free port of loopback, with real connections.
struct TestServer: BoardClient {
    let port: Int
    let database: BoardDatabase

    /// Runs a server on a file while `body` runs.
    static func run(
        _ path: String, _ settings: BoardServer.Settings = .patient,
        _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let database = try await BoardDatabase(path: path)
        var settings = settings
        settings.port = 0
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = try BoardServer(database, settings, logger: logger)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                do {
                    try await server.run { continuation.yield($0) }
                } catch is CancellationError {}
            }
            for await port in ports {
                try await body(TestServer(port: port, database: database))
                break
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        try await database.close()
    }
}

extension BoardServer.Settings {
    /// A test that is not about these times does not depend on how fast the machine is.
    static var patient: Self {
        var settings = Self()
        settings.idleTime = .minutes(10)
        settings.requestTime = .minutes(10)
        settings.views.heartbeat = .seconds(600)
        return settings
    }
}
