/// Shows the first pages of a list; see ``PagedSource``.
@usableFromInline
package typealias PageOperator<Item> = LimitOperator<Item, PageStatus>
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable

extension LimitOperator where Value == PageStatus {
    @inlinable
    package init() {
        self.init(nil) { status, count in 0..<min(status.limit, count) }
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
