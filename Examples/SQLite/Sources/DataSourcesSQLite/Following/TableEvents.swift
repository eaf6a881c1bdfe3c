import DataSources
import GRDB

/// The events of a table.
///
/// When the list asks for the next event, it has applied all earlier ones.
///
/// ```
/// no state shown:  whole state ──┐
/// a state shown:   comparison ───┴─▶ ready ─▶ commits, comparisons, …
/// ```
struct TableEvents<Item: TableRow>: AsyncSequence, Sendable {
    typealias Element = RowEvent<Item, CommitPosition>

    let table: FollowedTable<Item>

    func makeAsyncIterator() -> Iterator { Iterator(table: table) }

    struct Iterator: AsyncIteratorProtocol {
        private enum Phase {
            case start
            case loading(
                RowBatches<Item>.Taker, AsyncThrowingStream<RowBatches<Item>.Part, any Error>.Iterator, CommitPosition)
            case announcing
            case following
        }

        private let table: FollowedTable<Item>
        private var phase = Phase.start
        /// Whether a row with another key may have the id of one that is shown: then keys do not tell which items changed.
        private var mayHaveTwins = false
        /// When the last comparison has ended, and how long to wait after it.
        private var rest: (since: ContinuousClock.Instant, atLeast: Duration)?

        fileprivate init(table: FollowedTable<Item>) { self.table = table }

        mutating func next() async throws -> Element? {
            while true {
                switch phase {
                case .start:
                    if table.list.position.value != nil, let event = try await comparison() {
                        phase = .announcing
                        return event
                    }
                    let (batches, position) = try await table.readAll()
                    mayHaveTwins = false
                    phase = .loading(RowBatches.Taker(of: batches), batches.makeIterator(), position)
                case .loading(let taker, var parts, let position):
                    let part = try await parts.next(isolation: #isolation)
                    try Task.checkCancellation()
                    switch part {
                    case .count(let count):
                        phase = .loading(taker, parts, position)
                        return .loading(count: count)
                    case .rows(let rows, let mayHaveTwins):
                        self.mayHaveTwins = mayHaveTwins
                        taker.batches.taken()
                        phase = .loading(taker, parts, position)
                        return .rows(rows)
                    case nil:
                        phase = .announcing
                        return .loaded(at: position)
                    }
                case .announcing:
                    phase = .following
                    return .ready
                case .following:
                    switch try await table.mailbox.next() {
                    case .commit(let changes, let position) where !mayHaveTwins:
                        return .changes(changes, at: position)
                    case .commit, .comparison:
                        if let event = try await comparison() { return event }
                        phase = .start
                    }
                }
            }
        }

        /// The changes from the state shown to the newest one; `nil` if there are too many to collect.
        ///
        /// Comparisons take at most a third of the time, however often another process writes.
        private mutating func comparison() async throws -> Element? {
            if let rest { try await Task.sleep(until: rest.since + rest.atLeast) }
            let start = ContinuousClock.now
            let (difference, position) = try await table.compare()
            let end = ContinuousClock.now
            rest = (end, Swift.max(.milliseconds(20), (end - start) * 2))
            mayHaveTwins = difference?.mayHaveTwins ?? false
            return difference.map { .changes($0.changes, at: position) }
        }
    }
}
