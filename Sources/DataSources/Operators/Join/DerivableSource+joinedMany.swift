extension DerivableSource {
    /// Each item of this source that matches items of `other`, together with all of them: one row for each item.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | here: insert, delete, move, update | the same, if the item has a match |
    /// | in `other`: insert, delete, move, update of a match | an update of the rows of the items with its key |
    /// | in `other`: the first match of an item, or its last | an insertion or a deletion |
    /// | in `other`: anything behind the first `limit` matches of an item | nothing |
    ///
    /// Items match if their keys are equal; `nil` keys equal each other. Rows are in the order of this source, and the
    /// matches in a row in the order of `other`: sort it first to choose which matches come first. For a row per pair
    /// see ``joined(with:on:equals:)``. DynamicData's `InnerJoinMany`; a limit for each group of Zero's `related`.
    ///
    /// ```swift
    /// let recent = orders.sorted(by: { $0.placed }, .descending)
    /// let customersWithOrders = customers.joinedMany(with: recent, on: \.id, equals: \.customerID, limit: 3)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the matches.
    ///   - key: The key of an item of this source.
    ///   - otherKey: The key of an item of the other source.
    ///   - limit: The maximum number of matches in a row; less than one counts as one. Without it, there is none.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes here. A change of a match costs O(*m* log *n*) in each row that it
    ///   belongs to, for the row's *m* matches up to the limit.
    @inlinable
    public func joinedMany<Item, Other, Key: Hashable & Sendable>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Key> on key: @escaping @Sendable (Item) -> Key,
        @OperatorClosure<Key> equals otherKey: @escaping @Sendable (Other) -> Key,
        limit: Int = .max
    ) -> DerivedSource<ListSnapshot<JoinedMany<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self, other,
            through: MatchOperator(on: key, equals: otherKey, limit: Swift.max(1, limit)) { item, matches in
                matches.isEmpty ? nil : JoinedMany(left: item, matches: Array(matches))
            }
        )
    }

    /// Each item of this source together with all items of `other` that match it, also if there are none.
    ///
    /// Works like ``joinedMany(with:on:equals:limit:)``, but keeps items without a match: their
    /// ``JoinedMany/matches`` are empty. DynamicData's `LeftJoinMany`, TanStack DB's `includes`.
    ///
    /// ```swift
    /// let everybody = customers.leftJoinedMany(with: orders, on: \.id, equals: \.customerID)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the matches.
    ///   - key: The key of an item of this source.
    ///   - otherKey: The key of an item of the other source.
    ///   - limit: The maximum number of matches in a row; less than one counts as one. Without it, there is none.
    /// - Returns: The derived source.
    /// - Complexity: As ``joinedMany(with:on:equals:limit:)``.
    @inlinable
    public func leftJoinedMany<Item, Other, Key: Hashable & Sendable>(
        with other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Key> on key: @escaping @Sendable (Item) -> Key,
        @OperatorClosure<Key> equals otherKey: @escaping @Sendable (Other) -> Key,
        limit: Int = .max
    ) -> DerivedSource<ListSnapshot<JoinedMany<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self, other,
            through: MatchOperator(on: key, equals: otherKey, limit: Swift.max(1, limit)) { item, matches in
                JoinedMany(left: item, matches: Array(matches))
            }
        )
    }
}

/// A row of a join to many: an item with all items of the other source that match it; see
/// ``DerivableSource/joinedMany(with:on:equals:limit:)``.
///
/// Its id is that of the item.
public struct JoinedMany<Left, Right>: Identifiable, Equatable, Sendable
where
    Left: Identifiable & Equatable & Sendable, Left.ID: Sendable,
    Right: Identifiable & Equatable & Sendable, Right.ID: Sendable
{
    /// The item of the first source.
    public let left: Left
    /// The items of the second source with an equal key, in their order.
    public let matches: [Right]

    @inlinable
    package init(left: Left, matches: [Right]) {
        self.left = left
        self.matches = matches
    }

    /// The item's id.
    @inlinable public var id: Left.ID { left.id }
}

extension JoinedMany: Hashable where Left: Hashable, Right: Hashable {}
extension JoinedMany: Encodable where Left: Encodable, Right: Encodable {}
extension JoinedMany: Decodable where Left: Decodable, Right: Decodable {}
