import DataSources
import Synchronization

/// The newest basis for plans, readable off the presentation's actor.
///
/// A task that has waited long for an update plans for what is shown then.
final class PlanningContext<Snapshot: SnapshotProtocol>: Sendable {
    struct Content: Sendable {
        let basis: PlanningBasis<Snapshot>
        let planner: DisplayPlanner<Snapshot>?
        let preparations: [@Sendable (Update<Snapshot>) -> any Sendable]
    }

    /// Written on the presentation's actor only.
    private let stored: Mutex<Content>

    init(_ content: Content) {
        stored = Mutex(content)
    }

    var content: Content {
        get { stored.withLock { $0 } }
        set {
            // The old content is released after the lock.
            let old = stored.withLock { content in
                let old = content
                content = newValue
                return old
            }
            _ = consume old
        }
    }
}
