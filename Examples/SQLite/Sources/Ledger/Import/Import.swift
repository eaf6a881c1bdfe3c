import ArgumentParser
import Console
import Foundation
import GRDB

struct Import: AsyncParsableCommand {
    /// What to do about a row that is none.
    enum Malformed: String, ExpressibleByArgument, CaseIterable {
        case skip, refuse
    }

    static let configuration = CommandConfiguration(
        abstract: "Imports a CSV file; whatever ends it, the same command continues where it was.",
        discussion: """
            The columns are date,account,payee,category,amount,note. Rows that are appended to the file later are \
            imported by the same command.
            """)

    @Argument(help: "The CSV file.") var file: String
    @OptionGroup var options: DatabaseOption
    @Option(help: "Malformed rows: skip reports them, refuse stops at the first one.")
    var malformed = Malformed.refuse
    @Flag(help: "Forgets that the file was imported before, and imports all of it once more.")
    var fromStart = false

    func run() async throws {
        let pool = try LedgerFile.open(options.database, creates: true)
        defer { try? pool.close() }
        try await untilInterrupted { [file, options, malformed, fromStart] in
            var importer = try Importer(file, into: pool, options.database, malformed, fromStart: fromStart)
            try await importer.run(ImportProgress(isTerminal: StandardOutput.isTerminal))
        }
    }
}
