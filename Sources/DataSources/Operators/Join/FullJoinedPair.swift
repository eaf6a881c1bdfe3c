/// A row of a full join: two items with equal keys, or one item without a match; see
/// ``DerivableSource/fullJoined(with:on:equals:)``.
///
/// At least one of the two items is not `nil`.
public struct FullJoinedPair<Left, Right>: Identifiable, Equatable, Sendable
where
    Left: Identifiable & Equatable & Sendable, Left.ID: Sendable,
    Right: Identifiable & Equatable & Sendable, Right.ID: Sendable
{
    /// The item of the first source; `nil` if none matches.
    public let left: Left?
    /// The item of the second source; `nil` if none matches.
    public let right: Right?

    @inlinable
    init(left: Left?, right: Right?) {
        self.left = left
        self.right = right
    }

    /// The ids of both items.
    @inlinable public var id: JoinedID<Left.ID?, Right.ID?> {
        JoinedID(left: left?.id, right: right?.id)
    }
}

extension FullJoinedPair: Hashable where Left: Hashable, Right: Hashable {}
extension FullJoinedPair: Encodable where Left: Encodable, Right: Encodable {}
extension FullJoinedPair: Decodable where Left: Decodable, Right: Decodable {}

extension FullJoinedPair: JoinRow {
    @inlinable package static var keepsLoneRights: Bool { true }

    @inlinable
    package static func row(_ left: Left?, _ right: Right?) -> FullJoinedPair? {
        FullJoinedPair(left: left, right: right)
    }
}
