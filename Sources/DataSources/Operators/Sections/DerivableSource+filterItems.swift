extension DerivableSource {
    /// The items that satisfy `isIncluded`, in their sections; all sections stay, even without items.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | item inserted, deleted | the same, if the item is included |
    /// | item moved, also to another section | a move, if the order of the included items changes; else nothing |
    /// | item updated | an update; an insertion or a deletion if the item starts or stops being included |
    /// | section inserted | the same, with its included items |
    /// | section deleted, moved; header updated | the same |
    ///
    /// `isIncluded` is called once for each item that is inserted or updated, in the order of paths, never for an item
    /// that stays or moves. It must give the same answer for equal items. To drop sections without items, add
    /// ``hidingEmptySections()``.
    ///
    /// ```swift
    /// let wellPaid = company.filter { $0.salary > 100 }.hidingEmptySections()
    /// ```
    ///
    /// - Parameter isIncluded: Whether to include an item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, however few items are included; a section that is inserted,
    ///   deleted or moved counts as its items.
    @inlinable
    public func filter<Header, Item>(
        @OperatorClosure<Bool> _ isIncluded: @escaping @Sendable (Item) -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionedCompactMapOperator<Header, Item, Item>(isIncluded))
    }

    /// The items that satisfy `isIncluded` for the value of another source, such as a ``Parameter``, in their sections.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | this source | as with the other `filter` |
    /// | the value | insertions and deletions; an item included both before and after is unchanged |
    /// | both at once | one update |
    ///
    /// While there is no value, the sections are empty and `isIncluded` is not called.
    ///
    /// ```swift
    /// let search = Parameter("")
    /// let found = company.filter(by: search) { employee, text in employee.name.hasPrefix(text) }
    /// search.set("al")
    /// ```
    ///
    /// - Parameters:
    ///   - parameter: The source of the value.
    ///   - isIncluded: Whether to include an item; must give the same answer for equal items and values.
    /// - Returns: The derived source.
    /// - Complexity: That of the other `filter`; O(*n*) for a new value, which tests every item.
    @inlinable
    public func filter<Header, Item, Value>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        @OperatorClosure<Bool> _ isIncluded: @escaping @Sendable (_ item: Item, _ value: Value) -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        let operation = SectionedCompactMapByOperator<Header, Item, Value, Item>(isIncluded)
        return DerivedSource(from: self, parameter, through: operation)
    }
}
