/// What the command line asks for.
struct Options: Equatable, Sendable {
    /// How many players there are.
    var players = 1_000_000

    /// Score changes a second.
    var rate = 10_000

    /// How long to go on, 0 until interrupted; `nil` leaves it to where the output goes.
    var seconds: Int?

    /// From one picture, or line, to the next.
    var interval: Duration = .seconds(1)

    /// The player whose place is shown; `nil` is one in the middle.
    var player: Int?

    /// Whether to print lines although the output is a terminal.
    var plain = false

    /// The player whose place is shown.
    var chosenPlayer: Int { player ?? (players + 1) / 2 }
}

/// What the command line asks the program to do.
enum Command: Equatable, Sendable {
    case run(Options)
    case help
}
