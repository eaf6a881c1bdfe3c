import DataSources
import DataSourcesSQLite
import GRDB
import Synchronization

/// The deliberate bug: it learns the right keys, and reads the rows later, when other commits may have followed.
final class LateFollower: TransactionObserver, Sendable {
    let list = FollowedList<Account, Int>(sortedBy: ItemOrder.ascending(\.rank).then(.ascending(\.id)))
    private let keys = Mutex<Set<Int64>>([])
    private let batches: AsyncStream<Set<Int64>>
    private let output: AsyncStream<Set<Int64>>.Continuation

    init() { (batches, output) = AsyncStream.makeStream() }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { kind.tableName == "account" }
    func databaseDidChange(with event: DatabaseEvent) { keys.withLock { _ = $0.insert(event.rowID) } }
    func databaseDidRollback(_ db: Database) { keys.withLock { $0 = [] } }
    func databaseDidCommit(_ db: Database) {
        let touched = keys.withLock { keys in
            defer { keys = [] }
            return keys
        }
        if !touched.isEmpty { output.yield(touched) }
    }

    func run(_ pool: DatabasePool) async throws {
        pool.add(transactionObserver: self, extent: .databaseLifetime)
        let all = try await pool.read { try Account.all($0) }
        let (events, feed) = AsyncStream.makeStream(of: RowEvent<Account, Int>.self)
        feed.yield(.loading(count: nil))
        feed.yield(.rows(all))
        feed.yield(.loaded(at: 0))
        async let following: Void = list.follow(events)
        var position = 0
        for await touched in batches {
            let rows = try await pool.read { database in
                try touched.compactMap {
                    try Account.fetchOne(database, sql: "SELECT * FROM account WHERE id = ?", arguments: [$0])
                }
            }
            position += 1
            let gone = touched.subtracting(rows.map(\.id))
            feed.yield(.changes(rows.map { .upsert($0) } + gone.map { .delete(id: $0) }, at: position))
        }
        feed.finish()
        _ = try? await following
    }

    func finish() { output.finish() }
}
