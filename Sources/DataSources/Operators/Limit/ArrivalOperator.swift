/// Lists items in the order of their arrival, the newest first; see ``DerivableSource/newest(_:)``.
@usableFromInline
package struct ArrivalOperator<Item>: SnapshotOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var draft = ListDraft<Item>()

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> ListSnapshot<Item> {
        let (before, after, changes) = (update.before, update.after, update.changes)
        do {
            for position in changes.deletions { try draft.remove(id: before.tree.element(at: position).id) }
            let arrived = changes.insertions.map { after.tree.element(at: $0) }
            try draft.insert(contentsOf: arrived.reversed(), at: 0)
            for pair in changes.updates { try draft.update(after.tree.element(at: pair.after)) }
            if draft.count != after.count { throw LostTrack() }
        } catch {
            // Ids misbehave, so the order of arrival is lost.
            draft = ListDraft()
            draft.load(count: after.count) { after.tree.element(at: after.count - 1 - $0) }
        }
        return draft.snapshot
    }
}
