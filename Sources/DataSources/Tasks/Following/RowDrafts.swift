/// What a followed list does with its drafts.
///
/// It is created where the source is, and so is specialised in the client's module; the methods of an actor are not.
@usableFromInline
struct RowDrafts<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// Adds rows to a whole state.
    @usableFromInline let add: @Sendable (_ whole: inout ListDraft<Item>, _ rows: [Item]) throws -> Void
    /// Makes a whole state the state of a draft.
    @usableFromInline let load:
        @Sendable (_ draft: inout ListDraft<Item>, _ whole: inout ListDraft<Item>) throws -> Void
    @usableFromInline let apply: @Sendable (_ draft: inout ListDraft<Item>, _ changes: [RowChange<Item>]) -> Void
    @usableFromInline let propose: @Sendable (_ draft: inout ListDraft<Item>, _ hub: HubCore) -> HubCore.Proposal

    @inlinable
    init(sortedBy order: ItemOrder<Item>?) {
        add = { whole, rows in try whole.append(contentsOf: rows) }
        load = { draft, whole in
            if let order { try Self.sort(&whole, by: order) }
            if draft.isEmpty {
                swap(&draft, &whole)
            } else {
                // Keeps what has not changed, so the difference is cheap.
                try draft.replaceAll(with: whole.snapshot)
            }
        }
        apply = { draft, changes in
            for change in changes {
                switch (change, order) {
                case (.upsert(let item), let order?): draft.upsert(item, sortedBy: order)
                case (.upsert(let item), nil): draft.upsert(item)
                case (.delete(let id), _):
                    if let position = draft.position(of: id) { _ = try? draft.remove(at: position) }
                }
            }
        }
        propose = { draft, hub in HubCore.Proposal(of: draft.snapshot, to: hub) }
    }

    /// Sorts a list stably, if it is not sorted.
    @inlinable
    static func sort(_ draft: inout ListDraft<Item>, by order: ItemOrder<Item>) throws {
        if isSorted(draft.tree, by: order) { return }
        let items = ContiguousArray(draft.snapshot)
        try draft.replaceAll(with: order.permutation(items).lazy.map { items[Int($0)] })
    }

    /// Whether no item comes after the next one; copies no items.
    @inlinable
    static func isSorted(_ tree: ChunkTree<Item>, by order: ItemOrder<Item>) -> Bool {
        var (last, isSorted) = (Item?.none, true)
        tree.forEachLeaf { items, _ in
            if !isSorted { return }
            isSorted = (1..<items.count).allSatisfy { order.standing(items[$0 - 1], items[$0]) != .after }
            if let last, order.standing(last, items[0]) == .after { isSorted = false }
            last = items[items.count - 1]
        }
        return isSorted
    }
}
