public import DataSources
import Synchronization

/// Follows a table of PostgreSQL by logical replication.
///
/// ```swift
/// let orders = FollowedList<Order, LogPosition>(sortedBy: .ascending(\.id))
/// let follower = PostgresFollower<Order>("postgresql://localhost/shop", table: "orders", publication: "orders")
/// try await follower.run(orders)
/// ```
///
/// - **No gap, no repeat.** The whole state is read in the snapshot of a replication slot, and the stream of the slot
///   begins there. A transaction is one update of the list, whatever its size.
/// - **After a lost connection** it goes on after the position of the list if the slot is permanent. It reads the whole
///   state if the slot is temporary, gone or lost, or if the table or the publication has changed; subscribers get the net
///   difference.
/// - **Two positions.** What the list shows is `list.position`; what the server may forget is told by
///   ``FollowerSettings/Confirmation``. If the server has been told more than the list has, that is noticed, and the whole
///   state is read.
/// - **Threads.** Reading blocks a thread of its own. A cancelled task ends it and closes the connections.
/// - **Memory.** ``FollowerSettings/queueLimit`` and ``FollowerSettings/transactionLimit``.
public final class PostgresFollower<Row: PostgresRow>: Sendable {
    /// A state that the owner has stored, and its position.
    public struct StoredState: Sendable {
        /// The rows.
        public let rows: [Row]
        /// The position that they had in the list.
        public let position: LogPosition

        /// Creates a state.
        public init(rows: [Row], position: LogPosition) {
            (self.rows, self.position) = (rows, position)
        }
    }

    private let url: String
    private let table: TableName
    private let publication: String
    private let settings: FollowerSettings
    private let memory = FollowerMemory()

    /// Creates a follower; ``run(_:backoff:restoring:)`` connects it.
    ///
    /// - Parameters:
    ///   - url: A connection string or URL of libpq.
    ///   - table: The table.
    ///   - publication: A publication of all changes of the table.
    ///   - settings: The slot, and limits.
    public init(_ url: String, table: TableName, publication: String, settings: FollowerSettings = FollowerSettings()) {
        (self.url, self.table, self.publication, self.settings) = (url, table, publication, settings)
    }

    /// What the server keeps for the slot, about once a second while connected; `nil` before.
    public var slotReport: Parameter<SlotReport?> { memory.report }

    /// Why whole states were read, the first one first; the last 1,000 of them.
    public var wholeStates: [WholeStateReason] { memory.wholeStates }

    /// Keeps a list connected until the task is cancelled, or until an error that another attempt cannot mend.
    ///
    /// - Parameters:
    ///   - list: The list; one follower follows the table for one list.
    ///   - backoff: How long to wait after failures.
    ///   - stored: A state to begin with, whose slot is permanent; it is called durable.
    /// - Throws: ``PostgresError`` and other errors it gives up with; `CancellationError`.
    public func run(
        _ list: FollowedList<Row, LogPosition>, backoff: Backoff = Backoff(), restoring stored: StoredState? = nil
    ) async throws {
        if let stored {
            confirm(stored.position)
            let events = AsyncStream<RowEvent<Row, LogPosition>> { continuation in
                continuation.yield(.loading(count: stored.rows.count))
                continuation.yield(.rows(stored.rows))
                continuation.yield(.loaded(at: stored.position))
                continuation.finish()
            }
            do {
                try await list.follow(events)
            } catch let error as FollowError where error.code == .disconnected {
                // The stored state is not the end of the store.
            }
        }
        try await list.run(backoff: backoff) { position in try self.events(after: position, for: list) }
    }

    /// The events of one connection.
    ///
    /// - Parameters:
    ///   - position: The position to go on from; `nil` for a whole state.
    ///   - list: The list that they are for; values that are not sent are taken from it.
    /// - Returns: The events; reading has begun.
    /// - Throws: ``PostgresError`` if the process has too many files open.
    public func events(
        after position: LogPosition?, for list: FollowedList<Row, LogPosition>
    ) throws -> PostgresEvents<Row> {
        let stop = try Connection.Stop()
        let queue = EventQueue(limit: settings.queueLimit, stop: stop)
        ReplicationThread<Row>(
            url: url, table: table, publication: publication, settings: settings, position: position, memory: memory,
            queue: queue, stop: stop
        ).start()
        let (hub, memory) = (list.hub, memory)
        return PostgresEvents(
            queue: queue, shown: { hub.snapshot }, onFailure: { memory.failed($0) },
            lifetime: PostgresEvents<Row>.Lifetime(stop))
    }

    /// Everything up to a position is durable: it is stored, together with the position, and need never be sent again.
    ///
    /// It counts with ``FollowerSettings/Confirmation/explicit``. Confirm also positions without changes, soon: the server
    /// keeps its log for what is not confirmed, and waits for it when it shuts down.
    public func confirm(_ position: LogPosition) {
        memory.confirm(position)
    }

    /// Removes the permanent slot from the server, once nothing follows it; a slot that is not there is no error.
    ///
    /// - Throws: ``PostgresError``; `CancellationError`.
    public func removeSlot() async throws {
        guard case .permanent(let name) = settings.slot else { return }
        let session = PostgresSession(url)
        try await session.query(
            "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1", [name])
    }
}
