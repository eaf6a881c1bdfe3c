extension DerivableSource {
    /// The items that satisfy `isIncluded`, in their sections; the sections stay, also without items.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | item inserted, deleted | the same, of an item that is included |
    /// | item moved, also to another section | a move if it is one among the items included; else nothing |
    /// | item updated | an update; an insertion or a deletion if the item is included now or no longer |
    /// | section inserted | the same, with those of its items that are included |
    /// | section deleted, moved; header updated | the same |
    ///
    /// `isIncluded` is called once for each item that is inserted or updated, in the order of paths, never for one that
    /// stays or moves. It has to say the same of equal items. For sections that disappear with their last item put
    /// ``hidingEmptySections()`` behind it.
    ///
    /// ```swift
    /// let wellPaid = company.filter { $0.salary > 100 }.hidingEmptySections()
    /// ```
    ///
    /// - Parameter isIncluded: Whether an item is one of those wanted.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, however few items are included; a section that comes, goes or moves
    ///   counts as its items.
    @inlinable
    public func filter<Header, Item>(
        _ isIncluded: @escaping @Sendable (Item) -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionedCompactMapOperator<Header, Item, Item>(isIncluded))
    }

    /// The items that satisfy `isIncluded`, given the value of another source, such as a ``Parameter``, in their sections.
    ///
    /// | What changes | What comes out |
    /// |---|---|
    /// | this source | as with the other `filter` |
    /// | the value | the insertions and deletions that make the difference; what is included before and after stays |
    /// | both at once | one update |
    ///
    /// As long as there is no value, no item is included, the sections are there, and `isIncluded` is not called.
    ///
    /// ```swift
    /// let search = Parameter("")
    /// let found = company.filter(by: search) { employee, text in employee.name.hasPrefix(text) }
    /// search.set("al")
    /// ```
    ///
    /// - Parameters:
    ///   - parameter: The source of the value.
    ///   - isIncluded: Whether an item is one of those wanted; has to say the same of equal items and values.
    /// - Returns: The derived source.
    /// - Complexity: As the other `filter`; O(*n*) for another value, which asks about each item.
    @inlinable
    public func filter<Header, Item, Value>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        _ isIncluded: @escaping @Sendable (_ item: Item, _ value: Value) -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, parameter, through: SectionedFilterByOperator<Header, Item, Value>(isIncluded))
    }
}
