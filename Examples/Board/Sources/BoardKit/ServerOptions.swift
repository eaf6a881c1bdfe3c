public import ArgumentParser
import Console
import DataSourcesWire
public import Logging

/// How the command line of a program says how the board is served.
public struct ServerOptions: ParsableArguments, Sendable {
    /// The address to listen on.
    @Option(help: "The address to listen on; 0.0.0.0 lets other machines in.")
    public var host = "127.0.0.1"

    /// The port to listen on; 0 for any that is free.
    @Option(
        parsing: .unconditional, help: "The port to listen on; 0 for any that is free. (default: 8080)",
        transform: wholeNumber(in: 0...65_535)
    )
    public var port = 8_080

    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp(
            "A name under which browsers may reach the server, besides localhost and addresses. Can be repeated.",
            valueName: "name"))
    var names: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of connections at most. (default: 1000)", valueName: "count"),
        transform: wholeNumber(in: 1...100_000)
    )
    var connections = 1_000

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The streams that one address may have open: one for each page. (default: half of the connections)",
            valueName: "count"),
        transform: wholeNumber(in: 1...100_000)
    )
    var streams: Int?

    /// The edits that one address may make in a minute.
    @Option(
        name: .customLong("commands"), parsing: .unconditional,
        help: ArgumentHelp(
            "The edits that one address may make in a minute. (default: 3000)", valueName: "count"),
        transform: wholeNumber(in: 1...1_000_000)
    )
    public var commands = 3_000

    @Option(
        name: .customLong("views"), parsing: .unconditional,
        help: ArgumentHelp(
            "The different searches that one address may have open. (default: 40)", valueName: "count"),
        transform: wholeNumber(in: 1...200)
    )
    var views = 40

    @Option(
        name: .customLong("history"), parsing: .unconditional,
        help: ArgumentHelp("The states kept for browsers that come back. (default: 1000)", valueName: "count"),
        transform: wholeNumber(in: 0...1_000_000)
    )
    var history = 1_000

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The least time between two frames to the same browser. (default: 50)", valueName: "ms"),
        transform: wholeNumber(in: 0...10_000)
    )
    var interval = 50

    @Option(
        name: .customLong("public"),
        help: ArgumentHelp("Serve the page from this folder, read anew each time.", valueName: "folder"))
    var page: String?

    /// What is logged.
    @Option(
        help: ArgumentHelp("What to log: debug, info, warning or error. (default: info)", valueName: "level"),
        transform: { text in
            guard let level = Logger.Level(rawValue: text) else {
                throw ValidationError("It takes debug, info, warning or error.")
            }
            return level
        })
    public var logLevel = Logger.Level.info

    /// Creates the options without a command line.
    public init() {}

    /// The settings of the server.
    public var settings: BoardServer.Settings {
        var settings = BoardServer.Settings(host: host, port: port, names: names, connections: connections, page: page)
        settings.commandsPerMinute = commands
        settings.views.perClient = views
        settings.views.streamsPerClient = streams ?? max(1, connections / 2)
        settings.views.history.count = history
        settings.views.pace.shortest = .milliseconds(interval)
        return settings
    }

    /// The host as it is written in an address of the web.
    public var address: String { host.contains(":") ? "[\(host)]" : host == "0.0.0.0" ? "127.0.0.1" : host }
}
