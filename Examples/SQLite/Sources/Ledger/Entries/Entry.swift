import DataSourcesSQLite
import GRDB

/// A transaction of money.
struct Entry: TableRow {
    var id: Int64
    /// `2024-03-05`.
    var day: String
    var account: String
    var payee: String
    var category: String
    var cents: Int64
    var note: String

    /// `2024-03`.
    var month: String { String(day.prefix(7)) }

    static let columns = ["id", "day", "account", "payee", "category", "cents", "note"]
    /// All entries, by day.
    static let query = TableQuery<Entry>("entry", columns: columns, sortedBy: [.ascending("day", { $0.day })])

    /// Whether the payee, the category, the account or the note contains a text, in whatever case.
    func matches(_ text: String) -> Bool {
        if text.isEmpty { return true }
        let text = text.lowercased()
        return [payee, category, account, note, day].contains { $0.lowercased().contains(text) }
    }
}

extension Entry: FetchableRecord {
    /// Throws for what another program may have written, and the rest of the program does not expect.
    init(row: Row) throws {
        self.init(
            id: try row.decode(atIndex: 0), day: try row.decode(atIndex: 1), account: try row.decode(atIndex: 2),
            payee: try row.decode(atIndex: 3), category: try row.decode(atIndex: 4), cents: try row.decode(atIndex: 5),
            note: try row.decode(atIndex: 6))
    }
}

/// What some entries come to.
struct Total: Equatable, Sendable {
    var entries = 0
    var cents: Int64 = 0
}
