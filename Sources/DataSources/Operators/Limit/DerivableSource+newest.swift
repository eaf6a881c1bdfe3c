extension DerivableSource {
    /// The items of this source that arrived last, in their upstream order, as in a ring buffer.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert | an insertion, and the deletion of the oldest item if the limit is exceeded |
    /// | delete of a shown item | a deletion, and the insertion of the next older item if there is one |
    /// | update, move of a shown item | the same |
    /// | anything else | nothing |
    ///
    /// Of items that arrive in one update, those further down are newer. Moving or updating an item does not make it
    /// newer. The result depends on when this source is read: all items inserted between two reads arrive at once. If
    /// an item knows when it was created, use `newest(_:by:)` instead. DynamicData calls this `LimitSizeTo`.
    ///
    /// ```swift
    /// let recent = log.newest(1_000)
    /// ```
    ///
    /// - Parameter limit: The maximal number of items; negative counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func newest<Item>(
        _ limit: Int
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        intersection(DerivedSource<ListSnapshot<Item>>(from: self, through: ArrivalOperator()).prefix(limit))
    }

    /// The items of this source with the greatest keys, such as dates, in their upstream order.
    ///
    /// Works like `newest(_:)`, but only the current items decide which are newest. Of items with equal keys those
    /// further down are newer.
    ///
    /// ```swift
    /// let recent = messages.newest(100, by: \.date)
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The maximal number of items; negative counts as zero.
    ///   - key: The key of an item; newer items have greater keys.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func newest<Item, Key: Comparable & Sendable>(
        _ limit: Int,
        @OperatorClosure<Key> by key: @escaping @Sendable (Item) -> Key
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        intersection(reversed().sorted(by: .descending(key)).prefix(limit))
    }

    /// The items of this source with the greatest keys, such as dates, which items may lack; in their upstream order.
    ///
    /// Works like `newest(_:by:)` with a key that no item lacks. Items without a key are older than all others, or newer.
    ///
    /// ```swift
    /// let recent = messages.newest(100, by: \.deliveryDate, nils: .first)       // those on their way count as newest
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The maximal number of items; negative counts as zero.
    ///   - key: The key of an item, or `nil`; newer items have greater keys.
    ///   - nils: Whether items without a key are the first to be kept or the last.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    @_disfavoredOverload
    public func newest<Item, Key: Comparable & Sendable>(
        _ limit: Int,
        @OperatorClosure<Key?> by key: @escaping @Sendable (Item) -> Key?,
        nils: NilOrder = .last
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        intersection(reversed().sorted(by: .descending(key, nils: nils)).prefix(limit))
    }
}
