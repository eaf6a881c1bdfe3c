/// Keeps a list sorted by an order that depends on a value; see ``DerivableSource/sorted(by:_:)``.
@usableFromInline
package typealias SortByValueOperator<Item, Value> = ByValueOperator<SortOperator<Item>, Value>
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable

extension ByValueOperator where Base: ~Copyable {
    /// Creates an operator with an order for each value.
    @inlinable
    package init<Item>(_ order: @escaping @Sendable (Value) -> ItemOrder<Item>) where Base == SortOperator<Item> {
        self.init(SortOperator(ItemOrder { _, _ in false })) { value, base in base.order = order(value) }
    }
}
