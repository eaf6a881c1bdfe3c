import CSQLite
public import GRDB

/// Finds out, while all rows are read, whether a row with another key may have the id of one of them.
///
/// That is so if the id is not what the column has (GRDB cuts texts at U+0000, and reads 1 and "1" as one `String`), or if
/// its type takes two texts for one.
@usableFromInline
struct KeyCheck<Item: TableRow> {
    @usableFromInline let statement: Statement
    /// The place of the key among the columns; `nil` if it is not there.
    @usableFromInline let place: CInt?
    @usableFromInline var mayHaveTwins = false

    @usableFromInline
    init(_ key: String, in statement: Statement) {
        self.statement = statement
        place = statement.columnNames.firstIndex { $0.lowercased() == key.lowercased() }.map { CInt($0) }
        mayHaveTwins = place == nil
    }

    /// Looks at the item of the row at which the statement is.
    @inlinable
    mutating func see(_ item: Item) {
        if mayHaveTwins { return }
        let id = RowKey(item.id.databaseValue)
        mayHaveTwins = !id.isStored(in: statement, at: place) || id.mayHaveTwin(as: Item.ID.self)
    }
}

extension RowKey {
    /// Whether a column of the row at which a statement is has this value.
    @usableFromInline
    func isStored(in statement: Statement, at place: CInt?) -> Bool {
        guard let place else { return false }
        let row = statement.sqliteStatement
        switch value.storage {
        case .int64(let number) where sqlite3_column_type(row, place) == SQLITE_INTEGER:
            return sqlite3_column_int64(row, place) == number
        case .string(var text):
            guard sqlite3_column_type(row, place) == SQLITE_TEXT, let bytes = sqlite3_column_text(row, place) else {
                return false
            }
            let stored = UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(row, place)))
            return text.withUTF8 { $0.count == stored.count && $0.elementsEqual(stored) }
        default: return RowKey(DatabaseValue(sqliteStatement: row, index: place)) == self
        }
    }
}
