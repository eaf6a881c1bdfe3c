extension DerivableSource {
    /// The pairs of an item of this source and an item of `other` with equal keys: an inner join.
    ///
    /// Pairs are in the order of this source's items, and for one item in the order of the other source's items. Any
    /// number of items may share a key on either side (*n* to *m*).
    ///
    /// | On either side | Output |
    /// |---|---|
    /// | insert, delete | the same, for all of its pairs: none, one or many |
    /// | move | moves of its pairs; for an item of `other`, only if the order of the items with its key changes |
    /// | update | updates of its pairs; with a new key, deletions and insertions |
    ///
    /// The key closures are called once for each item that is inserted or updated, never for an item that stays or
    /// moves; they must give equal keys for equal items. Keys are compared by `==`: unlike SQL's `NULL`, `nil` equals
    /// `nil`. For SQL's rule, join with `other.filter { $0.key != nil }`; this loses no item of this source in a left join.
    /// A source may be joined with itself.
    ///
    /// ```swift
    /// let postings = staff.joined(with: departments, on: \.departmentID, equals: \.id)
    /// await postings.snapshot.map { "\($0.left.name): \($0.right.title)" }
    /// ```
    ///
    /// To join on several values, give a ``CompoundKey`` of them on either side:
    ///
    /// ```swift
    /// let visits = customers.joined(
    ///     with: shops, on: { CompoundKey($0.country, $0.city) }, equals: { CompoundKey($0.country, $0.town) })
    /// ```
    ///
    /// To keep items without a match, use ``leftJoined(with:on:equals:)``, ``rightJoined(with:on:equals:)`` or
    /// ``fullJoined(with:on:equals:)``. To group items by a key, use `grouped(by:)`.
    ///
    /// - Parameters:
    ///   - other: The source of the right items.
    ///   - key: The key of an item of this source.
    ///   - otherKey: The key of an item of the other source.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the pairs of all items changed, *n* items and pairs.
    @inlinable
    public func joined<Item, Other, Key: Hashable & Sendable>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Key> on key: @escaping @Sendable (Item) -> Key,
        @OperatorClosure<Key> equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<JoinedPair<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, other, through: JoinOperator(on: key, equals: otherKey))
    }

    /// A left outer join: each item of this source with every item of `other` that has an equal key, or with `nil` if
    /// none has.
    ///
    /// Works like ``joined(with:on:equals:)``, in the same order. When an item gains its first match or loses its last,
    /// one pair is deleted and another inserted, because their ids differ.
    ///
    /// ```swift
    /// let postings = staff.leftJoined(with: departments, on: \.departmentID, equals: \.id)
    /// await postings.snapshot.map { "\($0.left.name): \($0.right?.title ?? "nowhere")" }
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the right items.
    ///   - key: The key of an item of this source.
    ///   - otherKey: The key of an item of the other source.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the pairs of all items changed, *n* items and pairs.
    @inlinable
    public func leftJoined<Item, Other, Key: Hashable & Sendable>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Key> on key: @escaping @Sendable (Item) -> Key,
        @OperatorClosure<Key> equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<LeftJoinedPair<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, other, through: JoinOperator(on: key, equals: otherKey))
    }

    /// A right outer join: each item of `other` with every item of this source that has an equal key, or with `nil` if
    /// none has.
    ///
    /// Works like ``joined(with:on:equals:)``, in the same order; items of `other` without a match follow at the end,
    /// in their order. To get all pairs in the order of `other`, left join `other` with this source.
    ///
    /// ```swift
    /// let postings = staff.rightJoined(with: departments, on: \.departmentID, equals: \.id)
    /// let vacant = postings.filter { $0.left == nil }
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the right items.
    ///   - key: The key of an item of this source.
    ///   - otherKey: The key of an item of the other source.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the pairs of all items changed, *n* items and pairs.
    @inlinable
    public func rightJoined<Item, Other, Key: Hashable & Sendable>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Key> on key: @escaping @Sendable (Item) -> Key,
        @OperatorClosure<Key> equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<RightJoinedPair<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, other, through: JoinOperator(on: key, equals: otherKey))
    }

    /// A full outer join: all pairs with equal keys, and all items without a match, paired with `nil`.
    ///
    /// Works like ``leftJoined(with:on:equals:)``; items of `other` without a match follow at the end, in their order.
    ///
    /// ```swift
    /// let postings = staff.fullJoined(with: departments, on: \.departmentID, equals: \.id)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the right items.
    ///   - key: The key of an item of this source.
    ///   - otherKey: The key of an item of the other source.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the pairs of all items changed, *n* items and pairs.
    @inlinable
    public func fullJoined<Item, Other, Key: Hashable & Sendable>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Key> on key: @escaping @Sendable (Item) -> Key,
        @OperatorClosure<Key> equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<FullJoinedPair<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, other, through: JoinOperator(on: key, equals: otherKey))
    }
}
