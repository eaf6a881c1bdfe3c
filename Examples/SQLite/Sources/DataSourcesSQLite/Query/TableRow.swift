public import DataSources
public import GRDB

/// A row of a followed table.
///
/// Decode it so that an unexpected value throws, as `Decodable` and `row.decode(_:forColumn:)` do. GRDB's `row["name"]`
/// stops the process if another program has written NULL.
///
/// The id has the value of the key column. A transaction is answered by reading its rows again by key, if
/// `id.databaseValue` is what the column has; otherwise (a `UUID` in a text column, a number as `String`) by a comparison
/// of the table.
///
/// SQLite compares texts byte by byte, and Swift's `String` does not. If a key can have two spellings of one character,
/// use an id that compares by bytes: with `String`, each transaction is answered by a comparison while there is a key that
/// is not in Unicode's normal form C, and two rows with one id are a final error.
public protocol TableRow: FetchableRecord, Identifiable, Equatable, Sendable
where ID: Comparable & DatabaseValueConvertible & Sendable {}

/// A column that a followed table is sorted by: its name, and the same value of a row.
public struct SortColumn<Item: TableRow>: Sendable {
    @usableFromInline let column: Keyset<Item, DatabaseValue>.Column
    /// Below zero if the first item comes before the second, 0 if they tie.
    @usableFromInline let standing: @Sendable (Item, Item) -> Int

    @inlinable
    init<Key: Comparable & DatabaseValueConvertible & Sendable>(
        _ name: String, _ direction: SortDirection, _ key: @escaping @Sendable (Item) -> Key
    ) {
        let isAscending = direction == .ascending
        column = isAscending ? .ascending(name, key, as: \.databaseValue) : .descending(name, key, as: \.databaseValue)
        let sign = isAscending ? 1 : -1
        standing = { left, right in
            let (left, right) = (key(left), key(right))
            return left < right ? -sign : right < left ? sign : 0
        }
    }

    /// Small values first.
    ///
    /// - Parameters:
    ///   - name: The name of the column.
    ///   - key: The value of a row that the column has.
    /// - Returns: The column.
    @inlinable
    public static func ascending<Key: Comparable & DatabaseValueConvertible & Sendable>(
        _ name: String, _ key: @escaping @Sendable (Item) -> Key
    ) -> SortColumn {
        SortColumn(name, .ascending, key)
    }

    /// Large values first.
    ///
    /// - Parameters:
    ///   - name: The name of the column.
    ///   - key: The value of a row that the column has.
    /// - Returns: The column.
    @inlinable
    public static func descending<Key: Comparable & DatabaseValueConvertible & Sendable>(
        _ name: String, _ key: @escaping @Sendable (Item) -> Key
    ) -> SortColumn {
        SortColumn(name, .descending, key)
    }
}
