extension DerivableSource {
    /// The items of this source and of the other lists; of several items with one id, a rule decides which is shown.
    ///
    /// | In one of the lists | Output |
    /// |---|---|
    /// | insert, of an id that another list has | nothing, or the move and update of the item if the new one wins |
    /// | delete, of the item shown | its deletion; if another list has the id, the move and update to the preferred one |
    /// | update, of an id that several lists have | an update, and a move if another list wins; otherwise nothing |
    /// | anything else | as with ``merged(with:)`` |
    ///
    /// The item shown is at its place among the items of its list, and the lists follow each other. All lists' items are
    /// kept, so when the winner leaves, the next best is shown. DynamicData's `MergeChangeSets` with a comparer.
    ///
    /// ```swift
    /// let freshest = cached.merged(with: fetched) { $0.revision > $1.revision }
    /// ```
    ///
    /// - Parameters:
    ///   - others: The lists that follow this one.
    ///   - isPreferred: Whether the first item wins over the second, which is from an earlier list. If neither wins over
    ///     the other, the item of the earlier list is shown.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; a change of an id also costs O(*l* log *n*) for the *l* lists that
    ///   have it.
    @inlinable
    public func merged<Item>(
        with others: any DerivableSource<ListSnapshot<Item>>...,
        @OperatorClosure<Bool> preferring isPreferred: @escaping @Sendable (_ item: Item, _ earlier: Item) -> Bool
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        let sources: [any DerivableSource<ListSnapshot<Item>>] = [self]
        return DerivedSource(from: sources + others, through: MergeOperator(preferring: isPreferred))
    }

    /// The items of this source and of another list; of two items with one id, a rule that depends on a value decides
    /// which is shown.
    ///
    /// Works like ``merged(with:preferring:)``. A new value makes one update, from the old winners to the new ones.
    /// While there is no value the output is empty.
    ///
    /// ```swift
    /// let rule = Parameter(Rule.newest)
    /// let merged = mine.merged(with: theirs, preferring: rule) { item, earlier, rule in
    ///     rule == .newest ? item.revision > earlier.revision : item.votes > earlier.votes
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - other: The list that follows this one.
    ///   - rule: A source of one value, such as a ``Parameter``.
    ///   - isPreferred: Whether the first item wins over the second, which is from this source, for a value.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for a new value.
    public func merged<Item, Value>(
        with other: some DerivableSource<ListSnapshot<Item>>,
        preferring rule: some DerivableSource<ValueSnapshot<Value>>,
        @OperatorClosure<Bool> _ isPreferred:
            @escaping @Sendable (_ item: Item, _ earlier: Item, _ value: Value) -> Bool
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        rule.switchToLatest { value in
            self.merged(with: other) { item, earlier in isPreferred(item, earlier, value) }
        }
    }
}
