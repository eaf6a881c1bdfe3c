import ArgumentParser
import BoardKit
import Console
import DataSourcesRelay
import DataSourcesWire
import Foundation
import Logging
import Synchronization

/// What the processes of a board have in common.
struct ProcessOptions: ParsableArguments, Sendable {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long a view that nobody looks at is followed. (default: 300)", valueName: "seconds"),
        transform: wholeNumber(in: 1...86_400)
    )
    var grace = 300

    @Option(
        name: .customLong("behind"), parsing: .unconditional,
        help: ArgumentHelp(
            "How long it may be behind the log before /health says so. (default: 10)", valueName: "seconds"),
        transform: wholeNumber(in: 1...3_600)
    )
    var limit = 10

    @Flag(name: .customLong("until-input-ends"), help: .hidden)
    var untilInputEnds = false

    /// Follows the log and serves the board until the process is told to end.
    ///
    /// - Parameters:
    ///   - connection: The log.
    ///   - server: How the board is served.
    ///   - label: What the process does, in logs.
    ///   - address: Where the other processes reach this one, if that is not where it listens.
    ///   - makeWriter: Makes what writes; `nil` for a process that does not.
    /// - Throws: What has ended it; `CancellationError` if the task is cancelled.
    func run(
        _ connection: ConnectionOptions, _ server: ServerOptions, label: String, address: String? = nil,
        makeWriter: (MeasuredLog<NatsLog>, NatsConnection, Logger) async throws -> BoardWriter?
    ) async throws {
        server.logToStandardError()
        if untilInputEnds { endWithInput() }
        var logger = Logger(label: label)
        logger[metadataKey: "log"] = "\(connection.stream)"
        logger[metadataKey: "port"] = "\(server.port)"
        let (log, nats) = try await connection.open(name: "DataSources \(label)", logger)
        defer { nats.close() }
        let writer = try await makeWriter(log, nats, logger)
        let reader = LogReader(of: log)
        let watch = LogWatch(reader, limit: .seconds(limit), logger)
        var settings = server.settings
        settings.viewIdleTime = .seconds(grace)
        let (addresses, running) = AsyncStream.makeStream(of: String.self)
        let backend = RelayBackend(board: FollowedBoard(reader), watch: watch, writer: writer)
        try await withThrowingTaskGroup(of: Void.self) { @Sendable [settings, logger] group in
            group.addTask {
                defer { running.finish() }
                try await server.serve(backend, settings, logger: logger) { address in
                    running.yield(address)
                    try? StandardOutput.write("\(label): \(address) (process \(getpid()))\n")
                }
            }
            group.addTask { try await reader.run() }
            group.addTask {
                await watch.run()
                throw CancellationError()
            }
            if let writer {
                group.addTask {
                    // Others are told the address, so it has to answer.
                    for await own in addresses { return try await writer.run(as: address ?? own) }
                    throw CancellationError()
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Ends this process as a signal does when its input ends: the process that started it is gone.
    private func endWithInput() {
        Thread.detachNewThread {
            while let data = try? FileHandle.standardInput.read(upToCount: 4_096), !data.isEmpty {}
            kill(getpid(), SIGTERM)
        }
    }
}
