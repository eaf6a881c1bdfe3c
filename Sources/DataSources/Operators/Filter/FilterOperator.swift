/// A filter: maps each item to itself or to nothing; see ``DerivableSource/filter(_:)``.
@usableFromInline
package typealias FilterOperator<Item: Identifiable & Equatable & Sendable> = FlatMapOperator<Item, Item>
where Item.ID: Sendable

extension FlatMapOperator where Result == Item {
    /// Creates an operator that keeps the items that satisfy `isIncluded`.
    @inlinable
    package init(_ isIncluded: @escaping @Sendable (Item) -> Bool) {
        self.init { item, results in
            if isIncluded(item) { results.append(item) }
        }
    }
}

extension ByValueOperator where Base: ~Copyable {
    /// Creates an operator that keeps the items that satisfy `isIncluded` for a value.
    @inlinable
    package init<Item>(_ isIncluded: @escaping @Sendable (Item, Value) -> Bool) where Base == FilterOperator<Item> {
        self.init(make: { value in
            { item, results in
                if isIncluded(item, value) { results.append(item) }
            }
        })
    }
}
