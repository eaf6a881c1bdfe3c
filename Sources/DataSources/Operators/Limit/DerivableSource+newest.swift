extension DerivableSource {
    /// The newest items of this source, in its order: those that came last, as in a ring buffer.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert | an insertion, and the deletion of the oldest one if there are too many |
    /// | delete, of one that is shown | a deletion, and the insertion of the next older one if there is any |
    /// | update, move, of one that is shown | the same |
    /// | anything else | nothing |
    ///
    /// Of items that come at once, those further down are newer. An item that moves or changes gets no newer. Its state
    /// depends on the way: items that came between two looks have come at once. Where an item knows when it came, say so
    /// with `newest(by:)`. DynamicData's `LimitSizeTo`.
    ///
    /// ```swift
    /// let recent = log.newest(1_000)
    /// ```
    ///
    /// - Parameter limit: How many items there are at most; of a negative number none.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func newest<Item>(
        _ limit: Int
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        intersection(DerivedSource<ListSnapshot<Item>>(from: self, through: ArrivalOperator()).prefix(limit))
    }

    /// The items of this source with the greatest `age` keys, such as dates, in its order.
    ///
    /// As the other `newest()`, but what is newest is a matter of the items as they are. Of items with equal
    /// keys those further down are newer.
    ///
    /// ```swift
    /// let recent = messages.newest(100, by: \.date)
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How many items there are at most; of a negative number none.
    ///   - key: What tells newer items from older ones.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func newest<Item, Key: Comparable & Sendable>(
        _ limit: Int,
        by key: @escaping @Sendable (Item) -> Key
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        intersection(reversed().sorted(by: .descending(key)).prefix(limit))
    }
}
