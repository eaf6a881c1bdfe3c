/// What a store tells of its rows, in order.
///
/// ```
///                ┌──────── changes, ready ◀──┐
///                ▼                           │
/// connected ──▶ loading ──▶ rows ──▶ … ──▶ loaded ──▶ …
///     │                                      ▲
///     └── if the position is still known ────┘
/// ```
///
/// Whatever is told as one event was committed by the store as one transaction, or is a whole state at one moment.
public enum RowEvent<Item: Identifiable & Sendable, Position: Sendable>: Sendable where Item.ID: Sendable {
    /// A whole state begins, of about so many rows; until it ends, the source shows the state before.
    case loading(count: Int?)
    /// Rows of the whole state.
    case rows([Item])
    /// The whole state has ended; it is that of this position.
    case loaded(at: Position)
    /// A transaction of the store, which ends at this position.
    case changes([RowChange<Item>], at: Position)
    /// Everything that had been committed when the connection was made has been told.
    case ready
    /// The store has ended and will not change again.
    case finished
}

/// A change of one row, by its key.
public enum RowChange<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The row is new, or has this content now.
    case upsert(Item)
    /// The row is gone; a row that is not there is ignored.
    case delete(id: Item.ID)
}

extension RowEvent: Equatable where Item: Equatable, Position: Equatable {}
extension RowChange: Equatable where Item: Equatable {}

/// Why a source cannot follow a sequence of events.
public struct FollowError: RetryableError, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable, Codable {
        /// The sequence has ended, and the store has not.
        case disconnected
        /// The source follows another sequence.
        case busy
        /// An event came that is not allowed there: the sequence is at fault.
        case unexpectedEvent
    }

    /// The kind of error.
    public let code: Code
    /// What was wrong.
    public let message: String

    /// Whether another connection can help.
    public var isRetryable: Bool { code == .disconnected }

    /// The code and the message.
    public var description: String { "FollowError.\(code.rawValue): \(message)" }
}
