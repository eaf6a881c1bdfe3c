extension DerivableSource {
    /// The results of `transform`, which maps each item, with the values of other sources, to an item with the same id.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | this source | as with `map(_:)` |
    /// | the values | updates of the items whose results differ |
    /// | several at once | one update |
    ///
    /// New values call `transform` for every item. While one of the other sources has no value, the list is empty and
    /// `transform` is not called.
    ///
    /// ```swift
    /// let rows = staff.map(with: selection, currency) { employee, selected, currency in
    ///     EmployeeRow(employee, salary: currency.format(employee.salary), isSelected: employee.id == selected)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - rest: Any number of further sources of one value.
    ///   - transform: Maps an item, with the values in order, to an item with the same id; another id traps. Must give
    ///     the same result for equal items and values.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for new values.
    @inlinable
    public func map<Item, First, each Rest, Result>(
        with first: any DerivableSource<ValueSnapshot<First>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Result> transform:
            @escaping @Sendable (_ item: Item, _ first: First, repeat each Rest) -> Result
    ) -> DerivedSource<ListSnapshot<Result>>
    where Snapshot == ListSnapshot<Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID {
        compacted(with: ValuePack.source(first, repeat each rest)) { item, values in
            made(values.call(transform, with: item), of: item, by: "map")
        }
    }

    /// The results of `transform` for each item and the values of other sources, each under the id of its item.
    ///
    /// Works like the other `map(with:)`, for values without an identity of their own:
    ///
    /// ```swift
    /// let names = staff.map(with: locale) { $0.name.uppercased(with: $1) }      // of Keyed<Employee.ID, String>
    /// ```
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - rest: Any number of further sources of one value.
    ///   - transform: Maps an item, with the values in order, to a value.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for new values.
    @inlinable
    @_disfavoredOverload
    public func map<Item, First, each Rest, Value: Equatable & Sendable>(
        with first: any DerivableSource<ValueSnapshot<First>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Value> transform: @escaping @Sendable (_ item: Item, _ first: First, repeat each Rest) -> Value
    ) -> DerivedSource<ListSnapshot<Keyed<Item.ID, Value>>> where Snapshot == ListSnapshot<Item> {
        compacted(with: ValuePack.source(first, repeat each rest)) { item, values in
            Keyed(id: item.id, value: values.call(transform, with: item))
        }
    }
}
