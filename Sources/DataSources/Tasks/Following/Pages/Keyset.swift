/// The columns that a query is sorted by, so that a page of it is asked for by the values of a row, never by an offset.
///
/// ```swift
/// let newest = Keyset<Invoice, String>(
///     .descending("day", \.day) { "\($0)" }, .ascending("id", \.id) { "\($0)" })
/// let clauses = newest.clauses(for: .after(invoice)) { "$\($0)" }
/// // clauses.condition: "day" <= $1 AND ("day" < $1 OR "id" > $2)
/// // clauses.order:     "day" DESC, "id"
/// // clauses.values:    ["2026-11-28", "17"]
/// ```
///
/// - **The columns** are NOT NULL: rows with NULL are in no page. The last one is a key, so that no two rows tie.
/// - **The cost** is that of the page, wherever it lies, if an index has these columns in this order and these directions,
///   or all of them the other way round. Columns of one direction are compared as row values: databases do not find
///   `a > x OR (a = x AND b > y)` in an index.
/// - **The order** of a column in the database is that of the values in Swift. For texts this means a binary collation
///   (`COLLATE "C"` in PostgreSQL) and keys that compare by bytes.
public struct Keyset<Item: Sendable, Value: Sendable>: Sendable {
    /// A column, and its value in a row.
    public struct Column: Sendable {
        /// The name of the column.
        public let name: String
        /// Whether small values come first.
        public let direction: SortDirection
        /// The order by this column.
        public let order: ItemOrder<Item>
        let value: @Sendable (Item) -> Value

        @inlinable
        init<Key: Comparable & Sendable>(
            _ name: String, _ direction: SortDirection, _ key: @escaping @Sendable (Item) -> Key,
            _ value: @escaping @Sendable (Key) -> Value
        ) {
            self.init(name, direction, ItemOrder(by: key, direction)) { value(key($0)) }
        }

        @usableFromInline
        init(
            _ name: String, _ direction: SortDirection, _ order: ItemOrder<Item>,
            _ value: @escaping @Sendable (Item) -> Value
        ) {
            (self.name, self.direction, self.order, self.value) = (name, direction, order, value)
        }

        /// Small values first.
        ///
        /// - Parameters:
        ///   - name: The name of the column.
        ///   - key: The value of a row that the column has.
        ///   - value: The value as an argument of a statement.
        /// - Returns: The column.
        @inlinable
        public static func ascending<Key: Comparable & Sendable>(
            _ name: String, _ key: @escaping @Sendable (Item) -> Key, as value: @escaping @Sendable (Key) -> Value
        ) -> Column {
            Column(name, .ascending, key, value)
        }

        /// Large values first.
        ///
        /// - Parameters:
        ///   - name: The name of the column.
        ///   - key: The value of a row that the column has.
        ///   - value: The value as an argument of a statement.
        /// - Returns: The column.
        @inlinable
        public static func descending<Key: Comparable & Sendable>(
            _ name: String, _ key: @escaping @Sendable (Item) -> Key, as value: @escaping @Sendable (Key) -> Value
        ) -> Column {
            Column(name, .descending, key, value)
        }
    }

    /// What a query for a page needs.
    public struct Clauses: Sendable {
        /// The condition on the rows; `nil` for all.
        public let condition: String?
        /// The terms of ORDER BY: for a page that is found from its end, the other way round.
        public let order: String
        /// The arguments, by the number of their placeholder.
        public let values: [Value]
    }

    /// The columns, the most important one first.
    public let columns: [Column]
    /// The order of the rows.
    public let order: ItemOrder<Item>

    /// Creates a keyset.
    ///
    /// - Parameters:
    ///   - first: The column to sort by first.
    ///   - rest: The others; the last of all is a key.
    public init(_ first: Column, _ rest: Column...) {
        self.init(first, rest)
    }

    /// Creates a keyset; see ``init(_:_:)``.
    public init(_ first: Column, _ rest: some Sequence<Column>) {
        columns = [first] + rest
        order = columns.dropFirst().reduce(first.order) { $0.then($1.order) }
    }

    /// The condition, order and arguments of a query for a page.
    ///
    /// Ask for one row more than the page has, and make the page with ``RowPage/init(found:for:at:)``.
    ///
    /// - Parameters:
    ///   - place: Where the page lies.
    ///   - placeholder: The placeholder of an argument by its number, from 1: it may occur twice.
    /// - Returns: The clauses; names are quoted as in standard SQL.
    /// - Complexity: O(columns).
    public func clauses(
        for place: RowPageRequest<Item>.Place, placeholder: (_ number: Int) -> String
    ) -> Clauses {
        let isBackward = place.isBackward
        let order = columns.map { column in
            Self.quoted(column.name) + ((column.direction == .descending) != isBackward ? " DESC" : "")
        }.joined(separator: ", ")
        switch place {
        case .start, .end:
            return Clauses(condition: nil, order: order, values: [])
        case .from(let item), .after(let item), .before(let item):
            var isInclusive = false
            if case .from = place { isInclusive = true }
            let values = columns.map { $0.value(item) }
            let condition = condition(from: 0, isBackward, isInclusive, placeholder)
            return Clauses(condition: condition, order: order, values: values)
        }
    }

    /// The condition on the columns from one on, for rows with equal values in those before.
    private func condition(
        from first: Int, _ isBackward: Bool, _ isInclusive: Bool, _ placeholder: (Int) -> String
    ) -> String {
        let direction = columns[first].direction
        let next = columns[first...].firstIndex { $0.direction != direction } ?? columns.count
        let symbol = (direction == .ascending) != isBackward ? ">" : "<"
        func compared(_ symbol: String) -> String {
            let names = columns[first..<next].map { Self.quoted($0.name) }.joined(separator: ", ")
            let values = (first..<next).map { placeholder($0 + 1) }.joined(separator: ", ")
            return next - first == 1 ? "\(names) \(symbol) \(values)" : "(\(names)) \(symbol) (\(values))"
        }
        if next == columns.count { return compared(isInclusive ? symbol + "=" : symbol) }
        // The first part is what an index is searched with.
        let rest = condition(from: next, isBackward, isInclusive, placeholder)
        return "\(compared(symbol + "=")) AND (\(compared(symbol)) OR \(rest))"
    }

    private static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension RowPage {
    /// Makes a page of the rows that a query for one more has found, in the order of the query.
    ///
    /// - Parameters:
    ///   - rows: The rows: one more than requested, if there are more.
    ///   - request: The request.
    ///   - position: The position of the store's state that they were read from.
    public init(found rows: [Item], for request: RowPageRequest<Item>, at position: Position) {
        let page = rows.prefix(request.size)
        self.init(
            request.place.isBackward ? page.reversed() : Array(page), hasMore: rows.count > request.size, at: position)
    }
}
