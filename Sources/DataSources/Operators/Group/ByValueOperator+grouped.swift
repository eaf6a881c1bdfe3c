extension ByValueOperator where Base: ~Copyable {
    /// Creates an operator that groups items by a key that depends on a value; see
    /// ``DerivableSource/grouped(by:order:key:)``.
    @inlinable
    package init<Key, Item>(_ order: GroupOrder<Key>, key: @escaping @Sendable (Item, Value) -> Key)
    where Base == GroupOperator<GroupHeader<Key>, Item> {
        let groups = Base.Sections.withItems(order, header: { key, _ in GroupHeader(key) })
        self.init(GroupOperator(groups, key: { _ in nil })) { value, base in base.key = { key($0, value) } }
    }
}
