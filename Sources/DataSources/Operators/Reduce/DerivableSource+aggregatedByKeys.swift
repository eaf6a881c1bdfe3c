extension DerivableSource {
    /// A summary of the items of each key, as a list in the order of the keys, with a row for items without a key.
    ///
    /// Works like ``aggregated(by:_:)``. The row of items without a key has the id `nil` and comes first or last.
    ///
    /// ```swift
    /// let sizes = people.aggregated(by: \.teamID, .count)      // those without a team: last
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item, or `nil`; items with equal keys share a row.
    ///   - aggregation: The summary of the items of a key.
    ///   - nils: Whether the row of items without a key comes first or last.
    /// - Returns: The derived source.
    /// - Complexity: That of the aggregation for each change, and O(log *g*) for each row of *g* that changes.
    @inlinable
    @_disfavoredOverload
    public func aggregated<Item, Key: Comparable, Summary, Result>(
        @OperatorClosure<Key?> by key: @escaping @Sendable (Item) -> Key?,
        _ aggregation: Aggregation<Item, Summary, Result>,
        nils: NilOrder = .last
    ) -> DerivedSource<ListSnapshot<Keyed<Key?, Result>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self,
            through: AggregateByKeyOperator<Item, Keyed<Key?, Result>, Summary, Result>(
                by: key,
                order: { left, right in nils.comesBefore(left, right) { DataSources.comesBefore($0, $1) } },
                aggregation
            ) { Keyed(id: $0, value: $1) }
        )
    }

    /// A summary of the items of each combination of several keys, as a list in the order of the keys.
    ///
    /// Works like ``aggregated(by:_:)``; the id of a row is a ``CompoundKey``. For keys that cannot be compared, use
    /// ``grouped(by:order:header:)``. SQL's `GROUP BY a, b`.
    ///
    /// ```swift
    /// let sales = orders.aggregated(by: \.country, \.city, with: .sum(of: \.total))
    /// let table = orders.aggregated(
    ///     by: \.country, \.city,
    ///     with: .combined(.count, .sum(of: \.total)) { count, total in Sales(count: count, total: total) })
    /// ```
    ///
    /// - Parameters:
    ///   - first: The first key of an item.
    ///   - second: The second key of an item.
    ///   - rest: Further keys; items whose keys are all equal share a row. Closures among them must be marked
    ///     `@Sendable`.
    ///   - aggregation: The summary of the items of a row; ``Aggregation/combined(_:_:_:into:)`` makes one of several.
    /// - Returns: The derived source.
    /// - Complexity: That of the aggregation for each change, and O(log *g*) for each row of *g* that changes.
    @inlinable
    public func aggregated<Item, First, Second, each Rest, Summary, Result>(
        @OperatorClosure<First> by first: @escaping @Sendable (Item) -> First,
        @OperatorClosure<Second> _ second: @escaping @Sendable (Item) -> Second,
        _ rest: repeat @escaping @Sendable (Item) -> each Rest,
        with aggregation: Aggregation<Item, Summary, Result>
    ) -> DerivedSource<ListSnapshot<Keyed<CompoundKey<First, Second, repeat each Rest>, Result>>>
    where
        Snapshot == ListSnapshot<Item>, First: Comparable, Second: Comparable, repeat each Rest: Comparable
    {
        aggregated(
            by: { item in CompoundKey(first(item), second(item), repeat (each rest)(item)) },
            aggregation
        )
    }
}
