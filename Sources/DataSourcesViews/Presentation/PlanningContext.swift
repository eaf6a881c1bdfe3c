import DataSources
import Synchronization

/// The newest basis for plans, readable off the presentation's actor.
///
/// A task that has waited long for an update plans for what is shown then.
final class PlanningContext<Snapshot: SnapshotProtocol>: Sendable {
    /// A class: generic structs are expensive to copy.
    final class Content: Sendable {
        let basis: PlanningBasis<Snapshot>
        let planner: DisplayPlanner<Snapshot>?
        let preparations: [@Sendable (Update<Snapshot>) -> any Sendable]

        init(
            basis: PlanningBasis<Snapshot>, planner: DisplayPlanner<Snapshot>?,
            preparations: [@Sendable (Update<Snapshot>) -> any Sendable]
        ) {
            self.basis = basis
            self.planner = planner
            self.preparations = preparations
        }
    }

    /// Written on the presentation's actor only.
    private let stored: Mutex<Content>

    init(_ content: Content) {
        stored = Mutex(content)
    }

    var content: Content { stored.withLock { $0 } }

    /// Replaces the content; returns the old one.
    func exchange(_ new: Content) -> Content {
        stored.withLock { content in
            let old = content
            content = new
            return old
        }
    }
}
