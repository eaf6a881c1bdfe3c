/// Lists items in the order of their arrival, the newest first; see ``DerivableSource/newest(_:)``.
@usableFromInline
package struct ArrivalOperator<Item>: IncrementalOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var draft = ListDraft<Item>()

    @inlinable
    package init() {}

    @inlinable package var snapshot: ListSnapshot<Item> { draft.snapshot }

    /// Shows the last item first, as if all had arrived at once: if ids misbehave, the order of arrival is lost.
    @inlinable
    package mutating func build(_ list: ListSnapshot<Item>) {
        if !draft.isEmpty { startOver() }
        draft.load(count: list.count) { list.tree.element(at: list.count - 1 - $0) }
    }

    @inlinable
    package mutating func follow(_ update: Update<ListSnapshot<Item>>) throws {
        let (before, after, changes) = (update.before, update.after, update.changes)
        for position in changes.deletions { try draft.remove(id: before.tree.element(at: position).id) }
        let arrived = changes.insertions.map { after.tree.element(at: $0) }
        try draft.insert(contentsOf: arrived.reversed(), at: 0)
        for pair in changes.updates { try draft.update(after.tree.element(at: pair.after)) }
        if draft.count != after.count { throw LostTrack() }
    }

    @inlinable
    package mutating func startOver() { draft = ListDraft() }
}
