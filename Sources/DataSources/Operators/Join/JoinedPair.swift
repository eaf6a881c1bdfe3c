/// A row of an inner join: two items with equal keys; see ``DerivableSource/joined(with:on:equals:)``.
public struct JoinedPair<Left, Right>: Identifiable, Equatable, Sendable
where
    Left: Identifiable & Equatable & Sendable, Left.ID: Sendable,
    Right: Identifiable & Equatable & Sendable, Right.ID: Sendable
{
    /// The item of the first source.
    public let left: Left
    /// The item of the second source.
    public let right: Right

    @inlinable
    init(left: Left, right: Right) {
        self.left = left
        self.right = right
    }

    /// The ids of both items.
    @inlinable public var id: JoinedID<Left.ID, Right.ID> {
        JoinedID(left: left.id, right: right.id)
    }
}

extension JoinedPair: Hashable where Left: Hashable, Right: Hashable {}
extension JoinedPair: Encodable where Left: Encodable, Right: Encodable {}
extension JoinedPair: Decodable where Left: Decodable, Right: Decodable {}

extension JoinedPair: JoinRow {
    @inlinable package static var keepsLoneRights: Bool { false }

    @inlinable
    package static func row(_ left: Left?, _ right: Right?) -> JoinedPair? {
        if let left, let right { JoinedPair(left: left, right: right) } else { nil }
    }
}
