public import DataSources

/// How an update is split into the batches that a display takes at a time.
///
/// The split is computed off the display's actor, from the update alone.
public struct Batching<Snapshot: SnapshotProtocol, Batch: Sendable>: Sendable {
    /// A batch, and the state after it.
    public struct Planned: Sendable {
        /// What changes.
        public let batch: Batch
        /// The state after the batch.
        public let snapshot: Snapshot

        /// Creates a batch that leads to `snapshot`.
        public init(_ batch: Batch, to snapshot: Snapshot) {
            self.batch = batch
            self.snapshot = snapshot
        }
    }

    let batches: @Sendable (Update<Snapshot>) -> [Planned]

    /// The batches of an update, in order.
    public func plan(_ update: Update<Snapshot>) -> [Planned] { batches(update) }

    /// Creates a split of your own; the last batch has to lead to the state after the update.
    public init(_ batches: @escaping @Sendable (_ update: Update<Snapshot>) -> [Planned]) {
        self.batches = batches
    }
}

extension Batching where Batch == Update<Snapshot> {
    /// The `stages` of the update: usually one batch, accepted by views with UIKit's rules for batch updates.
    public static var stages: Batching { Batching { $0.stages.map { Planned($0, to: $0.after) } } }

    /// The update as it is: for displays that take any changes in one batch.
    public static var whole: Batching { Batching { [Planned($0, to: $0.after)] } }
}

extension Batching where Batch == [Snapshot.Step] {
    /// The `steps` of the update: one batch of single edits in sequence, for toolkits that take one at a time.
    public static var steps: Batching { Batching { [Planned($0.steps, to: $0.after)] } }
}
