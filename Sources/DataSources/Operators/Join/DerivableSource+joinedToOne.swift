extension DerivableSource {
    /// Each item of this source with the item of `other` that it refers to: an inner join to one.
    ///
    /// A row has the identity of this source's item, whatever it refers to, so a selection or an animation of the row
    /// survives another reference. Rows are in the order of this source.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | here: insert, delete, move, update | the same, if `other` has the item referred to |
    /// | here: another reference | an update; an insertion or deletion, if `other` has only one of the two items |
    /// | in `other`: insert, delete | the same, of all rows that refer to the item |
    /// | in `other`: update | an update of all rows that refer to the item |
    /// | in `other`: move | nothing |
    ///
    /// The closure is called once for each item that is inserted or updated; it must give the same id for equal items.
    /// For keys that several items of `other` can have, see ``joined(with:on:equals:)`` and
    /// ``joinedMany(with:on:equals:limit:)``. SQL's `JOIN` on a foreign key; Realm's to-one relationship.
    ///
    /// ```swift
    /// let placed = staff.joined(toOne: departments, on: \.departmentID)
    /// await placed.snapshot.map { "\($0.left.name): \($0.right.title)" }
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the items referred to.
    ///   - reference: The id of the item referred to; `nil` for none.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the rows that refer to changed items.
    @inlinable
    public func joined<Item, Other>(
        toOne other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Other.ID?> on reference: @escaping @Sendable (Item) -> Other.ID?
    ) -> DerivedSource<ListSnapshot<JoinedOne<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self, other,
            through: MatchOperator(on: reference, equals: { $0.id }, limit: 1) { item, matches in
                matches.first.map { JoinedOne(left: item, right: $0) }
            }
        )
    }

    /// Each item of this source, with the item of `other` that it refers to, if there is one: a left join to one.
    ///
    /// Works like ``joined(toOne:on:)``, but every item of this source has a row. So whatever happens to the item
    /// referred to is an update of the row.
    ///
    /// ```swift
    /// let everybody = staff.leftJoined(toOne: departments, on: \.departmentID)
    /// await everybody.snapshot.map { "\($0.left.name): \($0.right?.title ?? "nowhere")" }
    /// ```
    ///
    /// - Parameters:
    ///   - other: The source of the items referred to.
    ///   - reference: The id of the item referred to; `nil` for none.
    /// - Returns: The derived source.
    /// - Complexity: As ``joined(toOne:on:)``.
    @inlinable
    public func leftJoined<Item, Other>(
        toOne other: some DerivableSource<ListSnapshot<Other>>,
        @OperatorClosure<Other.ID?> on reference: @escaping @Sendable (Item) -> Other.ID?
    ) -> DerivedSource<ListSnapshot<LeftJoinedOne<Item, Other>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self, other,
            through: MatchOperator(on: reference, equals: { $0.id }, limit: 1) { item, matches in
                LeftJoinedOne(left: item, right: matches.first)
            }
        )
    }
}

/// A row of a join to one: an item, and the item that it refers to; see ``DerivableSource/joined(toOne:on:)``.
///
/// Its id is that of the first item.
public struct JoinedOne<Left, Right>: Identifiable, Equatable, Sendable
where
    Left: Identifiable & Equatable & Sendable, Left.ID: Sendable,
    Right: Identifiable & Equatable & Sendable, Right.ID: Sendable
{
    /// The item of the first source.
    public let left: Left
    /// The item of the second source that it refers to.
    public let right: Right

    @inlinable
    package init(left: Left, right: Right) {
        self.left = left
        self.right = right
    }

    /// The id of the first item.
    @inlinable public var id: Left.ID { left.id }
}

extension JoinedOne: Hashable where Left: Hashable, Right: Hashable {}
extension JoinedOne: Encodable where Left: Encodable, Right: Encodable {}
extension JoinedOne: Decodable where Left: Decodable, Right: Decodable {}

/// A row of a left join to one: an item, and the item that it refers to, if there is one; see
/// ``DerivableSource/leftJoined(toOne:on:)``.
///
/// Its id is that of the first item.
public struct LeftJoinedOne<Left, Right>: Identifiable, Equatable, Sendable
where
    Left: Identifiable & Equatable & Sendable, Left.ID: Sendable,
    Right: Identifiable & Equatable & Sendable, Right.ID: Sendable
{
    /// The item of the first source.
    public let left: Left
    /// The item of the second source that it refers to; `nil` if there is none.
    public let right: Right?

    @inlinable
    package init(left: Left, right: Right?) {
        self.left = left
        self.right = right
    }

    /// The id of the first item.
    @inlinable public var id: Left.ID { left.id }
}

extension LeftJoinedOne: Hashable where Left: Hashable, Right: Hashable {}
extension LeftJoinedOne: Encodable where Left: Encodable, Right: Encodable {}
extension LeftJoinedOne: Decodable where Left: Decodable, Right: Decodable {}
