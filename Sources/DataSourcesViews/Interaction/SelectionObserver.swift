import DataSources

/// Prunes a selection; the presentation retains it, and it does not retain the selection.
final class SelectionObserver<Snapshot: ItemSnapshot>: PresentationObserver<Snapshot>
where Snapshot.Item.ID: Sendable {
    weak var selection: Selection<Snapshot>?
    private let storage: SelectionStorage<Snapshot.Item.ID>

    init(_ storage: SelectionStorage<Snapshot.Item.ID>) {
        self.storage = storage
    }

    override var isNeeded: Bool { selection != nil }

    override var preparation: @Sendable (Update<Snapshot>) -> any Sendable {
        { [storage] update in
            let deleted = Snapshot.deletedItems(of: update)
            if deleted.isEmpty { return SelectionPruning<Snapshot.Item.ID>?.none }
            return SelectionPruning(of: storage) { Set(deleted.compactMap { update.before[$0]?.id }) }
        }
    }

    override func shown(_ update: Update<Snapshot>, _ prepared: any Sendable) {
        guard let pruning = prepared as? SelectionPruning<Snapshot.Item.ID> else { return }
        selection?.pruned(pruning, update)
    }
}
