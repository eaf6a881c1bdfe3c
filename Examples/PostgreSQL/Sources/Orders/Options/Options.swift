import ArgumentParser
import Console

/// What the command line asks for.
struct Options: ParsableArguments, Sendable {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A connection string of your server. (default: starts one of its own)", valueName: "url"))
    var connect: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many orders to begin with, 0 to 10000000. (default: 2000)", valueName: "count"),
        transform: wholeNumber(in: 0...10_000_000)
    )
    var orders = 2_000

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Changes a second, 0 to 1000. (default: 20)", valueName: "changes"),
        transform: wholeNumber(in: 0...1_000)
    )
    var rate = 20

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("From one line to the next, 0.1 to 3600. (default: 1)", valueName: "seconds"),
        transform: Console.seconds(in: 0.1...3600)
    )
    var interval: Duration = .seconds(1)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Print so many lines, and end. (default: until interrupted)", valueName: "lines"),
        transform: wholeNumber(in: 1...)
    )
    var count: Int?

    @Flag(help: "Print lines, also in a terminal.")
    var plain = false

    @Flag(help: "Leave the table, and the folder of the server, and say where they are.")
    var keep = false

    /// Whether to print lines where a terminal could be drawn on.
    var printsLines: Bool { plain || count != nil }
}
