import CPostgres

/// What the server says of a table and how it is published.
///
/// If it changes, rows may change without a message: then the whole state is read again.
struct TableDefinition: Equatable {
    /// The number of the table, by which the stream names it.
    let relation: UInt32
    /// The columns of the row type: their numbers and types.
    private let columns: [[String?]]
    /// The publication, its entry for the table, and when it was changed last.
    private let publication: [String?]

    /// Reads it, and checks that the table can be followed.
    ///
    /// - Parameters:
    ///   - connection: An ordinary connection.
    ///   - table: The table.
    ///   - publication: The publication; `nil` if the table is followed by notifications.
    ///   - type: The type of the rows.
    /// - Throws: ``PostgresError``, which says what to do.
    init<Row: PostgresRow>(
        _ connection: Connection, _ table: TableName, publication: String?, as type: Row.Type
    ) throws {
        if publication != nil { try Self.checkServer(connection) }
        let tables = try connection.query(
            """
            SELECT c.oid, c.relkind, c.relpersistence, c.relreplident, has_any_column_privilege(c.oid, 'SELECT') \
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2
            """, [table.schema, table.name], within: .seconds(10))
        guard let row = tables.first, let relation = row[0].flatMap({ UInt32($0) }) else {
            throw PostgresError(.noTable, "there is no table \(table); check its name and schema")
        }
        self.relation = relation
        guard row[1] == "r", row[2] == "p" else {
            throw PostgresError(
                .noTable, "\(table) is a view, partitioned or not logged; only an ordinary table can be followed")
        }
        guard row[4] == "t" else {
            throw PostgresError(.noPrivilege, "this user may not read \(table); GRANT SELECT ON \(table.sql)")
        }
        columns = try Self.columns(connection, relation, table, Row.columns)
        try Self.checkKey(connection, relation, table, identity: row[3] ?? "d", Row.key, isStreamed: publication != nil)
        self.publication = try publication.map { try Self.publication(connection, table, $0, Row.columns) } ?? []
    }

    private static func checkServer(_ connection: Connection) throws {
        let row =
            try connection.query(
                """
                SELECT current_setting('wal_level'), rolreplication OR rolsuper, current_user \
                FROM pg_roles WHERE rolname = current_user
                """, within: .seconds(10)
            ).first ?? []
        guard row.count == 3, row[0] == "logical" else {
            let level = row.first.flatMap { $0 } ?? "unknown"
            throw PostgresError(.notLogical, "wal_level of the server is \(level); \(PostgresError.logicalAdvice)")
        }
        guard row[1] == "t" else {
            let user = SQL.name(row[2] ?? "")
            throw PostgresError(
                .noPrivilege, "\(user) may not replicate; ALTER ROLE \(user) REPLICATION, or follow by notifications")
        }
    }

    private static func columns(
        _ connection: Connection, _ relation: UInt32, _ table: TableName, _ names: [String]
    ) throws -> [[String?]] {
        let rows = try connection.query(
            """
            SELECT attname, attnum, atttypid, atttypmod, attgenerated FROM pg_attribute \
            WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped
            """, ["\(relation)"], within: .seconds(10))
        return try names.map { name in
            guard let row = rows.first(where: { $0[0] == name }), row[4] == "" else {
                throw PostgresError(
                    .noColumn, "\(table) has no column \"\(name)\" that is stored; add it, or change the row type")
            }
            return row
        }
    }

    private static func checkKey(
        _ connection: Connection, _ relation: UInt32, _ table: TableName, identity: String, _ key: [String],
        isStreamed: Bool
    ) throws {
        let index = isStreamed && identity == "i" ? "indisreplident" : "indisprimary"
        let rows = try connection.query(
            """
            SELECT a.attname, i.indimmediate FROM pg_index i JOIN pg_attribute a \
            ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = $1::oid AND i.\(index)
            """, ["\(relation)"], within: .seconds(10))
        let columns = Set(rows.compactMap { $0[0] })
        guard !columns.isEmpty, identity != "n" || !isStreamed else {
            throw PostgresError(.noKey, "\(table) has no primary key; ALTER TABLE \(table.sql) ADD PRIMARY KEY (…)")
        }
        guard columns == Set(key) else {
            throw PostgresError(
                .noKey,
                "the key of \(table) is (\(columns.sorted().joined(separator: ", "))), and that of the row type "
                    + "(\(key.joined(separator: ", "))); make them equal")
        }
        if isStreamed, identity == "d", rows.contains(where: { $0[1] != "t" }) {
            throw PostgresError(
                .noKey,
                "the primary key of \(table) is deferrable, and so no replica identity; "
                    + "ALTER TABLE \(table.sql) REPLICA IDENTITY FULL")
        }
    }

    private static func publication(
        _ connection: Connection, _ table: TableName, _ name: String, _ columns: [String]
    ) throws -> [String?] {
        let rows = try connection.query(
            """
            SELECT p.oid, p.xmin, r.oid, p.pubinsert AND p.pubupdate AND p.pubdelete AND p.pubtruncate \
            FROM pg_publication p JOIN pg_publication_tables t ON t.pubname = p.pubname \
            LEFT JOIN pg_publication_rel r ON r.prpubid = p.oid AND r.prrelid = $3::regclass \
            WHERE p.pubname = $1 AND t.schemaname = $2 AND t.tablename = $4
            """, [name, table.schema, table.sql, table.name], within: .seconds(10))
        guard let row = rows.first else {
            throw PostgresError(
                .noPublication,
                "the publication \"\(name)\" does not publish \(table); "
                    + "CREATE PUBLICATION \(SQL.name(name)) FOR TABLE \(table.sql)")
        }
        guard row[3] == "t" else {
            throw PostgresError(
                .noPublication,
                "the publication \"\(name)\" leaves out some kinds of changes; "
                    + "ALTER PUBLICATION \(SQL.name(name)) SET (publish = 'insert, update, delete, truncate')")
        }
        guard PQserverVersion(connection.handle) >= 150_000 else { return row }
        let limits = try connection.query(
            """
            SELECT rowfilter IS NOT NULL, attnames @> $3::name[] FROM pg_publication_tables \
            WHERE pubname = $1 AND schemaname = $2 AND tablename = $4
            """, [name, table.schema, "{" + columns.map(SQL.name).joined(separator: ",") + "}", table.name],
            within: .seconds(10))
        guard limits.first?[0] == "f", limits.first?[1] == "t" else {
            throw PostgresError(
                .noPublication,
                "the publication \"\(name)\" leaves out rows or columns of \(table); publish all of them")
        }
        return row
    }
}
