import CPostgres
import Foundation

/// Listens, and reads rows again, on a thread of its own.
struct NotificationThread<Row: PostgresRow>: Sendable {
    let url: String
    let table: TableName
    let channel: String
    /// The number of the last snapshot that the list shows.
    let round: Int
    let queue: EventQueue
    let stop: Connection.Stop

    /// Keys that are to be read again.
    private struct Keys {
        var keys: Set<String> = []
        /// Whether the whole table is to be read.
        var isWhole = false
        var marker: String?

        var isEmpty: Bool { keys.isEmpty && !isWhole }

        mutating func formUnion(_ other: Keys) {
            keys.formUnion(other.keys)
            isWhole = isWhole || other.isWhole || keys.count > 20_000
            if isWhole { keys = [] }
        }
    }

    func start() {
        let thread = Thread {
            do {
                try run()
                queue.finish(.success(()))
            } catch {
                queue.finish(.failure(error))
            }
        }
        thread.name = "PostgreSQL \(table)"
        thread.start()
    }

    private func run() throws {
        let timeout = Duration.seconds(10)
        let listener = try Connection(
            url, replicates: false, name: "listening to \(table)", timeout: timeout, stop: stop)
        let reader = try Connection(url, replicates: false, name: "reading \(table)", timeout: timeout, stop: stop)
        _ = try TableDefinition(reader, table, publication: nil, as: Row.self)
        guard Row.key.count == 1, let key = Row.key.first else {
            throw PostgresError(.noKey, "\(table) has a key of several columns; follow it by replication")
        }
        let type = try reader.query(
            "SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2",
            [table.sql, key], within: timeout
        ).first?.first.flatMap { $0 }
        try checkTriggers(reader)
        try listener.query("LISTEN \(SQL.name(channel))", within: timeout)
        var round = round
        var pending = Keys(isWhole: true)
        while true {
            if queue.isFull {
                try stop.wait(milliseconds: 1_000)
                continue
            }
            if pending.isEmpty {
                try pending.formUnion(received(listener))
                if !pending.isEmpty { continue }
                if try listener.isReady(.reading, within: 60_000) { try listener.readInput() }
                continue
            }
            round += 1
            // The snapshot is that of the first statement after BEGIN.
            try reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try reader.query("SELECT 1")
            let since = try everythingSent(listener)
            var all = pending
            all.formUnion(since)
            if all.isWhole {
                queue.put(.loading(count: nil))
                try copy(reader, "") { queue.put(.copied($0, isFirst: $1)) }
                queue.put(.loaded(LogPosition(UInt64(round))))
            } else {
                let list = "{" + all.keys.map(SQL.element).joined(separator: ",") + "}"
                var bytes: [UInt8] = []
                try copy(reader, "WHERE \(SQL.name(key)) = ANY (\(SQL.text(list))::\(type ?? "text")[])") { part, _ in
                    bytes += part
                }
                queue.put(.readAgain(bytes, keys: Array(all.keys), LogPosition(UInt64(round))))
            }
            try reader.query("COMMIT")
            // What came after the snapshot was taken may be younger than it.
            pending = since
        }
    }

    private func checkTriggers(_ reader: Connection) throws {
        let rows = try reader.query(
            "SELECT 1 FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = $2 AND tgenabled <> 'D'",
            [table.sql, channel], within: .seconds(10))
        guard !rows.isEmpty else {
            throw PostgresError(.noPublication, "\(table) has no trigger \(channel); run the statements of `triggers`")
        }
    }

    /// The notifications that are here.
    private func received(_ listener: Connection) throws -> Keys {
        try listener.readInput()
        var keys = Keys()
        while let notification = PQnotifies(listener.handle) {
            defer { PQfreemem(notification) }
            let text = String(cString: notification.pointee.extra)
            switch text.first {
            case "k": keys.formUnion(Keys(keys: [String(text.dropFirst())]))
            case "m": keys.marker = text
            default: keys.isWhole = true
            }
        }
        return keys
    }

    /// Notifications come in the order of the commits: one that is sent now comes after all of what is committed.
    private func everythingSent(_ listener: Connection) throws -> Keys {
        let marker = "m\(getpid()).\(UInt64.random(in: 0...UInt64.max))"
        try listener.query("SELECT pg_notify($1, $2)", [channel, marker], within: .seconds(10))
        let deadline = ContinuousClock.now + .seconds(10)
        var all = Keys()
        while true {
            let some = try received(listener)
            all.formUnion(some)
            if some.marker == marker { return all }
            guard ContinuousClock.now < deadline else {
                throw PostgresError(.unreachable, "listening to \(table): a notification does not come in 10 seconds")
            }
            _ = try listener.isReady(.reading, within: 1_000)
        }
    }

    private func copy(_ reader: Connection, _ condition: String, _ body: ([UInt8], Bool) -> Void) throws {
        let columns = Row.columns.map { "\(SQL.name($0))::text" }.joined(separator: ", ")
        try reader.query("COPY (SELECT \(columns) FROM \(table.sql) \(condition)) TO STDOUT (FORMAT binary)")
        try reader.readCopy(isPaused: { queue.isFull }, body)
    }
}
