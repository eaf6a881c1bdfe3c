import ArgumentParser
import Console

/// What the command line asks for.
///
/// A value follows its flag, as in `--rate 3`, or is joined to it, as in `--rate=3`. Of a flag given twice the last one
/// counts.
struct Options: ParsableArguments, Sendable {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many players, 1 to 10000000. (default: 1000000)", valueName: "count"),
        transform: wholeNumber(in: 1...10_000_000)
    )
    var players = 1_000_000

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Score changes a second, 0 to 1000000. (default: 10000)", valueName: "changes"),
        transform: wholeNumber(in: 0...1_000_000)
    )
    var rate = 10_000

    /// How long to go on, 0 until interrupted; `nil` leaves it to where the output goes.
    @Option(
        parsing: .unconditional,
        help: "Stop after so many; 0 goes on until interrupted. (default: 0 in a terminal, else 10)",
        transform: wholeNumber(in: 0...1_000_000)
    )
    var seconds: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("From one picture or line to the next, 0.1 to 3600. (default: 1)", valueName: "seconds"),
        transform: Console.seconds(in: 0.1...3600)
    )
    var interval: Duration = .seconds(1)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The player whose place is shown, from 1. (default: one in the middle)", valueName: "number"),
        transform: wholeNumber(in: 1...)
    )
    var player: Int?

    @Flag(help: "Print lines, also in a terminal.")
    var plain = false

    /// The player whose place is shown.
    var chosenPlayer: Int { player ?? (players + 1) / 2 }

    func validate() throws {
        if let player, player > players {
            throw ValidationError(
                "The value '\(player)' is invalid for '--player <number>': There are players from 1 to \(players).")
        }
    }
}
