public import DataSources
public import GRDB

/// The rows of one table to follow: which columns, which rows, in which order.
///
/// ```swift
/// let unpaid = TableQuery<Invoice>(
///     "invoice", where: "paid = ?", arguments: [false], sortedBy: [.ascending("due", { $0.due })])
/// ```
public struct TableQuery<Item: TableRow>: Sendable {
    let table: String
    let key: String
    let columns: [String]?
    let filter: String?
    let arguments: StatementArguments
    let keyset: Keyset<Item, DatabaseValue>
    var order: ItemOrder<Item> { keyset.order }
    let reader: RowReader<Item>
    /// Creates an empty list.
    ///
    /// It is created where the query is, and so the list is specialised in the client's module.
    let makeList: @Sendable () -> FollowedList<Item, CommitPosition>

    /// Describes rows of a table.
    ///
    /// - Parameters:
    ///   - table: The table, of the main database. It is no view and no virtual table.
    ///   - key: The column with the ids. It is the primary key, or unique and NOT NULL.
    ///   - columns: The columns that a row is decoded from; all by default.
    ///   - filter: An SQL condition on columns of the table. It must depend on nothing else: another table is not
    ///     followed, and neither is the time.
    ///   - arguments: The arguments of the condition.
    ///   - sorting: What the rows are sorted by; where that leaves two tied, by the key. The columns are NOT NULL.
    @inlinable
    public init(
        _ table: String, key: String = "id", columns: [String]? = nil, where filter: String? = nil,
        arguments: StatementArguments = [], sortedBy sorting: [SortColumn<Item>] = []
    ) {
        let sorting = sorting + [.ascending(key, { $0.id })]
        let order = sorting.dropFirst().reduce(sorting[0].column.order) { $0.then($1.column.order) }
        self.init(table, key, columns, filter, arguments, sorting, RowReader(key: key, sortedBy: sorting)) {
            FollowedList(sortedBy: order)
        }
    }

    @usableFromInline
    init(
        _ table: String, _ key: String, _ columns: [String]?, _ filter: String?, _ arguments: StatementArguments,
        _ sorting: [SortColumn<Item>], _ reader: RowReader<Item>,
        _ makeList: @escaping @Sendable () -> FollowedList<Item, CommitPosition>
    ) {
        (self.table, self.key, self.columns, self.filter) = (table, key, columns, filter)
        (self.arguments, self.reader, self.makeList) = (arguments, reader, makeList)
        keyset = Keyset(sorting[0].column, sorting.dropFirst().map(\.column))
    }

    // MARK: SQL

    /// All columns by name: with `*`, SQLite would give a prepared statement other columns when the table is altered.
    private func selection(_ layout: TableLayout) -> String {
        let columns = (columns ?? layout.columns).map(\.quotedDatabaseIdentifier).joined(separator: ", ")
        return "SELECT \(columns) FROM main.\(table.quotedDatabaseIdentifier)"
    }

    /// All rows, in order.
    func all(_ layout: TableLayout) -> String {
        selection(layout) + condition + " ORDER BY " + keyset.clauses(for: .start) { "\($0)" }.order
    }

    /// The rows of a page and one more, if there are more.
    func page(_ layout: TableLayout, _ request: RowPageRequest<Item>) -> (sql: String, arguments: StatementArguments) {
        // By name, so that they do not count among those of the filter.
        let clauses = keyset.clauses(for: request.place) { ":pageKey\($0)" }
        let conditions = [filter, clauses.condition].compactMap { $0.map { "(\($0))" } }
        let keys = clauses.values.enumerated().map { ("pageKey\($0 + 1)", $1) }
        return (
            selection(layout) + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
                + " ORDER BY \(clauses.order) LIMIT \(request.size + 1)",
            arguments + StatementArguments(Dictionary(uniqueKeysWithValues: keys))
        )
    }

    /// How many rows.
    var count: String { "SELECT count(*) FROM main.\(table.quotedDatabaseIdentifier)" + condition }

    /// The rows whose keys are the last arguments, so many.
    func rows(_ layout: TableLayout, count: Int) -> String {
        let marks = Array(repeating: "?", count: count).joined(separator: ", ")
        return selection(layout) + (filter.map { " WHERE (\($0)) AND " } ?? " WHERE ")
            + "\(key.quotedDatabaseIdentifier) IN (\(marks))"
    }

    private var condition: String { filter.map { " WHERE (\($0))" } ?? "" }
}
