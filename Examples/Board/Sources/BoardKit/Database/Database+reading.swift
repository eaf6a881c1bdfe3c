import DataSources
import GRDB

extension Database {
    /// Reads the columns in their order, each id once; and the rows that are none, or cards without a number.
    ///
    /// - Throws: An error of SQLite.
    func readColumns() throws -> (columns: [Column], unreadable: [UnreadableRow]) {
        var (columns, unreadable): ([Column], [UnreadableRow]) = ([], [])
        var known: Set<Column.ID> = []
        let rows = try Row.fetchCursor(
            self, sql: "SELECT rowid AS number, id, title FROM boardColumn ORDER BY position")
        while let row = try rows.next() {
            do throws(UnreadableText) {
                let column = Column(
                    id: TextID(try row.text("id", 1...TextLimits.id)),
                    title: try row.text("title", 0...TextLimits.title))
                guard known.insert(column.id).inserted else { throw UnreadableText(reason: "another row has its id") }
                columns.append(column)
            } catch {
                unreadable.append(UnreadableRow(table: "boardColumn", number: row["number"], reason: error.reason))
            }
        }
        let others = try Int.fetchOne(
            self, sql: "SELECT count(*) FROM card WHERE deleted IS NULL AND typeof(number) <> 'integer'")
        let other = UnreadableRow(table: "card", number: nil, reason: "it has no number")
        return (columns, unreadable + Array(repeating: other, count: others ?? 0))
    }
}
