import DataSources
import GRDB

/// What a query needs to know of its table, as the schema is now.
struct TableLayout: Sendable {
    /// The name as it was created; SQLite's hooks tell it so.
    let name: String
    /// The place of the key among the stored columns.
    let keyIndex: Int32
    /// All columns.
    let columns: [String]
    /// Whether the preupdate hook counts columns as the schema does, and tells texts as they are stored.
    let hasPlainColumns: Bool
}

extension TableQuery {
    /// Checks that the table can be followed.
    ///
    /// - Throws: ``TableError`` if it cannot.
    func layout(in database: Database) throws -> TableLayout {
        guard
            let entry = try Row.fetchOne(
                database,
                sql: """
                    SELECT name, type, sql FROM main.sqlite_schema
                    WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')
                    """,
                arguments: [table])
        else { throw TableError(.missingTable, "there is no table \"\(table)\"") }
        let (name, type, sql) = (entry[0] as String? ?? "", entry[1] as String? ?? "", entry[2] as String? ?? "")
        guard type == "table", !sql.uppercased().hasPrefix("CREATE VIRTUAL") else {
            throw TableError(.notATable, "\"\(name)\" is a view or a virtual table; follow the table below it")
        }
        let info = try Row.fetchAll(
            database, sql: "SELECT name, pk, hidden, \"notnull\" FROM pragma_table_xinfo(?)", arguments: [name])
        let columns = info.map { ($0[0] as String? ?? "").lowercased() }
        // SQLite takes a quoted name that it does not know for a text.
        for column in (self.columns ?? []) + keyset.columns.map(\.name) where !columns.contains(column.lowercased()) {
            throw TableError(.missingColumn, "table \"\(name)\" has no column \"\(column)\"")
        }
        guard let place = columns.firstIndex(of: key.lowercased()) else {
            throw TableError(.missingColumn, "table \"\(name)\" has no column \"\(key)\"")
        }
        let primary = info.indices.filter { (info[$0][1] as Int? ?? 0) > 0 }
        if primary != [place] {
            let unique = try String.fetchAll(
                database,
                sql: """
                    SELECT min(i.name) FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS i
                    WHERE l."unique" AND NOT l.partial GROUP BY l.name HAVING count(*) = 1 AND min(i.name) IS NOT NULL
                    """, arguments: [name])
            guard unique.contains(where: { $0.lowercased() == key.lowercased() }), info[place][3] == 1 else {
                throw TableError(.notUnique, "column \"\(key)\" of table \"\(name)\" is not unique and NOT NULL")
            }
        }
        return try TableLayout(
            name: name, keyIndex: Int32(place), columns: info.map { $0[0] as String? ?? "" },
            hasPlainColumns: info.allSatisfy { ($0[2] as Int? ?? 0) == 0 }
                && String.fetchOne(database, sql: "PRAGMA encoding") == "UTF-8")
    }
}
