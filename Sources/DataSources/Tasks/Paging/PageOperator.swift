/// Shows the first pages of a list; see ``PagedSource``.
@usableFromInline
package struct PageOperator<Item>: PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var cut = ListCut<Item>()
    @usableFromInline var items = ListSnapshot<Item>()
    @usableFromInline var limit = 0

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(
        _ update: Update<ListSnapshot<Item>>?,
        _ status: Update<ValueSnapshot<PageStatus>>?
    ) -> ListSnapshot<Item> {
        if let update { items = update.after }
        if let status { limit = status.after.value?.limit ?? 0 }
        cut.show(0..<min(limit, items.count), of: items, after: update?.changes)
        return cut.snapshot
    }
}

/// Computes the phase of a paged source; see ``PagedSource/phases``.
@usableFromInline
package struct PagePhaseOperator<Item>: PairOperator, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var count = 0
    @usableFromInline var status: PageStatus?
    @usableFromInline var shown = ValueSnapshot<PagePhase>()

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(
        _ update: Update<ListSnapshot<Item>>?,
        _ status: Update<ValueSnapshot<PageStatus>>?
    ) -> ValueSnapshot<PagePhase> {
        if let update { count = update.after.count }
        if let status { self.status = status.after.value }
        let phase = self.status?.phase(count: count)
        if phase != shown.value { shown = phase.map { ValueSnapshot($0) } ?? ValueSnapshot() }
        return shown
    }
}
