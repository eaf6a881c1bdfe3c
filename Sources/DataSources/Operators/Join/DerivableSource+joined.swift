extension DerivableSource {
    /// The pairs of an item of this source and one of `other` whose keys are equal: an inner join.
    ///
    /// Pairs are in the order of this source's items; those of one item in the order of the other's. Any number of items
    /// may have one key on either side (*n* to *m*).
    ///
    /// | On either side | What comes out |
    /// |---|---|
    /// | insert, delete | the same, of its pairs: none, one or many |
    /// | move | moves of its pairs; of an item of `other`, only where it passed others with its key |
    /// | update | updates of its pairs; with another key, deletions and insertions |
    ///
    /// The keys' closures are called once for each item that is inserted or updated, never for one that stays or moves;
    /// they have to give equal keys for equal items. Keys are compared by `==`: unlike SQL's `NULL`, `nil` equals `nil`.
    /// A source may be joined with itself.
    ///
    /// ```swift
    /// let postings = staff.joined(with: departments, on: \.departmentID, equals: \.id)
    /// await postings.snapshot.map { "\($0.left.name): \($0.right.title)" }
    /// ```
    ///
    /// Items without a match are kept by ``leftJoined(with:on:equals:)``, ``rightJoined(with:on:equals:)`` and
    /// ``fullJoined(with:on:equals:)``. To group is no join: see `grouped(by:)`.
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
        on key: @escaping @Sendable (Item) -> Key,
        equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<JoinedPair<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, other, through: JoinOperator(on: key, equals: otherKey))
    }

    /// All items of this source, each with every item of `other` whose key is equal, or with `nil` when there is none.
    ///
    /// A left outer join: as ``joined(with:on:equals:)``, in the same order. When an item finds its first match or loses
    /// the last one, a pair goes and another one comes: their ids differ.
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
        on key: @escaping @Sendable (Item) -> Key,
        equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<LeftJoinedPair<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, other, through: JoinOperator(on: key, equals: otherKey))
    }

    /// All items of `other`, each with every item of this source whose key is equal, or with `nil` when there is none.
    ///
    /// A right outer join: as ``joined(with:on:equals:)``, in the same order; items of `other` without a match come at
    /// the end, in their order. To have all in the order of `other`, left join it with this source.
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
        on key: @escaping @Sendable (Item) -> Key,
        equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<RightJoinedPair<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, other, through: JoinOperator(on: key, equals: otherKey))
    }

    /// All items of both sources: the pairs whose keys are equal, and those that have no match with `nil` for it.
    ///
    /// A full outer join: as ``leftJoined(with:on:equals:)``, and items of `other` without a match come at the end, in
    /// their order.
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
        on key: @escaping @Sendable (Item) -> Key,
        equals otherKey: @escaping @Sendable (Other) -> Key
    ) -> DerivedSource<ListSnapshot<FullJoinedPair<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, other, through: JoinOperator(on: key, equals: otherKey))
    }
}
