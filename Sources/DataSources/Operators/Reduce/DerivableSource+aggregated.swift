extension DerivableSource {
    /// A summary of all items, as a source of one value.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, update | an update, if the result differs |
    /// | move | nothing |
    ///
    /// ```swift
    /// let payroll = staff.aggregated(.sum(of: \.salary))
    /// await payroll.snapshot.value
    /// ```
    ///
    /// - Parameter aggregation: The summary of the items. It removes deleted items and the old content of updated
    ///   items, and adds the new.
    /// - Returns: The derived source.
    /// - Complexity: That of the aggregation, for each change.
    @inlinable
    public func aggregated<Item, Summary, Result>(
        _ aggregation: Aggregation<Item, Summary, Result>
    ) -> DerivedSource<ValueSnapshot<Result>> where Snapshot == ListSnapshot<Item> {
        let operation = AggregateOperator(aggregation)
        let initial = operation.shown
        return DerivedSource(from: self, through: operation).starting(with: initial)
    }

    /// A summary of the items of each key, as a list in the order of the keys.
    ///
    /// A row appears with the first item of its key and disappears with the last, or when the aggregation has no
    /// result. SQL's `GROUP BY` with an aggregate.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, update | an update, insertion or deletion of the key's row; of two rows if the key changes |
    /// | move | nothing |
    ///
    /// ```swift
    /// let payroll = staff.aggregated(by: \.departmentID, .sum(of: \.salary))
    /// await payroll.snapshot[0]?.value
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item; items with equal keys share a row. Called for inserted and deleted items, and for
    ///     both versions of an updated item.
    ///   - aggregation: The summary of the items of a key.
    /// - Returns: The derived source.
    /// - Complexity: That of the aggregation for each change, and O(log *g*) for each row of *g* that changes.
    @inlinable
    public func aggregated<Item, Key: Comparable, Summary, Result>(
        @OperatorClosure<Key> by key: @escaping @Sendable (Item) -> Key,
        _ aggregation: Aggregation<Item, Summary, Result>
    ) -> DerivedSource<ListSnapshot<Keyed<Key, Result>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self,
            through: AggregateByKeyOperator(by: key, aggregation) { Keyed(id: $0, value: $1) }
        )
    }

    /// The distinct values of the items with their counts, in the order of the values.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, update | an update of a count; a row inserted or deleted with the first or last item of a value |
    /// | move | nothing |
    ///
    /// For the order of first appearance use ``grouped(by:order:)``. SQL's `SELECT DISTINCT`; DynamicData's
    /// `DistinctValues`.
    ///
    /// ```swift
    /// let tags = articles.distinct(by: \.tag)
    /// await tags.snapshot.map(\.id)
    /// ```
    ///
    /// - Parameter value: The value of an item. Called for inserted and deleted items, and for both versions of an
    ///   updated item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *v*) for *k* changes and *v* values.
    @inlinable
    public func distinct<Item, Value: Comparable>(
        @OperatorClosure<Value> by value: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<ListSnapshot<Distinct<Value>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self,
            through: AggregateByKeyOperator(by: value, .count) { Distinct($0, count: $1) }
        )
    }
}
