import GRDB
import Synchronization

/// When the database has committed a change of the cards last.
final class CommitClock: TransactionObserver, Sendable {
    private let state = Mutex((last: ContinuousClock.now, isTouched: false))

    var last: ContinuousClock.Instant { state.withLock { $0.last } }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        // A row is removed long after its card was: see `Database.deleteOld`.
        if case .delete = kind { return false }
        return kind.tableName == "card"
    }

    func databaseDidChange(with event: DatabaseEvent) { state.withLock { $0.isTouched = true } }

    func databaseDidCommit(_ db: Database) {
        state.withLock { if $0.isTouched { $0 = (.now, false) } }
    }

    func databaseDidRollback(_ db: Database) { state.withLock { $0.isTouched = false } }
}
