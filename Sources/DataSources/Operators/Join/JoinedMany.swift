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
