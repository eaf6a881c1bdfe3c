/// A row of a right join: an item, and a match if there is one; see ``DerivableSource/rightJoined(with:on:equals:)``.
public struct RightJoinedPair<Left, Right>: Identifiable, Equatable, Sendable
where
    Left: Identifiable & Equatable & Sendable, Left.ID: Sendable,
    Right: Identifiable & Equatable & Sendable, Right.ID: Sendable
{
    /// The item of the first source; `nil` if none matches.
    public let left: Left?
    /// The item of the second source.
    public let right: Right

    @inlinable
    init(left: Left?, right: Right) {
        self.left = left
        self.right = right
    }

    /// The ids of both items.
    @inlinable public var id: JoinedID<Left.ID?, Right.ID> {
        JoinedID(left: left?.id, right: right.id)
    }
}

extension RightJoinedPair: Hashable where Left: Hashable, Right: Hashable {}
extension RightJoinedPair: Encodable where Left: Encodable, Right: Encodable {}
extension RightJoinedPair: Decodable where Left: Decodable, Right: Decodable {}

extension RightJoinedPair: JoinRow {
    @inlinable package static var keepsLoneRights: Bool { true }

    @inlinable
    package static func row(_ left: Left?, _ right: Right?) -> RightJoinedPair? {
        right.map { RightJoinedPair(left: left, right: $0) }
    }
}
