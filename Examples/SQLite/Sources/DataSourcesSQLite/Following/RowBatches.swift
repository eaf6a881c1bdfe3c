import DataSources
import Dispatch
import GRDB
import Synchronization

/// The rows of a whole state on their way from a reading connection, a few batches at a time.
///
/// The connection's thread waits while nobody takes them, so that there is never an array of all rows.
final class RowBatches<Item: TableRow>: Sendable {
    enum Part: Sendable {
        case count(Int)
        case rows([Item], mayHaveTwins: Bool)
    }

    private let parts: AsyncThrowingStream<Part, any Error>
    private let output: AsyncThrowingStream<Part, any Error>.Continuation
    private let room = DispatchSemaphore(value: 0)
    /// Once set, the rest is not wanted.
    private let isCancelled = Atomic(false)

    init() {
        (parts, output) = AsyncThrowingStream.makeStream()
        // Not as its first value: a semaphore must not be freed while it has less than that.
        for _ in 0..<4 { room.signal() }
    }

    /// Reads all rows, on the queue of a connection.
    func fill(
        _ query: TableQuery<Item>, _ layout: TableLayout, from database: Result<Database, any Error>
    ) {
        do {
            let database = try database.get()
            let count = try Int.fetchOne(database, sql: query.count, arguments: query.arguments) ?? 0
            output.yield(.count(count))
            try query.reader.readAll(database, query.all(layout), query.arguments) { rows, mayHaveTwins in
                room.wait()
                if isCancelled.load(ordering: .acquiring) { return false }
                output.yield(.rows(rows, mayHaveTwins: mayHaveTwins))
                return true
            }
            output.finish()
        } catch {
            output.finish(throwing: error)
        }
    }

    func makeIterator() -> AsyncThrowingStream<Part, any Error>.Iterator { parts.makeAsyncIterator() }

    /// Whoever takes the rows: when it is gone, the reading ends.
    final class Taker: Sendable {
        let batches: RowBatches<Item>

        init(of batches: RowBatches<Item>) { self.batches = batches }

        deinit { batches.cancel() }
    }

    /// A batch was taken: there is room for another one.
    func taken() { room.signal() }

    /// Ends the reading soon; the rest is not wanted.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        room.signal()
    }
}
