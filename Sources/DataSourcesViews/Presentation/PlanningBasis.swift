import DataSources
import Synchronization

/// What a plan starts from: the presentation at one moment.
struct PlanningBasis<Snapshot: SnapshotProtocol>: Sendable {
    let revision: Int
    let attachment: Int?
    let shown: Snapshot
    /// The state that observers know; `nil` without observers.
    let observed: Snapshot?
    let edits: [PresentedEdit<Snapshot>]
}

/// The newest basis for plans, readable off the presentation's actor.
///
/// A task that has waited long for an update plans for what is shown then.
final class PlanningContext<Snapshot: SnapshotProtocol>: Sendable {
    struct Content: Sendable {
        var basis: PlanningBasis<Snapshot>
        var planner: DisplayPlanner<Snapshot>?
        var preparations: [@Sendable (Update<Snapshot>) -> any Sendable]
    }

    /// Written on the presentation's actor only.
    private let stored: Mutex<Content>

    init(_ basis: PlanningBasis<Snapshot>) {
        stored = Mutex(Content(basis: basis, planner: nil, preparations: []))
    }

    var content: Content { stored.withLock { $0 } }

    /// Replaces the basis, and releases the old one after the lock.
    func basisChanged(to basis: PlanningBasis<Snapshot>) {
        let old = stored.withLock { content in
            let old = content.basis
            content.basis = basis
            return old
        }
        _ = consume old
    }

    func plannerChanged(to planner: DisplayPlanner<Snapshot>?) {
        let old = stored.withLock { content in
            let old = content.planner
            content.planner = planner
            return old
        }
        _ = consume old
    }

    func preparationAdded(_ preparation: @escaping @Sendable (Update<Snapshot>) -> any Sendable) {
        stored.withLock { $0.preparations.append(preparation) }
    }
}
