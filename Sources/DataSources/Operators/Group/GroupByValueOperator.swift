/// Groups items by a key that depends on a value; see ``DerivableSource/grouped(by:order:key:)``.
@usableFromInline
package struct GroupByValueOperator<Key, Item, Value>: PairOperator, ~Copyable
where
    Key: Hashable & Sendable, Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable
{
    @usableFromInline let key: @Sendable (Item, Value) -> Key
    @usableFromInline var grouping: GroupOperator<GroupHeader<Key>, Item>
    @usableFromInline var inputs = ValueInputs<ListSnapshot<Item>, Value>()

    @inlinable
    package init(_ order: GroupOrder<Key>, key: @escaping @Sendable (Item, Value) -> Key) {
        self.key = key
        grouping = GroupOperator(.withItems(order, header: { key, _ in GroupHeader(key) }), key: { _ in nil })
    }

    @inlinable
    package mutating func apply(
        _ first: Update<ListSnapshot<Item>>?,
        _ second: Update<ValueSnapshot<Value>>?
    ) -> SectionedSnapshot<GroupHeader<Key>, Item> {
        switch inputs.delta(first, second) {
        case .clear: grouping.build(ListSnapshot(), askingFor: [])
        case .follow(let update, _): return grouping.apply(update)
        case .remake(let items, let value):
            let key = key
            grouping.key = { key($0, value) }
            grouping.build(items, askingFor: Array(0..<items.count))
        }
        return grouping.draft.snapshot
    }
}
