/// Shows all items but the first, whose number is a value; see ``DerivableSource/dropFirst(_:)``.
@usableFromInline
package struct OffsetByOperator<Item>: PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var cut = ListCut<Item>()
    @usableFromInline var items = ListSnapshot<Item>()
    /// The number of items to leave out; all of them without a value.
    @usableFromInline var count = Int.max

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(
        _ update: Update<ListSnapshot<Item>>?,
        _ countUpdate: Update<ValueSnapshot<Int>>?
    ) -> ListSnapshot<Item> {
        if let update { items = update.after }
        if let countUpdate { count = max(0, countUpdate.after.value ?? .max) }
        cut.show(min(count, items.count)..<items.count, of: items, after: update?.changes)
        return cut.snapshot
    }
}
