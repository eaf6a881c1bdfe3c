/// How a table is followed.
public struct FollowerSettings: Sendable {
    /// The replication slot: what the server keeps for the follower while it is away.
    public enum Slot: Hashable, Sendable {
        /// It lives as long as the connection: nothing stays on the server, and each new connection reads the whole state.
        case temporary
        /// It stays until it is removed, and a new connection goes on where the last one ended.
        ///
        /// The server keeps its log for it without a limit unless `max_slot_wal_keep_size` is set. Remove it with
        /// ``PostgresFollower/removeSlot()``.
        case permanent(String)
    }

    /// What the server is told is durable, so that it can remove its log.
    public enum Confirmation: Hashable, Sendable {
        /// What the list has applied: for a list in memory, which is lost with the process.
        case applied
        /// Only what ``PostgresFollower/confirm(_:)`` was told: for an owner who stores the rows.
        case explicit
    }

    /// The slot.
    public var slot: Slot
    /// What is confirmed.
    public var confirmation: Confirmation
    /// How many bytes of messages wait for the list before no more are read from the socket.
    public var queueLimit = 16 << 20
    /// The bytes of the largest transaction that is taken; a larger one is an error.
    public var transactionLimit = 256 << 20
    /// How long connecting may take.
    public var connectTimeout = Duration.seconds(10)
    /// From one look at the slot, the table and the publication to the next.
    public var watchInterval = Duration.seconds(1)

    /// Creates settings.
    public init(slot: Slot = .temporary, confirmation: Confirmation = .applied) {
        (self.slot, self.confirmation) = (slot, confirmation)
    }
}

/// What the server keeps for a follower.
public struct SlotReport: Equatable, Sendable {
    /// The bytes of log that the server keeps.
    public let retained: Int
    /// The bytes that may still be written before the slot is lost, if the server has a limit.
    ///
    /// Less than zero means that the next checkpoint may take it.
    public let left: Int?
    /// `reserved`, `extended`, `unreserved` or `lost`.
    public let status: String
    /// What has been confirmed.
    public let confirmed: LogPosition?
}
