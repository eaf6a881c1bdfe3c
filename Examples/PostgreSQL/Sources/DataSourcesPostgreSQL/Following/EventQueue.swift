import Synchronization

/// What the thread of a follower has read and its list has not taken yet.
///
/// The thread looks at ``isFull`` before it reads; a transaction may go beyond the limit.
final class EventQueue: Sendable {
    enum Item: Sendable {
        case loading(count: Int?)
        /// Messages of a copy, and whether they are its first.
        case copied([UInt8], isFirst: Bool)
        case loaded(LogPosition)
        /// The table whose messages come next.
        case streaming(relation: UInt32)
        case transaction(TransactionMessages, LogPosition)
        /// Everything before this position has been told.
        case progress(LogPosition)
        case ready
        /// Rows that were read again by their keys; those that are not among them are gone.
        case readAgain([UInt8], keys: [String], LogPosition)

        var size: Int {
            switch self {
            case .copied(let bytes, _), .readAgain(let bytes, _, _): bytes.count
            case .transaction(let messages, _): messages.bytes.count + 64
            default: 0
            }
        }
    }

    private struct State {
        var items: [Item] = []
        /// Those before it have been taken.
        var head = 0
        var size = 0
        var waiter: CheckedContinuation<Item?, any Error>?
        var end: Result<Void, any Error>?
        var applied: LogPosition?

        mutating func take() -> Item? {
            guard head < items.count else { return nil }
            defer { head += 1 }
            let item = items[head]
            // Frees the bytes.
            items[head] = .ready
            size -= item.size
            if head > 1_000, head * 2 > items.count {
                items.removeFirst(head)
                head = 0
            }
            return item
        }
    }

    private let limit: Int
    private let stop: Connection.Stop
    private let state = Mutex(State())

    init(limit: Int, stop: Connection.Stop) {
        (self.limit, self.stop) = (limit, stop)
    }

    // MARK: The thread

    var isFull: Bool { state.withLock { $0.size >= limit } }

    /// The position that the list shows.
    var applied: LogPosition? { state.withLock { $0.applied } }

    func put(_ item: Item) {
        let waiter = state.withLock { state -> CheckedContinuation<Item?, any Error>? in
            if state.end != nil { return nil }
            if let waiter = state.waiter.take() { return waiter }
            if case .progress = item, state.head < state.items.count, case .progress? = state.items.last {
                state.items.removeLast()
            }
            state.items.append(item)
            state.size += item.size
            return nil
        }
        waiter?.resume(returning: item)
    }

    func finish(_ result: Result<Void, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Item?, any Error>? in
            if state.end == nil { state.end = result }
            return state.waiter.take()
        }
        waiter?.resume(with: result.map { nil })
    }

    // MARK: The list

    /// The list shows the state at this position.
    func applied(_ position: LogPosition) {
        state.withLock { $0.applied = position }
    }

    /// The next item; `nil` after the end.
    ///
    /// - Throws: The error that the thread has ended with; `CancellationError`, after which the connections are closed.
    func next() async throws -> Item? {
        try await withTaskCancellationHandler { @Sendable in
            try await withCheckedThrowingContinuation { continuation in
                let (outcome, wakes) = state.withLock { state -> (Result<Item?, any Error>?, Bool) in
                    let wasFull = state.size >= limit
                    // What was read before an error is told before it.
                    if let item = state.take() { return (.success(item), wasFull && state.size < limit) }
                    if let end = state.end { return (end.map { nil }, false) }
                    state.waiter = continuation
                    return (nil, false)
                }
                if wakes { stop.pipe.wake() }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            stop.stop()
            finish(.failure(CancellationError()))
        }
    }
}
