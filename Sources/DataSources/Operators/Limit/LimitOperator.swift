/// Shows the items between two positions; see ``DerivableSource/prefix(_:)-(Int)``.
@usableFromInline
package struct LimitOperator<Item>: SnapshotOperator, PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var bounds: Range<Int>
    @usableFromInline var cut = ListCut<Item>()
    @usableFromInline var items = ListSnapshot<Item>()

    /// Creates an operator that shows the first `count` items.
    @inlinable
    package init(to count: Int) {
        bounds = 0..<max(0, count)
    }

    /// Creates an operator that shows all but the first `count` items.
    @inlinable
    package init(from count: Int) {
        bounds = max(0, count)..<Int.max
    }

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> ListSnapshot<Item> {
        cut.show(bounds.clamped(to: 0..<update.after.count), of: update.after, after: update.changes)
        return cut.snapshot
    }

    @inlinable
    package mutating func apply(
        _ update: Update<ListSnapshot<Item>>?,
        _ count: Update<ValueSnapshot<Int>>?
    ) -> ListSnapshot<Item> {
        if let update { items = update.after }
        if let count { bounds = 0..<max(0, count.after.value ?? 0) }
        cut.show(bounds.clamped(to: 0..<items.count), of: items, after: update?.changes)
        return cut.snapshot
    }
}
