extension DerivableSource {
    /// The items that satisfy `isIncluded` for the values of several sources, such as ``Parameter``s, in their sections.
    ///
    /// Works like the other `filter(by:)`. Values that change at once make one update. While one of the sources has no
    /// value, the sections are empty and `isIncluded` is not called.
    ///
    /// ```swift
    /// let found = company.filter(by: search, minimum) { employee, text, minimum in
    ///     employee.name.hasPrefix(text) && employee.salary >= minimum
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
    /// - Complexity: That of `filter(_:)`; O(*n*) for new values, which test every item.
    @inlinable
    public func filter<Header, Item, First, Second, each Rest>(
        by first: any DerivableSource<ValueSnapshot<First>>,
        _ second: any DerivableSource<ValueSnapshot<Second>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Bool> where isIncluded:
            @escaping @Sendable (_ item: Item, _ first: First, _ second: Second, repeat each Rest) -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        filter(by: ValuePack.source(first, second, repeat each rest)) { item, values in
            values.call(isIncluded, with: item)
        }
    }

    /// The sections whose headers satisfy `isIncluded` for the values of several sources, such as ``Parameter``s.
    ///
    /// Works like the other `filterSections(by:)`. Values that change at once make one update. While one of the sources
    /// has no value, there are no sections and `isIncluded` is not called.
    ///
    /// ```swift
    /// let visible = company.filterSections(by: collapsed, search) { department, collapsed, text in
    ///     !text.isEmpty || !collapsed.contains(department.id)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - second: Another source of one value.
    ///   - rest: Any number of further sources of one value.
    ///   - isIncluded: Whether to include a section, for the values in order; must give the same answer for equal
    ///     headers and values.
    /// - Returns: The derived source.
    /// - Complexity: That of ``filterSections(_:)``; O(*s*) for new values, which test every section.
    @inlinable
    public func filterSections<Header, Item, First, Second, each Rest>(
        by first: any DerivableSource<ValueSnapshot<First>>,
        _ second: any DerivableSource<ValueSnapshot<Second>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        where isIncluded:
            @escaping @Sendable (_ header: Header, _ first: First, _ second: Second, repeat each Rest)
            -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        filterSections(by: ValuePack.source(first, second, repeat each rest)) { header, values in
            values.call(isIncluded, with: header)
        }
    }
}
