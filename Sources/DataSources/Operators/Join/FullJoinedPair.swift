/// Two items with equal keys, or one that has no match: a row of a full join; see
/// ``DerivableSource/fullJoined(with:on:equals:)``.
///
/// At least one of the two is there.
public struct FullJoinedPair<Left, Right>: Identifiable, Equatable, Sendable
where
    Left: Identifiable & Equatable & Sendable, Left.ID: Sendable,
    Right: Identifiable & Equatable & Sendable, Right.ID: Sendable
{
    /// The item of the first source; `nil` when none has the key.
    public let left: Left?
    /// The item of the second source; `nil` when none has the key.
    public let right: Right?

    @inlinable
    init(left: Left?, right: Right?) {
        self.left = left
        self.right = right
    }

    /// The ids of both.
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
