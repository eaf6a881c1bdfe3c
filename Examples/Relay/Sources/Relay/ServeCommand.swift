import ArgumentParser
import BoardKit

/// A process that follows the board and serves it.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Follow the board in the log, and serve its page.",
        usage: "Relay serve --connect <url> [<options>]")

    @OptionGroup(title: "Log") var connection: ConnectionOptions
    @OptionGroup var process: ProcessOptions
    @OptionGroup(title: "Server") var server: ServerOptions

    func run() async throws {
        try await process.run(connection, server, label: "serve") { _, _, _ in nil }
    }
}
