import ArgumentParser
import Console

/// What the command line asks for.
///
/// A value follows its flag, as in `--count 3`, or is joined to it, as in `--count=3`. Of a flag given twice the last
/// one counts.
struct Options: ParsableArguments, Sendable {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("From reading to reading, 0.1 to 3600. (default: 1)", valueName: "seconds"),
        transform: seconds(in: 0.1...3600)
    )
    var interval: Duration = .seconds(1)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Stop after so many readings; 0 goes on until interrupted. (default: 0)", valueName: "readings"),
        transform: wholeNumber(in: 0...)
    )
    var count = 0

    @Option(parsing: .unconditional, help: "What to show.")
    var view: View = .all

    @Option(
        name: .customLong("sort"),
        parsing: .unconditional,
        help: ArgumentHelp("What to sort by at first.", valueName: "order")
    )
    var order: Order = .cpu

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only processes whose name, arguments or user contain the text, in whatever case.", valueName: "text"),
        transform: filterText
    )
    var filter = ""

    @Flag(help: "Print lines, also in a terminal.")
    var plain = false

    @Flag(help: "Print one reading and stop, as --plain --count 1.")
    var once = false

    /// How many readings to take; `nil` goes on until interrupted.
    var readings: Int? { once ? 1 : count == 0 ? nil : count }

    /// Whether to print lines wherever the output goes.
    var printsLines: Bool { plain || once }

    /// The three views, or all of them.
    enum View: String, CaseIterable, ExpressibleByArgument, Sendable {
        case table, users, log, all

        /// Whether this choice shows the other one.
        func shows(_ other: View) -> Bool {
            self == other || self == .all
        }
    }

    /// Reads the text of a filter, which may begin with one dash, as the name `-zsh` does, and not with two.
    ///
    /// `--filter --plain` forgot its text: the next flag is not taken for it.
    private static func filterText(_ text: String) throws -> String {
        guard !text.hasPrefix("--") else { throw ValidationError("It takes a text that is no flag.") }
        return text
    }
}

extension Order: ExpressibleByArgument {}
