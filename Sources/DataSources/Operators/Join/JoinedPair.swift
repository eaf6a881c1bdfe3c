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

/// The identity of a joined pair: the ids of both items, or `nil` in place of a missing match.
public struct JoinedID<Left: Hashable & Sendable, Right: Hashable & Sendable>: Hashable, Sendable {
    /// The id of the left item; optional in a join that keeps right items without a match.
    public let left: Left
    /// The id of the right item; optional in a join that keeps left items without a match.
    public let right: Right

    /// Creates the identity of a joined pair.
    @inlinable
    public init(left: Left, right: Right) {
        self.left = left
        self.right = right
    }
}

extension JoinedID {
    /// Whether both parts are the same ids; ids that do not equal themselves, such as NaN, count as the same.
    @inlinable
    public static func == (left: JoinedID, right: JoinedID) -> Bool {
        areSameKey(left.left, right.left) && areSameKey(left.right, right.right)
    }

    /// Feeds both ids into the hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        ReflexiveKey(left).hash(into: &hasher)
        ReflexiveKey(right).hash(into: &hasher)
    }
}

extension JoinedID: Encodable where Left: Encodable, Right: Encodable {}
extension JoinedID: Decodable where Left: Decodable, Right: Decodable {}

extension JoinedID: CustomStringConvertible {
    /// The two ids with the join sign between them.
    public var description: String { "\(left)⋈\(right)" }
}
