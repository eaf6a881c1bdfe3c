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
    ///
    /// An optional key is described as the value it holds, or as "nil".
    public var description: String { (id as? any DescribedAsItsValue)?.descriptionOfValue ?? String(describing: id) }
}

/// An optional, whatever it holds.
private protocol DescribedAsItsValue {
    /// The description of the value, or "nil".
    var descriptionOfValue: String { get }
}

extension Optional: DescribedAsItsValue {
    fileprivate var descriptionOfValue: String {
        guard let value = self else { return "nil" }
        return (value as? any DescribedAsItsValue)?.descriptionOfValue ?? String(describing: value)
    }
}
