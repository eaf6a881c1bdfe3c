import DataSources

/// What a plan starts from: the presentation at one moment.
struct PlanningBasis<Snapshot: SnapshotProtocol>: Sendable {
    let revision: Int
    let attachment: Int?
    let shown: Snapshot
    /// The state that observers know; `nil` without observers.
    let observed: Snapshot?
    let edits: [PresentedEdit<Snapshot>]
}
