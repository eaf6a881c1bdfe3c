import ArgumentParser
import Console

/// Hands the whole command line to the subcommands, whose errors then have their own usage.
@main
struct Program: ConsoleProgram {
    static let configuration = CommandConfiguration(commandName: "Ledger", helpNames: [])

    @Argument(parsing: .captureForPassthrough) var words: [String] = []

    func run() async throws {
        var command = try Commands.parseAsRoot(words)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }
}

struct Commands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Ledger",
        abstract: "A ledger in a SQLite file: imported from CSV, and shown live while anybody edits it.",
        discussion: """
            EXAMPLES:
              Ledger generate --output money.csv
              Ledger import money.csv
              Ledger show
              Ledger balances
              sqlite3 ledger.sqlite "UPDATE entry SET cents = -100 WHERE id = 7"

            EXIT CODES:
              0    it is done, or a pipe's reader has left
              1    a file cannot be read, written or used; the message says what to do
              64   the command line is wrong
              130  Ctrl-C: 128 and the signal's number, as for any other signal
            """,
        subcommands: [Generate.self, Import.self, Show.self, Balances.self, Benchmark.self]
    )
}

/// The option of all commands that use the database.
struct DatabaseOption: ParsableArguments {
    @Option(help: ArgumentHelp("The file of the database.", valueName: "file"))
    var database = "ledger.sqlite"
}

/// What went wrong, where, and what to do.
struct LedgerError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
