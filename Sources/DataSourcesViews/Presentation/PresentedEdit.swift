import DataSources

/// An edit that a display shows before the source has made it.
struct PresentedEdit<Snapshot: SnapshotProtocol>: Sendable {
    let number: Int
    /// Makes the edit in a state; `nil` if it has no place there.
    let edit: @Sendable (Snapshot) -> Snapshot?

    func make(in snapshot: Snapshot) -> Snapshot? { edit(snapshot) }
}

/// What follows a presentation on its actor.
class PresentationObserver<Snapshot: SnapshotProtocol> {
    /// The display has been told an update.
    func shown(_ update: Update<Snapshot>) {}
}
