/// The identity of one of the many items that were made of an item: its own among them, and the item's.
public struct FlatID<Parent: Hashable & Sendable, Child: Hashable & Sendable>: Hashable, Sendable {
    /// The id of the item that it was made of.
    public let parent: Parent
    /// Its own id, which no other one made of the same item has.
    public let child: Child

    /// Creates the id of a child of a parent.
    @inlinable
    public init(parent: Parent, child: Child) {
        self.parent = parent
        self.child = child
    }
}

extension FlatID {
    /// Whether both parts are the same ids: equal ones, or ones that do not equal themselves.
    @inlinable
    public static func == (left: FlatID, right: FlatID) -> Bool {
        areSameKey(left.parent, right.parent) && areSameKey(left.child, right.child)
    }

    /// Feeds both ids into the hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        ReflexiveKey(parent).hash(into: &hasher)
        ReflexiveKey(child).hash(into: &hasher)
    }
}

extension FlatID: Encodable where Parent: Encodable, Child: Encodable {}
extension FlatID: Decodable where Parent: Decodable, Child: Decodable {}

extension FlatID: CustomStringConvertible {
    /// The two ids with a slash between them.
    public var description: String { "\(parent)/\(child)" }
}
