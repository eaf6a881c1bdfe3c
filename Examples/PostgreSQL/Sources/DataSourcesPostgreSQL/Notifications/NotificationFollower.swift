public import DataSources
import Foundation

/// Follows a table by notifications, for servers where replication is not allowed.
///
/// ```swift
/// try await PostgresSession(url).query(follower.triggers)      // once
/// let orders = FollowedList<Order, Int>(sortedBy: .ascending(\.id))
/// try await follower.run(orders)
/// ```
///
/// Triggers notify the keys of rows that change. The follower then reads these rows again, all in one snapshot of the
/// database: first it takes the snapshot, then it waits until it has every notification of what the snapshot contains. So
/// the list shows only states that were committed, though not each of them: transactions that come together are one
/// update.
///
/// A new connection reads the whole table, and subscribers get the net difference; so does a TRUNCATE, or more than 20,000
/// keys at once. A position is the number of a snapshot, and does not tell which writes are in it. A row that is changed
/// while triggers are disabled is not noticed. The key is one column, with at most 7,000 bytes.
public final class NotificationFollower<Row: PostgresRow>: Sendable {
    private let url: String
    private let table: TableName
    private let channel: String
    private let memory = FollowerMemory()

    /// Creates a follower; ``run(_:backoff:)`` connects it.
    ///
    /// - Parameters:
    ///   - url: A connection string or URL of libpq.
    ///   - table: The table.
    ///   - channel: The channel of the notifications, one for each table.
    public init(_ url: String, table: TableName, channel: String) {
        (self.url, self.table, self.channel) = (url, table, channel)
    }

    /// The statements that make the triggers; they need the owner of the table.
    public var triggers: String {
        let (key, channel) = (SQL.name(Row.key.first ?? ""), SQL.text(channel))
        let (function, trigger) = (SQL.name(table.schema) + "." + SQL.name(self.channel), SQL.name(self.channel))
        return """
            CREATE OR REPLACE FUNCTION \(function)() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN \
            IF TG_OP = 'TRUNCATE' THEN PERFORM pg_notify(\(channel), 't'); RETURN NULL; END IF; \
            IF TG_OP <> 'INSERT' THEN PERFORM pg_notify(\(channel), 'k' || OLD.\(key)::text); END IF; \
            IF TG_OP <> 'DELETE' THEN PERFORM pg_notify(\(channel), 'k' || NEW.\(key)::text); END IF; \
            RETURN NULL; END $body$; \
            CREATE TRIGGER \(trigger) AFTER INSERT OR UPDATE OR DELETE ON \(table.sql) FOR EACH ROW \
            EXECUTE FUNCTION \(function)(); \
            CREATE TRIGGER \(SQL.name(self.channel + "_truncate")) AFTER TRUNCATE ON \(table.sql) FOR EACH STATEMENT \
            EXECUTE FUNCTION \(function)()
            """
    }

    /// Keeps a list connected until the task is cancelled, or until an error that another attempt cannot mend.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - backoff: How long to wait after failures.
    /// - Throws: ``PostgresError`` and other errors it gives up with; `CancellationError`.
    public func run(_ list: FollowedList<Row, Int>, backoff: Backoff = Backoff()) async throws {
        try await list.run(backoff: backoff) { position in
            let stop = try Connection.Stop()
            let queue = EventQueue(limit: 16 << 20, stop: stop)
            NotificationThread<Row>(
                url: self.url, table: self.table, channel: self.channel, round: position ?? 0, queue: queue, stop: stop
            ).start()
            let (hub, memory) = (list.hub, self.memory)
            return NotificationEvents(
                events: PostgresEvents<Row>(
                    queue: queue, shown: { hub.snapshot }, onFailure: { memory.failed($0) },
                    lifetime: PostgresEvents<Row>.Lifetime(stop)))
        }
    }
}

/// The events of one connection that listens, for a `FollowedList`.
private struct NotificationEvents<Row: PostgresRow>: AsyncSequence, Sendable {
    typealias Element = RowEvent<Row, Int>

    let events: PostgresEvents<Row>

    func makeAsyncIterator() -> Iterator { Iterator(base: events.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: PostgresEvents<Row>.Iterator

        mutating func next() async throws -> RowEvent<Row, Int>? {
            switch try await base.next() {
            case .loading(let count): .loading(count: count)
            case .rows(let rows): .rows(rows)
            case .loaded(let position): .loaded(at: Int(position.rawValue))
            case .changes(let changes, let position): .changes(changes, at: Int(position.rawValue))
            case .ready: .ready
            case .finished: .finished
            case nil: nil
            }
        }
    }
}
