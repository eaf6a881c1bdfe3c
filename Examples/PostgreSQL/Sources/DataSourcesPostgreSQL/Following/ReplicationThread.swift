import Foundation

/// Reads a table and its stream, on a thread of its own, which is blocked by nothing but the server.
struct ReplicationThread<Row: PostgresRow>: Sendable {
    let url: String
    let table: TableName
    let publication: String
    let settings: FollowerSettings
    /// The position to go on from; `nil` for a whole state.
    let position: LogPosition?
    let memory: FollowerMemory
    let queue: EventQueue
    let stop: Connection.Stop

    func start() {
        let thread = Thread {
            do {
                try run()
                queue.finish(.success(()))
            } catch {
                memory.failed(error)
                queue.finish(.failure(error))
            }
        }
        thread.name = "PostgreSQL \(table)"
        thread.start()
    }

    private func run() throws {
        let watch = try Connection(
            url, replicates: false, name: "reading \(table)", timeout: settings.connectTimeout, stop: stop)
        let definition = try TableDefinition(watch, table, publication: publication, as: Row.self)
        let reason = try reasonForWholeState(watch, definition)
        let stream = try Connection(
            url, replicates: true, name: "replicating \(table)", timeout: settings.connectTimeout, stop: stop)
        let start: LogPosition
        let slot: String
        if let reason {
            memory.wholeStateBegins(reason)
            (slot, start) = try readWholeState(watch, stream, definition)
        } else if let position, case .permanent(let name) = settings.slot {
            (slot, start) = (name, position)
            memory.continues(definition)
        } else {
            throw PostgresError(.slotLost, "a temporary slot has no position to go on from")
        }
        var loop = ReplicationLoop(
            stream: stream, watch: watch, slot: slot, start: start, isReady: reason != nil,
            target: try Self.end(of: watch), definition: definition, thread: self)
        queue.put(.streaming(relation: definition.relation))
        try loop.run()
    }

    /// Why the position is of no use; `nil` if the stream can go on there.
    private func reasonForWholeState(_ watch: Connection, _ definition: TableDefinition) throws -> WholeStateReason? {
        guard let position else { return memory.reason ?? .first }
        if let reason = memory.reason { return reason }
        guard case .permanent(let name) = settings.slot else { return .temporarySlot }
        if let before = memory.definition, before != definition { return .definitionChanged }
        let rows = try watch.query(
            """
            SELECT confirmed_flush_lsn, wal_status FROM pg_replication_slots \
            WHERE slot_name = $1 AND database = current_database() AND plugin = 'pgoutput'
            """, [name], within: .seconds(10))
        guard let row = rows.first, row[1] != "lost" else { return .slotLost }
        if let confirmed = row[0].flatMap({ LogPosition($0) }), confirmed > position { return .confirmedAhead }
        return nil
    }

    /// Where the log ends.
    static func end(of connection: Connection) throws -> LogPosition? {
        try connection.query(
            """
            SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END
            """, within: .seconds(10)
        ).first?.first.flatMap { $0 }.flatMap { LogPosition($0) }
    }

    // MARK: A whole state

    /// Makes a slot, and reads all rows as they are where its stream begins.
    private func readWholeState(
        _ watch: Connection, _ stream: Connection, _ definition: TableDefinition
    ) throws -> (slot: String, LogPosition) {
        queue.put(.loading(count: try count(watch, definition)))
        let (name, kind): (String, String)
        switch settings.slot {
        case .temporary: (name, kind) = ("datasources_\(getpid())_\(UInt32.random(in: 0...UInt32.max))", " TEMPORARY")
        case .permanent(let permanent):
            (name, kind) = (permanent, "")
            let rows = try watch.query(
                "SELECT 1 FROM pg_replication_slots WHERE slot_name = $1", [name], within: .seconds(10))
            if !rows.isEmpty { try stream.query("DROP_REPLICATION_SLOT \(SQL.name(name))") }
        }
        // It waits for all transactions that are running.
        let created =
            try stream.query(
                "CREATE_REPLICATION_SLOT \(SQL.name(name))\(kind) LOGICAL pgoutput EXPORT_SNAPSHOT"
            ).first ?? []
        guard created.count >= 3, let snapshot = created[2], let start = created[1].flatMap({ LogPosition($0) }) else {
            throw PostgresError(.badMessage, "the server made the slot \(name) without a snapshot")
        }
        try watch.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try watch.query("SET TRANSACTION SNAPSHOT \(SQL.text(snapshot))")
        guard try TableDefinition(watch, table, publication: publication, as: Row.self) == definition else {
            throw PostgresError(.definitionChanged, "\(table) was changed before it was read; it is read again")
        }
        try copy(watch)
        try watch.query("COMMIT")
        memory.wholeStateRead(definition)
        queue.put(.loaded(start))
        return (name, start)
    }

    /// About how many rows there are, if the server has counted them.
    private func count(_ watch: Connection, _ definition: TableDefinition) throws -> Int? {
        let rows = try watch.query(
            "SELECT reltuples::bigint FROM pg_class WHERE oid = $1::oid", ["\(definition.relation)"],
            within: .seconds(10))
        return rows.first?.first.flatMap { $0 }.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }

    private func copy(_ watch: Connection) throws {
        // As texts, so that rows are made in one way from both the copy and the stream.
        let columns = Row.columns.map { "\(SQL.name($0))::text" }.joined(separator: ", ")
        try watch.query("COPY (SELECT \(columns) FROM \(table.sql)) TO STDOUT (FORMAT binary)")
        try watch.readCopy(isPaused: { queue.isFull }) { queue.put(.copied($0, isFirst: $1)) }
    }
}
