import DataSources
import TestKit

/// A store of rows, with a log of its transactions, and connections that break.
final class RowStore: Sendable {
    typealias Event = RowEvent<Row, Int>

    struct Lost: Error, Equatable {}

    private struct State {
        /// The rows after each transaction, by key.
        var states: [[Int: Row]] = [[:]]
        var log: [[RowChange<Row>]] = [[]]
        var connections = 0
        var isFinished = false
    }

    /// A connection: what it tells next, and when it breaks.
    private struct Connection {
        var queue: [Event]
        var position: Int
        var isReady = false
        /// The number of events that it still tells.
        var left: Int
    }

    static let order = ItemOrder<Row>.ascending(\.value).then(.ascending(\.id))

    private let state = Shared(State())
    /// The number of the last transaction; -1 when the store has ended.
    private let committed = Parameter(0)

    var position: Int { state.value.states.count - 1 }
    var connections: Int { state.value.connections }

    /// The rows after a transaction, in order.
    func rows(at position: Int) -> [Row] {
        state.value.states[position].values.sorted { ($0.value, $0.id) < ($1.value, $1.id) }
    }

    /// Commits a transaction of random changes.
    func commit(_ random: inout Random) {
        var rows = state.value.states.last ?? [:]
        var changes: [RowChange<Row>] = []
        for _ in 0...random.below(4) {
            let id = random.below(30)
            if random.below(3) == 0 {
                rows[id] = nil
                changes.append(.delete(id: id))
            } else {
                rows[id] = Row(id, random.below(10))
                changes.append(.upsert(rows[id]!))
            }
        }
        let next = rows
        let transaction = changes
        state.change { state in
            state.states.append(next)
            state.log.append(transaction)
        }
        committed.set(position)
    }

    func finish() {
        state.change { $0.isFinished = true }
        committed.set(-1)
    }

    /// Reads a page of the last state.
    func page(_ request: RowPageRequest<Row>) -> RowPage<Row, Int> {
        let position = position
        func comes(_ row: Row, before other: Row) -> Bool { (row.value, row.id) < (other.value, other.id) }
        let rows = rows(at: position).filter { row in
            switch request.place {
            case .start, .end: true
            case .from(let other): !comes(row, before: other)
            case .after(let other): comes(other, before: row)
            case .before(let other): comes(row, before: other)
            }
        }
        let found = request.place.isBackward ? rows.reversed() : rows
        return RowPage(found: Array(found.prefix(request.size + 1)), for: request, at: position)
    }

    /// Connects after a position, or with a whole state, of which it may tell only that there is one; breaks after some
    /// events.
    func connect(
        since position: Int?, seed: UInt64, breaksAfter count: Int, sendsRows: Bool = true
    ) -> AsyncThrowingStream<Event, any Error> {
        state.change { $0.connections += 1 }
        var random = Random(seed: seed)
        var connection = Connection(queue: [], position: self.position, left: count)
        // A store may have forgotten the position, and may repeat what it has told before.
        if let position, random.below(4) > 0 {
            connection.position = max(0, position - random.below(3))
        } else {
            let rows = state.value.states[connection.position].values.sorted { $0.id < $1.id }
            connection.queue.append(.loading(count: random.below(2) == 0 ? nil : rows.count))
            var start = sendsRows ? 0 : rows.count
            while start < rows.count {
                let end = min(rows.count, start + 1 + random.below(8))
                connection.queue.append(.rows(Array(rows[start..<end])))
                start = end
            }
            if sendsRows { connection.queue.append(.loaded(at: connection.position)) }
        }
        let shared = Shared(connection)
        let subscription = committed.subscribe()
        return AsyncThrowingStream { [self] in
            while true {
                let state = state.value
                let (isBroken, event) = shared.change { connection -> (Bool, Event?) in
                    if connection.left == 0 { return (true, nil) }
                    let event = next(&connection, state)
                    if event != nil { connection.left -= 1 }
                    return (false, event)
                }
                if isBroken { throw Lost() }
                if let event { return event }
                guard await subscription.next() != nil else { throw CancellationError() }
            }
        }
    }

    private func next(_ connection: inout Connection, _ state: State) -> Event? {
        if !connection.queue.isEmpty { return connection.queue.removeFirst() }
        if connection.position < state.states.count - 1 {
            connection.position += 1
            return .changes(state.log[connection.position], at: connection.position)
        }
        if !connection.isReady {
            connection.isReady = true
            return .ready
        }
        return state.isFinished ? .finished : nil
    }
}
