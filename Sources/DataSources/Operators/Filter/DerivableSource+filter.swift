extension DerivableSource {
    /// The items of this source that satisfy `isIncluded`, in its order.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete | the same, of an item that is included |
    /// | move | a move if it is one among the items included; else nothing |
    /// | update | an update; an insertion or a deletion if the item is included now or no longer |
    ///
    /// `isIncluded` is called once for each item that is inserted or updated, in the order of positions, never for one
    /// that stays or moves. It has to say the same of equal items. What SQL calls `WHERE`.
    ///
    /// ```swift
    /// let wellPaid = staff.filter { $0.salary > 100 }
    /// ```
    ///
    /// - Parameter isIncluded: Whether an item is one of those wanted.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, however few items are included.
    @inlinable
    public func filter<Item>(
        _ isIncluded: @escaping @Sendable (Item) -> Bool
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: FilterOperator(isIncluded))
    }

    /// The items of this source that satisfy `isIncluded`, given the value of another source, such as a ``Parameter``.
    ///
    /// | What changes | What comes out |
    /// |---|---|
    /// | this source | as with `filter(_:)` |
    /// | the value | the insertions and deletions that make the difference; what is included before and after stays |
    /// | both at once | one update |
    ///
    /// As long as there is no value, nothing is included, and `isIncluded` is not called.
    ///
    /// ```swift
    /// let search = Parameter("")
    /// let found = staff.filter(by: search) { employee, text in employee.name.hasPrefix(text) }
    /// search.set("al")
    /// ```
    ///
    /// - Parameters:
    ///   - parameter: The source of the value.
    ///   - isIncluded: Whether an item is one of those wanted; has to say the same of equal items and values.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for another value, which asks about each item.
    @inlinable
    public func filter<Item, Value>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        _ isIncluded: @escaping @Sendable (_ item: Item, _ value: Value) -> Bool
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, parameter, through: FlatMapByOperator(isIncluded))
    }
}
