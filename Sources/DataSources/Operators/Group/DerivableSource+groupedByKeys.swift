extension DerivableSource {
    /// The items of this source in sections, one for each key in ascending order, and one for items without a key.
    ///
    /// Works like ``grouped(by:order:header:)`` with the keys as headers. The section of items without a key has the id
    /// `nil`, comes first or last, and exists only while there are such items.
    ///
    /// ```swift
    /// let teams = people.grouped(by: \.teamID)               // those without a team: last
    /// let newestFirst = people.grouped(by: \.teamID, order: .descending(nils: .first))
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item, or `nil`; items with equal keys share a section.
    ///   - nils: Whether the section of items without a key comes first or last.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    @_disfavoredOverload
    public func grouped<Item, Key: Comparable>(
        @OperatorClosure<Key?> by key: @escaping @Sendable (Item) -> Key?,
        nils: NilOrder = .last
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<Key?>, Item>> where Snapshot == ListSnapshot<Item> {
        grouped(by: key, order: .ascending(nils: nils))
    }

    /// The items of this source in sections, one for each combination of several keys, in ascending order.
    ///
    /// Works like ``grouped(by:order:header:)``; the id of a section is a ``CompoundKey``. For another order or other
    /// headers, and for keys that cannot be compared, use a closure that returns a ``CompoundKey``.
    ///
    /// ```swift
    /// let cities = customers.grouped(by: \.country, \.city)
    /// let inArrivalOrder = customers.grouped(by: { CompoundKey($0.country, $0.city) }, order: .firstAppearance)
    /// ```
    ///
    /// - Parameters:
    ///   - first: The first key of an item.
    ///   - second: The second key of an item.
    ///   - rest: Further keys; items whose keys are all equal share a section. Closures among them must be marked
    ///     `@Sendable`.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func grouped<Item, First, Second, each Rest>(
        @OperatorClosure<First> by first: @escaping @Sendable (Item) -> First,
        @OperatorClosure<Second> _ second: @escaping @Sendable (Item) -> Second,
        _ rest: repeat @escaping @Sendable (Item) -> each Rest
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<CompoundKey<First, Second, repeat each Rest>>, Item>>
    where
        Snapshot == ListSnapshot<Item>, First: Comparable, Second: Comparable, repeat each Rest: Comparable
    {
        grouped(
            by: { item in CompoundKey(first(item), second(item), repeat (each rest)(item)) },
            order: .ascending
        )
    }
}
