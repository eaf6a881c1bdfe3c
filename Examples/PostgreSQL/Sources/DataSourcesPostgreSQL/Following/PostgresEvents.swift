public import DataSources

/// The events of one connection to a table, for a `FollowedList`.
///
/// A thread of its own reads them ahead, as far as the limit of its queue. The connections close when the events are
/// released, or when the task that takes them is cancelled.
public struct PostgresEvents<Row: PostgresRow>: AsyncSequence, Sendable {
    /// What the server tells.
    public typealias Element = RowEvent<Row, LogPosition>

    let queue: EventQueue
    let shown: @Sendable () -> ListSnapshot<Row>
    /// Is told an error that was found here, and not by the thread.
    let onFailure: @Sendable (any Error) -> Void
    /// Stops the thread when it is released.
    let lifetime: Lifetime

    final class Lifetime: Sendable {
        private let stop: Connection.Stop

        init(_ stop: Connection.Stop) { self.stop = stop }

        deinit { stop.stop() }
    }

    /// Starts to read the events; there is one iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: self)
    }

    /// Makes events from what the thread has read.
    public struct Iterator: AsyncIteratorProtocol {
        private let events: PostgresEvents
        private var decoder: TransactionDecoder<Row>?
        private var told: LogPosition?

        init(events: PostgresEvents) { self.events = events }

        /// The next event.
        ///
        /// - Throws: ``PostgresError``; any error of the row type; `CancellationError`.
        public mutating func next() async throws -> RowEvent<Row, LogPosition>? {
            // The list asks for the next event when it has handled the last one.
            if let told { events.queue.applied(told) }
            while let item = try await events.queue.next() {
                do {
                    if let event = try event(item) { return event }
                } catch {
                    events.onFailure(error)
                    throw error
                }
            }
            return nil
        }

        private mutating func event(_ item: EventQueue.Item) throws -> RowEvent<Row, LogPosition>? {
            switch item {
            case .loading(let count): return .loading(count: count)
            case .copied(let bytes, let isFirst):
                return .rows(try CopyDecoder.rows(bytes, isFirst: isFirst, as: Row.self))
            case .loaded(let position):
                told = position
                return .loaded(at: position)
            case .streaming(let relation):
                decoder = TransactionDecoder(relation: relation, shown: events.shown)
                return nil
            case .transaction(let messages, let position):
                let changes = try decoder?.changes(messages) ?? []
                told = position
                return .changes(changes, at: position)
            case .progress(let position):
                told = position
                return .changes([], at: position)
            case .ready: return .ready
            case .readAgain(let bytes, let keys, let position):
                let rows = try CopyDecoder.rows(bytes, isFirst: true, as: Row.self)
                let there = Set(rows.map(\.id))
                let gone = try keys.map(Self.id).filter { !there.contains($0) }
                told = position
                return .changes(gone.map { .delete(id: $0) } + rows.map { .upsert($0) }, at: position)
            }
        }

        /// The id of a row of which only the key is known, which is one column.
        private static func id(of key: String) throws -> Row.ID {
            let bytes = Array(key.utf8)
            let values = Row.columns.map { Row.key.contains($0) ? RowValues.Value.text(0..<bytes.count) : .null }
            return try Row.id(of: RowValues(columns: Row.columns, bytes: bytes, values: values))
        }
    }
}
