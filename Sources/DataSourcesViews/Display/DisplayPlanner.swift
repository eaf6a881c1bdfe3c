import DataSources

/// How a display that is attached wants to be told updates.
struct DisplayPlanner<Snapshot: SnapshotProtocol>: Sendable {
    /// The attachment that it plans for.
    let attachment: Int
    let resets: ResetPolicy<Snapshot>
    /// The number of items handed over per frame when everything is shown anew; `nil` for all at once.
    let itemsPerFrame: Int?
    let batches: @Sendable (Update<Snapshot>) -> any Sendable

    /// Whether a state is handed over in several frames when everything is shown anew.
    func divides(_ snapshot: Snapshot) -> Bool { itemsPerFrame.map { snapshot.itemCount > $0 } ?? false }

    /// The first items of `snapshot`, more than `count` by ``itemsPerFrame``; `nil` if that is all of them.
    func beginning(of snapshot: Snapshot, after count: Int) -> Snapshot? {
        guard let itemsPerFrame, snapshot.itemCount - count > itemsPerFrame else { return nil }
        let snapshot = snapshot as? any DivisibleSnapshot
        return snapshot?.beginning(count + itemsPerFrame) as? Snapshot
    }
}
