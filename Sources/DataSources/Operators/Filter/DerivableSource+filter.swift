extension DerivableSource {
    /// The items of this source that satisfy `isIncluded`, in their upstream order.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete | the same, if the item is included |
    /// | move | a move, if the order of the included items changes; else nothing |
    /// | update | an update; an insertion or a deletion if the item starts or stops being included |
    ///
    /// `isIncluded` is called once for each item that is inserted or updated, in the order of positions, never for an
    /// item that stays or moves. It must give the same answer for equal items. SQL's `WHERE`.
    ///
    /// ```swift
    /// let wellPaid = staff.filter { $0.salary > 100 }
    /// ```
    ///
    /// - Parameter isIncluded: Whether to include an item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, however few items are included.
    @inlinable
    public func filter<Item>(
        @OperatorClosure<Bool> _ isIncluded: @escaping @Sendable (Item) -> Bool
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: FilterOperator(isIncluded))
    }

    /// The items of this source that satisfy `isIncluded` for the value of another source, such as a ``Parameter``.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | this source | as with `filter(_:)` |
    /// | the value | insertions and deletions; an item included both before and after is unchanged |
    /// | both at once | one update |
    ///
    /// While there is no value, no item is included and `isIncluded` is not called.
    ///
    /// ```swift
    /// let search = Parameter("")
    /// let found = staff.filter(by: search) { employee, text in employee.name.hasPrefix(text) }
    /// search.set("al")
    /// ```
    ///
    /// - Parameters:
    ///   - parameter: The source of the value.
    ///   - isIncluded: Whether to include an item; must give the same answer for equal items and values.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for a new value, which tests every item.
    @inlinable
    public func filter<Item, Value>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        @OperatorClosure<Bool> _ isIncluded: @escaping @Sendable (_ item: Item, _ value: Value) -> Bool
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, parameter, through: FlatMapByOperator(isIncluded))
    }
}

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
