import ArgumentParser
import Console
import DataSources
import DataSourcesSQLite
import Foundation
import GRDB
import TerminalViews

struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the entries by month with running totals, and the balances, live.",
        discussion: """
            In a terminal it redraws in place; piped, or with --plain, it prints the months, the balances, and a line \
            for each change.

            KEYS:
              ↑ ↓ PgUp PgDn Home End, wheel   Select and scroll
              Space     Fold or unfold a month; - folds all, + none
              /         Type a filter, and see it work at each letter;
                        Enter keeps it, Esc clears it
              q         Quit
            """)

    @OptionGroup var options: DatabaseOption
    @Option(help: "Shows only entries that contain a text.") var filter = ""
    @Flag(help: "Prints lines, also in a terminal.") var plain = false
    @Flag(help: "Prints the months and the balances once.") var once = false

    func run() async throws {
        let pool = try LedgerFile.open(options.database)
        defer { try? pool.close() }
        let table = FollowedTable(Entry.query, in: pool)
        let views = Views(of: table.list)
        views.filter.set(filter)
        let variables = ProcessInfo.processInfo.environment
        let printer = Printer(views: views, table: table)
        if StandardOutput.isTerminal, !plain, !once, variables["TERM"] != "dumb" {
            let palette: Palette = (variables["NO_COLOR"] ?? "").isEmpty ? .color : .monochrome
            throw ExitCode(try await draw(views, table, palette))
        }
        try await untilInterrupted { [once] in
            try await following(table) { try await printer.run(once: once) }
        }
    }

    @MainActor
    private func draw(_ views: Views, _ table: FollowedTable<Entry>, _ palette: Palette) async throws -> Int32 {
        let screen = await Screen(of: views, status: table.list.status)
        return try await TerminalWindow(of: screen, palette: palette).run {
            try await following(table) { await screen.follow() }
        }
    }
}

struct Balances: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints what is on each account.")

    @OptionGroup var options: DatabaseOption

    func run() async throws {
        let pool = try LedgerFile.open(options.database)
        defer { try? pool.close() }
        let table = FollowedTable(Entry.query, in: pool)
        let printer = Printer(views: Views(of: table.list), table: table)
        try await untilInterrupted {
            try await following(table) { try await printer.printBalances() }
        }
    }
}

/// Follows a table while some work is done.
private func following(_ table: FollowedTable<Entry>, _ work: @escaping @Sendable () async throws -> Void) async throws
{
    try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
        group.addTask { try await table.run() }
        group.addTask { try await work() }
        defer { group.cancelAll() }
        do { try await group.next() } catch let error as TableError { throw LedgerError(error.description) }
    }
}
