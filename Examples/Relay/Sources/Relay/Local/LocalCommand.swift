import ArgumentParser
import BoardKit
import Console
import DataSources
import Foundation
import PrivateCluster
import Processes

/// Everything on this machine.
struct LocalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "local", abstract: "Start servers, a writer and relays on this machine.",
        usage: "Relay [local] [<options>]")

    @Option(help: ArgumentHelp("The SQLite file of the board; it is made if missing.", valueName: "file"))
    var database = "board.sqlite"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many processes serve the board. (default: 3)", valueName: "count"),
        transform: wholeNumber(in: 1...20)
    )
    var relays = 3

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The port of the first one; the others have the next ones, and the writer the last; 0 for any that are free. "
                + "(default: 8081)", valueName: "port"),
        transform: wholeNumber(in: 0...65_000)
    )
    var port = 8_081

    @OptionGroup(title: "Your own servers of NATS") var connection: ConnectionOptions

    @Option(help: ArgumentHelp("What to log: debug, info, warning or error.", valueName: "level"))
    var logLevel = "warning"

    func run() async throws {
        let (signals, signalled) = AsyncStream.makeStream(of: Int32.self)
        let watch = SignalWatch(SignalWatch.interruptions) { signalled.yield($0) }
        defer { watch.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            group.addTask {
                for await _ in signals { return }
            }
            group.addTask { try await self.runAll() }
            try await group.next()
            group.cancelAll()
            // All of it has ended before this does.
            while let end = await group.nextResult() {
                if case .failure(let error) = end, !(error is CancellationError) { throw error }
            }
        }
    }

    private func runAll() async throws {
        guard connection.servers.isEmpty else {
            return try await runProcesses(servers: connection.servers)
        }
        print("Starting three servers of NATS …")
        let cluster = try await blocking { try NatsCluster() }
        let end: Result<Void, any Error>
        do {
            print("NATS: \(cluster.servers.joined(separator: " "))")
            try await runProcesses(servers: cluster.servers)
            end = .success(())
        } catch {
            end = .failure(error)
        }
        await Task.detached { try? await blocking { cluster.remove() } }.value
        try end.get()
    }

    private func runProcesses(servers: [String]) async throws {
        let common = connection.arguments(servers: servers) + ["--log-level", logLevel]
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            for number in 0...relays {
                let isWriter = number == relays
                let role = isWriter ? ["writer", "--database", database] : ["serve"]
                let port = port == 0 ? 0 : port + number
                group.addTask {
                    try await keepRunning(role + common + ["--port", "\(port)"], name: isWriter ? "writer" : "relay")
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Runs a process of this program, and again when it ends by itself, until the task is cancelled.
    ///
    /// - Throws: ``ChildFailure`` if it ends with an error soon after its start, or is killed then a few times;
    ///   `CancellationError`.
    private func keepRunning(_ arguments: [String], name: String) async throws {
        var failures = 0
        while true {
            try Task.checkCancellation()
            let start = ContinuousClock.now
            let child = try ChildProcess(arguments)
            let end = await child.end()
            await child.finish()
            try Task.checkCancellation()
            guard let end else { continue }
            let isEarly = start.duration(to: .now) < .seconds(10)
            failures = isEarly ? failures + 1 : 0
            if isEarly, case .exited(1...) = end { throw ChildFailure(name: name, end: end) }
            if failures > 3 { throw ChildFailure(name: name, end: end) }
            print("The \(name) has ended (\(end)); it is started again.")
            try await Task.sleep(for: Backoff(maximum: .seconds(5)).delay(after: failures))
        }
    }
}

/// A process does not stay.
struct ChildFailure: Error, CustomStringConvertible {
    let name: String
    let end: ChildProcess.End

    var description: String { "the \(name) has ended soon after its start, with \(end); what it says is above" }
}

/// Writes a line to the standard output.
func print(_ line: String) { try? StandardOutput.write("\(line)\n") }
