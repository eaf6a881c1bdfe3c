extension DerivableSource {
    /// The items of this source that satisfy `isIncluded` for the values of several sources, such as ``Parameter``s.
    ///
    /// Works like the other `filter(by:)`. Values that change at once make one update. While one of the sources has no
    /// value, no item is included and `isIncluded` is not called.
    ///
    /// ```swift
    /// let found = staff.filter(by: search, showsInactive) { employee, text, showsInactive in
    ///     employee.name.hasPrefix(text) && (showsInactive || employee.isActive)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - second: Another source of one value.
    ///   - rest: Any number of further sources of one value.
    ///   - isIncluded: Whether to include an item, for the values in order; must give the same answer for equal items
    ///     and values.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for new values, which test every item.
    @inlinable
    public func filter<Item, First, Second, each Rest>(
        by first: any DerivableSource<ValueSnapshot<First>>,
        _ second: any DerivableSource<ValueSnapshot<Second>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Bool> where isIncluded:
            @escaping @Sendable (_ item: Item, _ first: First, _ second: Second, repeat each Rest) -> Bool
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        filter(by: ValuePack.source(first, second, repeat each rest)) { item, values in
            values.call(isIncluded, with: item)
        }
    }
}
