extension DerivableSource {
    /// The items of this source, sorted by an order that depends on the values of several sources.
    ///
    /// Works like `sorted(by:_:)`. Values that change at once make one update. While one of the sources has no value
    /// the list is empty.
    ///
    /// ```swift
    /// let table = staff.sorted(by: column, direction) { column, direction in
    ///     column == .name ? ItemOrder(by: { $0.name }, direction) : ItemOrder(by: { $0.salary }, direction)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - second: Another source of one value.
    ///   - rest: Any number of further sources of one value.
    ///   - order: The order for the values; called when one of them changes.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n* log *n*) for new values.
    @inlinable
    public func sorted<Item, First, Second, each Rest>(
        by first: any DerivableSource<ValueSnapshot<First>>,
        _ second: any DerivableSource<ValueSnapshot<Second>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<ItemOrder<Item>> order:
            @escaping @Sendable (_ first: First, _ second: Second, repeat each Rest) -> ItemOrder<Item>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        sorted(by: ValuePack.source(first, second, repeat each rest)) { values in values.call(order) }
    }
}
