import ArgumentParser
import BoardKit
import Console
import DataSourcesRelay
import DataSourcesWire
import Logging

/// A process that writes the board.
struct WriterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "writer", abstract: "Write the board of a file to the log, while no other process does.",
        usage: "Relay writer --connect <url> [<options>]",
        discussion: """
            Any number of them may run; one writes, and another one takes its place when it ends or does not answer. They \
            need the same file. It serves the page as well, but takes edits only while it writes.
            """)

    @Option(help: ArgumentHelp("The SQLite file; it is made if missing.", valueName: "file"))
    var database = "board.sqlite"

    @Option(
        help: ArgumentHelp(
            "Where the other processes reach this one, such as http://10.0.0.7:8080. (default: from --host and --port)",
            valueName: "url"))
    var address: String?

    @OptionGroup(title: "Log") var connection: ConnectionOptions
    @OptionGroup var process: ProcessOptions
    @OptionGroup(title: "Server") var server: ServerOptions

    func validate() throws {
        if address == nil, ["0.0.0.0", "::"].contains(server.host) {
            throw ValidationError(
                "With --host \(server.host), say with --address where other processes reach this one.")
        }
    }

    func run() async throws {
        var server = server
        // Those of all other processes come from a few addresses, which have limits of their own.
        server.commands = 1_000_000
        try await process.run(connection, server, label: "writer", address: address) {
            [connection, database] log, nats, logger in
            let lease = try await Lease(
                connection.stream,
                in: LeaseSettings(bucket: "\(connection.stream)-writers", replicas: connection.replicas),
                on: nats)
            return BoardWriter(log, lease, path: database, logger)
        }
    }
}
