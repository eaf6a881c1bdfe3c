extension DerivableSource {
    /// The items of this source for which `other` has an item with an equal key: a semijoin.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | here: insert, delete, move, update | the same, if the other source has the item's key |
    /// | in `other`: the first item with a key | insertions of the items with the key |
    /// | in `other`: the last item with a key leaves | deletions of the items with the key |
    /// | in `other`: anything else | nothing |
    ///
    /// The items keep their order and content. `nil` keys equal each other. SQL's `EXISTS`, Zero's `whereExists`. By id
    /// instead of a key, see ``intersection(_:)``; with the matches, see ``joinedMany(with:on:equals:limit:)``.
    ///
    /// ```swift
    /// let busy = customers.whereExists(in: openOrders, on: \.id, equals: \.customerID)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source to look in.
    ///   - key: The key of an item of this source.
    ///   - otherKey: The key of an item of the other source.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the items shown and hidden.
    @inlinable
    public func whereExists<Item, Other, Key: Hashable & Sendable>(
        in other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Key> on key: @escaping @Sendable (Item) -> Key,
        @OperatorClosure<Key> equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self, other,
            through: MatchOperator(on: key, equals: otherKey, limit: 0) { item, matches in
                matches.isEmpty ? nil : item
            }
        )
    }

    /// The items of this source for which `other` has no item with an equal key: an antijoin.
    ///
    /// The counterpart of ``whereExists(in:on:equals:)``. SQL's `NOT EXISTS`. By id instead of a key, see
    /// ``subtracting(_:)``.
    ///
    /// ```swift
    /// let idle = customers.whereNoneExists(in: openOrders, on: \.id, equals: \.customerID)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source to look in.
    ///   - key: The key of an item of this source.
    ///   - otherKey: The key of an item of the other source.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the items shown and hidden.
    @inlinable
    public func whereNoneExists<Item, Other, Key: Hashable & Sendable>(
        in other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Key> on key: @escaping @Sendable (Item) -> Key,
        @OperatorClosure<Key> equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self, other,
            through: MatchOperator(on: key, equals: otherKey, limit: 0) { item, matches in
                matches.isEmpty ? item : nil
            }
        )
    }
}
