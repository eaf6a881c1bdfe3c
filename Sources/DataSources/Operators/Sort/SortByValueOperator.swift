/// Keeps a list sorted by an order that depends on a value; see ``DerivableSource/sorted(by:_:)``.
@usableFromInline
package struct SortByValueOperator<Item, Value>: PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable {
    @usableFromInline let order: @Sendable (Value) -> ItemOrder<Item>
    @usableFromInline var sorting: SortOperator<Item>
    @usableFromInline var inputs = ValueInputs<ListSnapshot<Item>, Value>()

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
        switch inputs.delta(first, second) {
        case .clear: sorting.sort(ListSnapshot())
        case .follow(let update, _): return sorting.apply(update)
        case .remake(let items, let value):
            sorting.order = order(value)
            sorting.sort(items)
        }
        return sorting.sorted.items.snapshot
    }
}
