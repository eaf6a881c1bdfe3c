extension DerivableSource {
    /// The results of `transform`, which maps each item, with the values of other sources, to an item with the same id,
    /// in their sections.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | this source | as with `map(_:)` |
    /// | the values | updates of the items whose results differ |
    /// | several at once | one update |
    ///
    /// New values call `transform` for every item. While one of the other sources has no value, the sections are empty
    /// and `transform` is not called.
    ///
    /// ```swift
    /// let rows = company.map(with: selection) { EmployeeRow($0, isSelected: $0.id == $1) }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - rest: Any number of further sources of one value.
    ///   - transform: Maps an item, with the values in order, to an item with the same id; another id traps. Must give
    ///     the same result for equal items and values.
    /// - Returns: The derived source.
    /// - Complexity: That of `map(_:)`; O(*n*) for new values.
    @inlinable
    public func map<Header, Item, First, each Rest, Result>(
        with first: any DerivableSource<ValueSnapshot<First>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Result> transform:
            @escaping @Sendable (_ item: Item, _ first: First, repeat each Rest) -> Result
    ) -> DerivedSource<SectionedSnapshot<Header, Result>>
    where
        Snapshot == SectionedSnapshot<Header, Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
    {
        compacted(with: ValuePack.source(first, repeat each rest)) { item, values in
            made(values.call(transform, with: item), of: item, by: "map")
        }
    }

    /// The results of `transform` for each item and the values of other sources, each under the id of its item, in their
    /// sections.
    ///
    /// Works like the other `map(with:)`, for values without an identity of their own.
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - rest: Any number of further sources of one value.
    ///   - transform: Maps an item, with the values in order, to a value.
    /// - Returns: The derived source.
    /// - Complexity: That of `map(_:)`; O(*n*) for new values.
    @inlinable
    @_disfavoredOverload
    public func map<Header, Item, First, each Rest, Value: Equatable & Sendable>(
        with first: any DerivableSource<ValueSnapshot<First>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Value> transform: @escaping @Sendable (_ item: Item, _ first: First, repeat each Rest) -> Value
    ) -> DerivedSource<SectionedSnapshot<Header, Keyed<Item.ID, Value>>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        compacted(with: ValuePack.source(first, repeat each rest)) { item, values in
            Keyed(id: item.id, value: values.call(transform, with: item))
        }
    }

    /// The non-`nil` results for each item and a value, in their sections.
    @inlinable
    func compacted<Header, Item, Value, Result: Identifiable & Equatable & Sendable>(
        with parameter: DerivedSource<ValueSnapshot<Value>>,
        _ make: @escaping @Sendable (_ item: Item, _ value: Value) -> Result?
    ) -> DerivedSource<SectionedSnapshot<Header, Result>>
    where Snapshot == SectionedSnapshot<Header, Item>, Result.ID == Item.ID {
        DerivedSource(from: self, parameter, through: SectionedCompactMapByOperator(make))
    }
}
