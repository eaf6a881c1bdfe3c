extension DerivableSource {
    /// The non-`nil` results of `transform`, which maps each item, with the values of other sources, to an item with the
    /// same id, in their sections.
    ///
    /// All sections stay, even without items.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | this source | as with `compactMap(_:)` |
    /// | the values | updates of the items whose results differ; insertions and deletions of those that start or stop being `nil` |
    /// | several at once | one update |
    ///
    /// New values call `transform` for every item. While one of the other sources has no value, the sections are empty
    /// and `transform` is not called.
    ///
    /// ```swift
    /// let matches = company.compactMap(with: search) { employee, text in
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
    /// - Complexity: That of `compactMap(_:)`; O(*n*) for new values.
    @inlinable
    public func compactMap<Header, Item, First, each Rest, Result>(
        with first: any DerivableSource<ValueSnapshot<First>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Result?> transform:
            @escaping @Sendable (_ item: Item, _ first: First, repeat each Rest) -> Result?
    ) -> DerivedSource<SectionedSnapshot<Header, Result>>
    where
        Snapshot == SectionedSnapshot<Header, Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
    {
        compacted(with: ValuePack.source(first, repeat each rest)) { item, values in
            values.call(transform, with: item).map { made($0, of: item, by: "compactMap") }
        }
    }

    /// The non-`nil` results of `transform` for each item and the values of other sources, each under the id of its
    /// item, in their sections.
    ///
    /// Works like the other `compactMap(with:)`, for values without an identity of their own.
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - rest: Any number of further sources of one value.
    ///   - transform: Maps an item, with the values in order, to a value, or `nil`.
    /// - Returns: The derived source.
    /// - Complexity: That of `compactMap(_:)`; O(*n*) for new values.
    @inlinable
    @_disfavoredOverload
    public func compactMap<Header, Item, First, each Rest, Value: Equatable & Sendable>(
        with first: any DerivableSource<ValueSnapshot<First>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Value?> transform:
            @escaping @Sendable (_ item: Item, _ first: First, repeat each Rest) -> Value?
    ) -> DerivedSource<SectionedSnapshot<Header, Keyed<Item.ID, Value>>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        compacted(with: ValuePack.source(first, repeat each rest)) { item, values in
            values.call(transform, with: item).map { Keyed(id: item.id, value: $0) }
        }
    }
}
