extension DerivableSource {
    /// The non-`nil` results of `transform`, which maps each item, with the values of other sources, to an item with the
    /// same id.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | this source | as with `compactMap(_:)` |
    /// | the values | updates of the items whose results differ; insertions and deletions of those that start or stop being `nil` |
    /// | several at once | one update |
    ///
    /// New values call `transform` for every item. While one of the other sources has no value, the list is empty and
    /// `transform` is not called.
    ///
    /// ```swift
    /// let matches = staff.compactMap(with: search) { employee, text in
    ///     employee.name.range(of: text).map { Match(id: employee.id, range: $0) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - rest: Any number of further sources of one value.
    ///   - transform: Maps an item, with the values in order, to an item with the same id, or `nil`; another id traps.
    ///     Must give the same result for equal items and values.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for new values.
    @inlinable
    public func compactMap<Item, First, each Rest, Result>(
        with first: any DerivableSource<ValueSnapshot<First>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Result?> transform:
            @escaping @Sendable (_ item: Item, _ first: First, repeat each Rest) -> Result?
    ) -> DerivedSource<ListSnapshot<Result>>
    where Snapshot == ListSnapshot<Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID {
        compacted(with: ValuePack.source(first, repeat each rest)) { item, values in
            values.call(transform, with: item).map { made($0, of: item, by: "compactMap") }
        }
    }

    /// The non-`nil` results of `transform` for each item and the values of other sources, each under the id of its
    /// item.
    ///
    /// Works like the other `compactMap(with:)`, for values without an identity of their own.
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - rest: Any number of further sources of one value.
    ///   - transform: Maps an item, with the values in order, to a value, or `nil`.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for new values.
    @inlinable
    @_disfavoredOverload
    public func compactMap<Item, First, each Rest, Value: Equatable & Sendable>(
        with first: any DerivableSource<ValueSnapshot<First>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Value?> transform:
            @escaping @Sendable (_ item: Item, _ first: First, repeat each Rest) -> Value?
    ) -> DerivedSource<ListSnapshot<Keyed<Item.ID, Value>>> where Snapshot == ListSnapshot<Item> {
        compacted(with: ValuePack.source(first, repeat each rest)) { item, values in
            values.call(transform, with: item).map { Keyed(id: item.id, value: $0) }
        }
    }

    /// The non-`nil` results for each item and a value.
    @inlinable
    func compacted<Item, Value, Result: Identifiable & Equatable & Sendable>(
        with parameter: DerivedSource<ValueSnapshot<Value>>,
        _ make: @escaping @Sendable (_ item: Item, _ value: Value) -> Result?
    ) -> DerivedSource<ListSnapshot<Result>> where Snapshot == ListSnapshot<Item>, Result.ID == Item.ID {
        DerivedSource(
            from: self, parameter,
            through: FlatMapByOperator(make: { value in
                { item, results in
                    if let result = make(item, value) { results.append(result) }
                }
            })
        )
    }
}
