/// Keeps a list sorted by an order that a value chooses; see ``DerivableSource/sorted(by:_:)``.
@usableFromInline
package struct SortByValueOperator<Item, Value>: PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable {
    @usableFromInline let order: @Sendable (Value) -> ItemOrder<Item>
    @usableFromInline var sorting: SortOperator<Item>
    /// What there is to sort.
    @usableFromInline var items = ListSnapshot<Item>()
    @usableFromInline var hasValue = false

    @inlinable
    package init(_ order: @escaping @Sendable (Value) -> ItemOrder<Item>) {
        self.order = order
        sorting = SortOperator(ItemOrder { _, _ in false })
    }

    @inlinable
    package mutating func apply(
        _ first: Update<ListSnapshot<Item>>?,
        _ second: Update<ValueSnapshot<Value>>?
    ) -> ListSnapshot<Item> {
        if let first { items = first.after }
        if let second {
            hasValue = second.after.value != nil
            if let value = second.after.value { sorting.order = order(value) }
        } else if hasValue, let first {
            return sorting.apply(first)
        }
        sorting.labels.labelAll(items)
        sorting.sort(hasValue ? items : ListSnapshot())
        return sorting.draft.snapshot
    }
}
