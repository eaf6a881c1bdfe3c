/// A committed snapshot with its number: what a subscription holds of the past, and a hub of the present.
final class Stage<Snapshot: SnapshotProtocol>: HubStage {
    let number: UInt64
    let snapshot: Snapshot

    init(number: UInt64, snapshot: Snapshot) {
        self.number = number
        self.snapshot = snapshot
    }
}
