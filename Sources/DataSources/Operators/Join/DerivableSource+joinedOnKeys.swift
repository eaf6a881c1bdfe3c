extension DerivableSource {
    /// The pairs of an item of this source and an item of `other` whose keys are all equal: an inner join on
    /// several keys.
    ///
    /// Works like ``joined(with:on:equals:)`` with a ``CompoundKey`` on either side. Give as many keys on both sides, of the
    /// same types and in the same order.
    ///
    /// ```swift
    /// let visits = customers.joined(with: shops, on: \.country, \.city, equals: \.country, \.city)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the right items.
    ///   - first: The first key of an item of this source.
    ///   - second: The second key of an item of this source.
    ///   - rest: Further keys of an item of this source. Closures among them must be marked `@Sendable`.
    ///   - otherFirst: The first key of an item of the other source.
    ///   - otherSecond: The second key of an item of the other source.
    ///   - otherRest: Further keys of an item of the other source, marked likewise.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the pairs of all items changed, *n* items and pairs.
    @inlinable
    public func joined<Item, Other, First, Second, each Rest>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<First> on first: @escaping @Sendable (Item) -> First,
        @OperatorClosure<Second> _ second: @escaping @Sendable (Item) -> Second,
        _ rest: repeat @escaping @Sendable (Item) -> each Rest,
        @OperatorClosure<First> equals otherFirst: @escaping @Sendable (Other) -> First,
        @OperatorClosure<Second> _ otherSecond: @escaping @Sendable (Other) -> Second,
        _ otherRest: repeat @escaping @Sendable (Other) -> each Rest
    ) -> DerivedSource<ListSnapshot<JoinedPair<Item, Other>>>
    where
        Snapshot == ListSnapshot<Item>, First: Hashable & Sendable, Second: Hashable & Sendable,
        repeat each Rest: Hashable & Sendable
    {
        joined(
            with: other,
            on: { item in CompoundKey(first(item), second(item), repeat (each rest)(item)) },
            equals: { item in CompoundKey(otherFirst(item), otherSecond(item), repeat (each otherRest)(item)) }
        )
    }

    /// A left outer join on several keys.
    ///
    /// Works like ``leftJoined(with:on:equals:)`` with a ``CompoundKey`` on either side. Give as many keys on both sides, of the
    /// same types and in the same order.
    ///
    /// ```swift
    /// let visits = customers.leftJoined(with: shops, on: \.country, \.city, equals: \.country, \.city)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the right items.
    ///   - first: The first key of an item of this source.
    ///   - second: The second key of an item of this source.
    ///   - rest: Further keys of an item of this source. Closures among them must be marked `@Sendable`.
    ///   - otherFirst: The first key of an item of the other source.
    ///   - otherSecond: The second key of an item of the other source.
    ///   - otherRest: Further keys of an item of the other source, marked likewise.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the pairs of all items changed, *n* items and pairs.
    @inlinable
    public func leftJoined<Item, Other, First, Second, each Rest>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<First> on first: @escaping @Sendable (Item) -> First,
        @OperatorClosure<Second> _ second: @escaping @Sendable (Item) -> Second,
        _ rest: repeat @escaping @Sendable (Item) -> each Rest,
        @OperatorClosure<First> equals otherFirst: @escaping @Sendable (Other) -> First,
        @OperatorClosure<Second> _ otherSecond: @escaping @Sendable (Other) -> Second,
        _ otherRest: repeat @escaping @Sendable (Other) -> each Rest
    ) -> DerivedSource<ListSnapshot<LeftJoinedPair<Item, Other>>>
    where
        Snapshot == ListSnapshot<Item>, First: Hashable & Sendable, Second: Hashable & Sendable,
        repeat each Rest: Hashable & Sendable
    {
        leftJoined(
            with: other,
            on: { item in CompoundKey(first(item), second(item), repeat (each rest)(item)) },
            equals: { item in CompoundKey(otherFirst(item), otherSecond(item), repeat (each otherRest)(item)) }
        )
    }

    /// A right outer join on several keys.
    ///
    /// Works like ``rightJoined(with:on:equals:)`` with a ``CompoundKey`` on either side. Give as many keys on both sides, of the
    /// same types and in the same order.
    ///
    /// ```swift
    /// let visits = customers.rightJoined(with: shops, on: \.country, \.city, equals: \.country, \.city)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the right items.
    ///   - first: The first key of an item of this source.
    ///   - second: The second key of an item of this source.
    ///   - rest: Further keys of an item of this source. Closures among them must be marked `@Sendable`.
    ///   - otherFirst: The first key of an item of the other source.
    ///   - otherSecond: The second key of an item of the other source.
    ///   - otherRest: Further keys of an item of the other source, marked likewise.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the pairs of all items changed, *n* items and pairs.
    @inlinable
    public func rightJoined<Item, Other, First, Second, each Rest>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<First> on first: @escaping @Sendable (Item) -> First,
        @OperatorClosure<Second> _ second: @escaping @Sendable (Item) -> Second,
        _ rest: repeat @escaping @Sendable (Item) -> each Rest,
        @OperatorClosure<First> equals otherFirst: @escaping @Sendable (Other) -> First,
        @OperatorClosure<Second> _ otherSecond: @escaping @Sendable (Other) -> Second,
        _ otherRest: repeat @escaping @Sendable (Other) -> each Rest
    ) -> DerivedSource<ListSnapshot<RightJoinedPair<Item, Other>>>
    where
        Snapshot == ListSnapshot<Item>, First: Hashable & Sendable, Second: Hashable & Sendable,
        repeat each Rest: Hashable & Sendable
    {
        rightJoined(
            with: other,
            on: { item in CompoundKey(first(item), second(item), repeat (each rest)(item)) },
            equals: { item in CompoundKey(otherFirst(item), otherSecond(item), repeat (each otherRest)(item)) }
        )
    }

    /// A full outer join on several keys.
    ///
    /// Works like ``fullJoined(with:on:equals:)`` with a ``CompoundKey`` on either side. Give as many keys on both sides, of the
    /// same types and in the same order.
    ///
    /// ```swift
    /// let visits = customers.fullJoined(with: shops, on: \.country, \.city, equals: \.country, \.city)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the right items.
    ///   - first: The first key of an item of this source.
    ///   - second: The second key of an item of this source.
    ///   - rest: Further keys of an item of this source. Closures among them must be marked `@Sendable`.
    ///   - otherFirst: The first key of an item of the other source.
    ///   - otherSecond: The second key of an item of the other source.
    ///   - otherRest: Further keys of an item of the other source, marked likewise.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the pairs of all items changed, *n* items and pairs.
    @inlinable
    public func fullJoined<Item, Other, First, Second, each Rest>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<First> on first: @escaping @Sendable (Item) -> First,
        @OperatorClosure<Second> _ second: @escaping @Sendable (Item) -> Second,
        _ rest: repeat @escaping @Sendable (Item) -> each Rest,
        @OperatorClosure<First> equals otherFirst: @escaping @Sendable (Other) -> First,
        @OperatorClosure<Second> _ otherSecond: @escaping @Sendable (Other) -> Second,
        _ otherRest: repeat @escaping @Sendable (Other) -> each Rest
    ) -> DerivedSource<ListSnapshot<FullJoinedPair<Item, Other>>>
    where
        Snapshot == ListSnapshot<Item>, First: Hashable & Sendable, Second: Hashable & Sendable,
        repeat each Rest: Hashable & Sendable
    {
        fullJoined(
            with: other,
            on: { item in CompoundKey(first(item), second(item), repeat (each rest)(item)) },
            equals: { item in CompoundKey(otherFirst(item), otherSecond(item), repeat (each otherRest)(item)) }
        )
    }
}
