extension DerivableSource {
    /// The items of this source, sorted stably by a key that items may lack, ascending or descending.
    ///
    /// Works like ``sorted(by:)-(ItemOrder<Item>)``. Items without a key tie, and come first or last in both directions.
    ///
    /// ```swift
    /// let byNickname = people.sorted(by: \.nickname)                        // without one: last
    /// let latestReply = threads.sorted(by: \.lastReply, .descending, nils: .first)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item, or `nil`. Called whenever items are compared, so it should be cheap.
    ///   - direction: Whether small keys come first.
    ///   - nils: Whether items without a key come first or last.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) calls for *k* changes; *n* calls once, at the start.
    @inlinable
    @_disfavoredOverload
    public func sorted<Item, Key: Comparable & Sendable>(
        @OperatorClosure<Key?> by key: @escaping @Sendable (Item) -> Key?,
        _ direction: SortDirection = .ascending,
        nils: NilOrder = .last
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        sorted(by: ItemOrder(by: key, direction, nils: nils))
    }

    /// The items of this source, sorted stably by several keys, the first one first, all ascending.
    ///
    /// Works like ``sorted(by:)-(ItemOrder<Item>)``. For other directions and for keys that items may lack, chain orders
    /// with ``ItemOrder/then(_:)``.
    ///
    /// ```swift
    /// let addresses = customers.sorted(by: \.country, \.city, \.street)
    /// let newestFirst = customers.sorted(by: .ascending(\.country).then(.descending(\.since)))
    /// ```
    ///
    /// - Parameters:
    ///   - first: The key that items are sorted by. Called whenever items are compared, so it should be cheap.
    ///   - second: The key that breaks ties.
    ///   - rest: Further keys, each to break the remaining ties. Closures among them must be marked `@Sendable`.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) calls for *k* changes; O(*n* log *n*) once, at the start.
    @inlinable
    public func sorted<Item, First, Second, each Rest>(
        @OperatorClosure<First> by first: @escaping @Sendable (Item) -> First,
        @OperatorClosure<Second> _ second: @escaping @Sendable (Item) -> Second,
        _ rest: repeat @escaping @Sendable (Item) -> each Rest
    ) -> DerivedSource<ListSnapshot<Item>>
    where
        Snapshot == ListSnapshot<Item>, First: Comparable & Sendable, Second: Comparable & Sendable,
        repeat each Rest: Comparable & Sendable
    {
        var order = ItemOrder(by: first, .ascending).then(ItemOrder(by: second, .ascending))
        for key in repeat each rest { order = order.then(ItemOrder(by: key, .ascending)) }
        return sorted(by: order)
    }
}
