extension DerivableSource {
    /// A summary of all items, as a source of one value.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete, update | an update, if the result is another one now |
    /// | move | nothing |
    ///
    /// ```swift
    /// let payroll = staff.aggregated(.sum(of: \.salary))
    /// await payroll.snapshot.value
    /// ```
    ///
    /// - Parameter aggregation: What is made of the items. It takes out what goes, and what there was of an item that is
    ///   updated.
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
    /// Rows come with the first item of their key and go with the last, or when there is nothing to show. What SQL calls
    /// `GROUP BY` with an aggregate.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete, update | an update of the key's row, or its insertion or deletion; of two rows, if an update is of the key |
    /// | move | nothing |
    ///
    /// ```swift
    /// let payroll = staff.aggregated(by: \.departmentID, .sum(of: \.salary))
    /// await payroll.snapshot[0]?.value
    /// ```
    ///
    /// - Parameters:
    ///   - key: What the items of a row have in common. It is called for what comes, what goes, and for both sides of an
    ///     update.
    ///   - aggregation: What is made of the items.
    /// - Returns: The derived source.
    /// - Complexity: That of the aggregation for each change, and O(log *g*) for each row of *g* that changes.
    @inlinable
    public func aggregated<Item, Key: Comparable, Summary, Result>(
        by key: @escaping @Sendable (Item) -> Key,
        _ aggregation: Aggregation<Item, Summary, Result>
    ) -> DerivedSource<ListSnapshot<Keyed<Key, Result>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self,
            through: AggregateByKeyOperator(by: key, aggregation) { Keyed(id: $0, value: $1) }
        )
    }

    /// The values that items have, each once, with how many items have it, in the order of the values.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete, update | an update of a count; a row, if a value is there for the first time or no more |
    /// | move | nothing |
    ///
    /// For the order of first appearance see ``grouped(by:order:)``. What SQL calls `SELECT DISTINCT`; DynamicData's
    /// `DistinctValues`.
    ///
    /// ```swift
    /// let tags = articles.distinct(by: \.tag)
    /// await tags.snapshot.map(\.id)
    /// ```
    ///
    /// - Parameter value: A value of an item. It is called for what comes, what goes, and for both sides of an update.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *v*) for *k* changes and *v* values.
    @inlinable
    public func distinct<Item, Value: Comparable>(
        by value: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<ListSnapshot<Distinct<Value>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self,
            through: AggregateByKeyOperator(by: value, .count) { Distinct($0, count: $1) }
        )
    }
}
