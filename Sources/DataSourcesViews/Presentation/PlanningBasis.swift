import DataSources

/// What a plan starts from: the presentation at one moment.
///
/// A class: generic structs are expensive to copy.
final class PlanningBasis<Snapshot: SnapshotProtocol>: Sendable {
    let revision: Int
    let attachment: Int?
    let shown: Snapshot
    /// The state that observers know; `nil` without observers.
    let observed: Snapshot?
    let edits: [PresentedEdit<Snapshot>]

    init(
        revision: Int, attachment: Int?, shown: Snapshot, observed: Snapshot?, edits: [PresentedEdit<Snapshot>]
    ) {
        self.revision = revision
        self.attachment = attachment
        self.shown = shown
        self.observed = observed
        self.edits = edits
    }
}
