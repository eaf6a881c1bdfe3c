/// The identity of two joined items: both ids, or one of them and `nil` for a match that is missing.
public struct JoinedID<Left: Hashable & Sendable, Right: Hashable & Sendable>: Hashable, Sendable {
    /// The id of the left item; an optional one in a join that keeps right items without a match.
    public let left: Left
    /// The id of the right item; an optional one in a join that keeps left items without a match.
    public let right: Right

    /// Creates the identity of two joined items.
    @inlinable
    public init(left: Left, right: Right) {
        self.left = left
        self.right = right
    }
}

extension JoinedID {
    /// Whether both parts are the same ids: equal ones, or ones that do not equal themselves.
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
    /// The two ids with the sign of a join between them.
    public var description: String { "\(left)⋈\(right)" }
}
