/// Maps each item, with a value, to one item or none, in its section; `filter` and `map` are cases of it.
///
/// A new value rebuilds everything. While there is no value the sections are empty and the transform is not called.
@usableFromInline
package struct SectionedCompactMapByOperator<Header, Item, Value, Result>: PairOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
{
    /// The result for an item and a value, with the item's id.
    @usableFromInline let make: @Sendable (_ item: Item, _ value: Value) -> Result?
    @usableFromInline var base = SectionedCompactMapOperator<Header, Item, Result>(make: { _ in nil })
    @usableFromInline var input = SectionedSnapshot<Header, Item>()

    @inlinable
    package init(_ make: @escaping @Sendable (_ item: Item, _ value: Value) -> Result?) {
        self.make = make
    }

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<Header, Item>>?,
        _ valueUpdate: Update<ValueSnapshot<Value>>?
    ) -> SectionedSnapshot<Header, Result> {
        if let update { input = update.after }
        if let valueUpdate {
            let (make, value) = (make, valueUpdate.after.value)
            base.make = { item in value.flatMap { make(item, $0) } }
            base.build(input)
        } else if let update {
            return base.apply(update)
        }
        return base.snapshot
    }
}

extension SectionedCompactMapByOperator where Result == Item {
    /// Creates an operator that keeps the items that satisfy `isIncluded` for the value.
    @inlinable
    package init(_ isIncluded: @escaping @Sendable (_ item: Item, _ value: Value) -> Bool) {
        self.init { item, value in isIncluded(item, value) ? item : nil }
    }
}
