extension DerivableSource {
    /// Whether every item satisfies a predicate, as a source of one value; true when there are no items.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, update | an update, if the answer changes |
    /// | move | nothing |
    ///
    /// ```swift
    /// let isDone = tasks.allSatisfy(\.isDone)
    /// ```
    ///
    /// - Parameter predicate: The predicate; must give the same answer for equal items. Called for inserted and deleted
    ///   items, and for both versions of an updated item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k*) for *k* changes.
    @inlinable
    public func allSatisfy<Item>(
        @OperatorClosure<Bool> _ predicate: @escaping @Sendable (Item) -> Bool
    ) -> DerivedSource<ValueSnapshot<Bool>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, Int, Bool>.allSatisfy(predicate))
    }

    /// Whether any item satisfies a predicate, as a source of one value; false when there are no items.
    ///
    /// Works like ``allSatisfy(_:)``. SQL's `EXISTS`.
    ///
    /// ```swift
    /// let hasUnread = messages.contains { !$0.isRead }
    /// ```
    ///
    /// - Parameter predicate: The predicate; must give the same answer for equal items. Called for inserted and deleted
    ///   items, and for both versions of an updated item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k*) for *k* changes.
    @inlinable
    public func contains<Item>(
        @OperatorClosure<Bool> where predicate: @escaping @Sendable (Item) -> Bool
    ) -> DerivedSource<ValueSnapshot<Bool>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, Int, Bool>.contains(where: predicate))
    }
}
