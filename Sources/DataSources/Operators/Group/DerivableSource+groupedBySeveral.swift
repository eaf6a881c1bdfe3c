extension DerivableSource {
    /// The items of this source in sections by a key that depends on the values of several sources.
    ///
    /// Works like ``grouped(by:order:key:)``. Values that change at once make one update. While one of the sources has
    /// no value there are no sections.
    ///
    /// ```swift
    /// let table = orders.grouped(by: calendar, unit, order: .descending) { order, calendar, unit in
    ///     calendar.start(of: unit, containing: order.date)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - second: Another source of one value.
    ///   - rest: Any number of further sources of one value.
    ///   - order: The order of the sections.
    ///   - key: The key of an item, for the values in order; items with equal keys share a section.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for new values.
    @inlinable
    public func grouped<Item, First, Second, each Rest, Key>(
        by first: any DerivableSource<ValueSnapshot<First>>,
        _ second: any DerivableSource<ValueSnapshot<Second>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        order: GroupOrder<Key>,
        @OperatorClosure<Key> key:
            @escaping @Sendable (_ item: Item, _ first: First, _ second: Second, repeat each Rest) -> Key
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<Key>, Item>> where Snapshot == ListSnapshot<Item> {
        grouped(by: ValuePack.source(first, second, repeat each rest), order: order) { item, values in
            values.call(key, with: item)
        }
    }
}
