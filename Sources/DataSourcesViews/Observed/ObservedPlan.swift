import DataSources

/// An update, and what it means for observers; made off the actor.
struct ObservedPlan<Snapshot: ItemSnapshot, Details: Sendable>: Sendable where Snapshot.Item.ID: Sendable {
    let update: Update<Snapshot>
    /// The new content of items that stay and have changed.
    let changed: [Snapshot.Item.ID: Snapshot.Item]
    let removed: Set<Snapshot.Item.ID>
    let details: Details

    init(_ update: Update<Snapshot>, details: Details) {
        self.update = update
        self.details = details
        changed = Dictionary(update.updatedItems.map { ($0.new.id, $0.new) }) { first, _ in first }
        removed = Set(update.deletedItems.lazy.map(\.id))
    }
}
