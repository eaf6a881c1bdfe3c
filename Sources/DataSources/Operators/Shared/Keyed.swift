/// A value with the identity of the item it was made from.
///
/// The value's properties are available directly:
///
/// ```swift
/// let cards = staff.map { Card(title: $0.name) }      // of Keyed<Employee.ID, Card>
/// cards.snapshot[0]?.title
/// ```
@dynamicMemberLookup
public struct Keyed<ID: Hashable & Sendable, Value: Equatable & Sendable>: Identifiable, Equatable, Sendable {
    /// The id of the item.
    public let id: ID
    /// The value.
    public let value: Value

    /// Creates a value with an identity.
    @inlinable
    public init(id: ID, value: Value) {
        self.id = id
        self.value = value
    }

    /// A property of the value.
    @inlinable
    public subscript<Property>(dynamicMember path: KeyPath<Value, Property>) -> Property { value[keyPath: path] }
}

extension Keyed: Hashable where Value: Hashable {}
extension Keyed: Encodable where ID: Encodable, Value: Encodable {}
extension Keyed: Decodable where ID: Decodable, Value: Decodable {}
