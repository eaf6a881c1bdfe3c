import DataSources

/// All items of a snapshot, selected instead of what is selected; prepared off the selection's actor.
struct WholeSelection<ID: Hashable & Sendable>: Sendable {
    let ids: Set<ID>
    let change: SelectionChange<ID>
    /// The generation of the selection that `change` begins with.
    let generation: Int

    /// Collects the ids of a snapshot; in ``SelectionMode/single`` mode, the first.
    @concurrent
    init<Snapshot: SelectableSnapshot>(
        of snapshot: Snapshot, _ mode: SelectionMode, instead storage: SelectionStorage<ID>
    ) async where Snapshot.Item.ID == ID {
        let all = snapshot.itemIDs
        ids = mode == .single ? Set(all.prefix(1)) : Set(all)
        let content = storage.content
        change = SelectionChange(from: content.ids, to: ids)
        generation = content.generation
    }
}
