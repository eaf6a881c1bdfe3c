/// Keeps items grouped by a key that a value chooses; see ``DerivableSource/grouped(by:order:key:)``.
@usableFromInline
package struct GroupByValueOperator<Key, Item, Value>: PairOperator, ~Copyable
where
    Key: Hashable & Sendable, Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable
{
    @usableFromInline let key: @Sendable (Item, Value) -> Key
    @usableFromInline var grouping: GroupOperator<GroupHeader<Key>, Item>
    /// What there is to group.
    @usableFromInline var items = ListSnapshot<Item>()
    @usableFromInline var hasValue = false

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
        if let first { items = first.after }
        if let second {
            hasValue = second.after.value != nil
            if let value = second.after.value {
                let key = key
                grouping.key = { key($0, value) }
            }
        } else if hasValue, let first {
            return grouping.apply(first)
        }
        grouping.labels.labelAll(items)
        let list = hasValue ? items : ListSnapshot()
        grouping.build(list, askingFor: Array(0..<list.count))
        return grouping.draft.snapshot
    }
}
