import DataSources

/// What a display is told in one frame.
///
/// A class: generic structs are expensive to copy.
final class DisplayFrame<Snapshot: SnapshotProtocol>: Sendable {
    enum Work: Sendable {
        case reset
        /// An array of ``Batching/Planned`` of the display's batches.
        case batches(any Sendable)
    }

    let work: Work
    /// The state after the frame.
    let snapshot: Snapshot
    /// The number of items handed over so far, if more are to come.
    let itemsShown: Int?

    init(work: Work, snapshot: Snapshot, itemsShown: Int?) {
        self.work = work
        self.snapshot = snapshot
        self.itemsShown = itemsShown
    }
}
