import ArgumentParser
import Console

/// Load and faults, and whether each state seen was committed: `Orders check`.
struct Check: ConsoleProgram {
    /// What happens to the server and the followers.
    enum Fault: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// `pg_terminate_backend` of all processes that send the log.
        case sender
        /// The server is stopped and started.
        case restart
        /// The follower in its own process is killed with SIGKILL, and started again.
        case follower
        /// The server is killed with SIGKILL and started.
        case kill
        /// The slot of the other follower is dropped while a transaction is open, which a new slot waits for.
        case slot
        /// A transaction of 100,000 rows.
        case large
    }

    /// A deliberate bug, which the check must find.
    enum Bug: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// The follower confirms a state before it has stored it.
        case confirmsTooEarly = "confirms-too-early"
    }

    static let configuration = CommandConfiguration(
        commandName: "Orders check",
        abstract: "Puts load and faults on a server, and checks each state that subscribers see.",
        usage: """
            swift run -c release --package-path Examples/PostgreSQL
              Orders check [<options>]
            """,
        discussion: """
            Writers make transfers between accounts, with rollbacks, large values, keys that change, and large transactions. One follower keeps its list in memory, and one in a process of its own stores its state. After the faults comes a backlog, then a follower so slow that its slot is lost.

            EXIT CODES:
              0    each state was committed, in order, and the ends are equal to the table
              1    they were not, or the check could not be made
              64   the command line is wrong
              130  Ctrl-C: 128 and the signal's number, as for any other signal
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many accounts, 1000 to 10000000. (default: 100000)", valueName: "count"),
        transform: wholeNumber(in: 1_000...10_000_000))
    var rows = 100_000

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Changed rows a second, 10 to 10000. (default: 300)", valueName: "changes"),
        transform: wholeNumber(in: 10...10_000))
    var rate = 300

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long the writers write, 1 to 3600. (default: 10)", valueName: "seconds"),
        transform: wholeNumber(in: 1...3_600))
    var seconds = 10

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "What happens, evenly in that time: sender, restart, follower, kill, slot or large. (default: all of them)",
            valueName: "names"))
    var faults: [Fault] = Fault.allCases

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The transactions of the backlog, 0 for none. (default: 20000)", valueName: "count"),
        transform: wholeNumber(in: 0...1_000_000))
    var backlog = 20_000

    @Flag(inversion: .prefixedNo, help: "Whether a slow follower loses its slot.")
    var slow = true

    @Option(help: ArgumentHelp("Make a mistake: confirms-too-early.", valueName: "name"))
    var bug: Bug?

    func run() async throws {
        throw ExitCode(try await untilInterrupted { try await CheckRun(options: self).run() })
    }
}
