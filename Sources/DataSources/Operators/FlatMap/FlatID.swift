/// The identity of one of the items made from another item: the parent's id and its own.
public struct FlatID<Parent: Hashable & Sendable, Child: Hashable & Sendable>: Hashable, Sendable {
    /// The id of the item it was made from.
    public let parent: Parent
    /// Its own id, unique among the children of the parent.
    public let child: Child

    /// Creates the id of a child of a parent.
    @inlinable
    public init(parent: Parent, child: Child) {
        self.parent = parent
        self.child = child
    }
}

extension FlatID {
    /// Whether both parts are the same ids; ids that do not equal themselves, such as NaN, count as the same.
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
