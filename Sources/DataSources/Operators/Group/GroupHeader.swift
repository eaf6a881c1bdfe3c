/// The header of a group: its key.
public struct GroupHeader<Key: Hashable & Sendable>: Identifiable, Hashable, Sendable {
    /// The key that the items of the group share.
    public let id: Key

    /// Creates the header of the group with a key.
    @inlinable
    public init(_ id: Key) {
        self.id = id
    }
}

extension GroupHeader: Encodable where Key: Encodable {}
extension GroupHeader: Decodable where Key: Decodable {}

extension GroupHeader: CustomStringConvertible {
    /// The key.
    public var description: String { String(describing: id) }
}
