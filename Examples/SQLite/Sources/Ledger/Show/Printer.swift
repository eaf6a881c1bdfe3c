import Console
import DataSources
import DataSourcesSQLite
import TerminalViews

/// Prints the ledger as lines.
struct Printer: Sendable {
    let views: Views
    let table: FollowedTable<Entry>

    /// Waits for the first whole state.
    ///
    /// - Throws: ``LedgerError`` if the database cannot be read.
    private func ready() async throws {
        let status = await table.list.status.firstValue { status in
            switch status {
            case .loading: false
            case .ready, .stale, .failed, .finished: true
            }
        }
        if case .stale(let failure) = status { throw LedgerError("the ledger cannot be read: \(failure.error)") }
        try Task.checkCancellation()
    }

    func printBalances() async throws {
        try await ready()
        for balance in await views.balances.snapshot { try write(Lines.balance(balance)) }
    }

    /// Prints the months and the balances; then, unless `once` is true, each change.
    func run(once: Bool) async throws {
        try await ready()
        let subscription = await views.found.subscribe()
        let running = await views.running.snapshot.value ?? [:]
        for section in await views.months.snapshot {
            try write(Lines.month(section.header, running: running[section.header.id], isFolded: nil))
        }
        try write(Line())
        try await printBalances()
        if once { return }
        try write(Line())
        var isFirst = true
        for await update in subscription {
            if isFirst {
                isFirst = false
                try write(Line("\(Cents.grouped(update.after.count)) entries; changes follow"))
                continue
            }
            try write(update)
        }
    }

    private func write(_ update: Update<ListSnapshot<Entry>>) throws {
        let changes = update.changes
        for entry in changes.deletions.compactMap({ update.before[$0] }) { try write(Line("-") + Lines.entry(entry)) }
        for entry in changes.insertions.compactMap({ update.after[$0] }) { try write(Line("+") + Lines.entry(entry)) }
        for pair in changes.updates {
            if let entry = update.after[pair.after] { try write(Line("~") + Lines.entry(entry)) }
        }
    }

    private func write(_ line: Line) throws {
        try StandardOutput.write(line.text.trimmingTrailingSpaces + "\n")
    }
}
