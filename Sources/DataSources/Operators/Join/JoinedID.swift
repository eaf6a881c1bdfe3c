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
