/// What the command line asks for.
struct Options: Equatable, Sendable {
    /// From one reading to the next.
    var interval: Duration = .seconds(1)

    /// How many readings to take; `nil` goes on until interrupted.
    var count: Int?

    /// What to show.
    var view: View = .all

    /// What the processes are sorted by at first.
    var order: Order = .cpu

    /// What their names, or their users', have to contain at first.
    var filter = ""

    /// Whether to print lines although the output is a terminal.
    var plain = false

    /// The three views, or all of them.
    enum View: String, CaseIterable, Sendable {
        case table, users, log, all

        /// Whether this choice shows the other one.
        func shows(_ other: View) -> Bool {
            self == other || self == .all
        }
    }
}

/// What the command line asks the program to do.
enum Command: Equatable, Sendable {
    case run(Options)
    case help
}
