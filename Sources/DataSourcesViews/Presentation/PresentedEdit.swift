import DataSources

/// An edit that is shown before the source has made it.
struct PresentedEdit<Snapshot: SnapshotProtocol>: Sendable {
    let number: Int
    /// Makes the edit in a state; `nil` if it has no place there.
    let make: @Sendable (Snapshot) -> Snapshot?
}
