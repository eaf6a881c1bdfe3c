/// A row of a left join: an item, and a match if there is one; see ``DerivableSource/leftJoined(with:on:equals:)``.
public struct LeftJoinedPair<Left, Right>: Identifiable, Equatable, Sendable
where
    Left: Identifiable & Equatable & Sendable, Left.ID: Sendable,
    Right: Identifiable & Equatable & Sendable, Right.ID: Sendable
{
    /// The item of the first source.
    public let left: Left
    /// The item of the second source; `nil` if none matches.
    public let right: Right?

    @inlinable
    init(left: Left, right: Right?) {
        self.left = left
        self.right = right
    }

    /// The ids of both items.
    @inlinable public var id: JoinedID<Left.ID, Right.ID?> {
        JoinedID(left: left.id, right: right?.id)
    }
}

extension LeftJoinedPair: Hashable where Left: Hashable, Right: Hashable {}
extension LeftJoinedPair: Encodable where Left: Encodable, Right: Encodable {}
extension LeftJoinedPair: Decodable where Left: Decodable, Right: Decodable {}

extension LeftJoinedPair: JoinRow {
    @inlinable package static var keepsLoneRights: Bool { false }

    @inlinable
    package static func row(_ left: Left?, _ right: Right?) -> LeftJoinedPair? {
        left.map { LeftJoinedPair(left: $0, right: right) }
    }
}
