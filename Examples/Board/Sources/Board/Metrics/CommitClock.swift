import Synchronization

/// When the database has committed last.
final class CommitClock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var last: ContinuousClock.Instant { time.withLock { $0 } }

    /// The database has committed.
    func committed() { time.withLock { $0 = .now } }
}
