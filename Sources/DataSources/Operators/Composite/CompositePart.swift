/// A header or an item of a ``CompositeSource``, with the number of its source.
///
/// Properties of the header or item are available directly:
///
/// ```swift
/// let both = CompositeSource(of: [berlin, paris])      // of CompositePart<Department>, CompositePart<Employee>
/// await both.snapshot[section: 0]?.header.title
/// ```
@dynamicMemberLookup
public struct CompositePart<Value: Identifiable & Equatable & Sendable>: Identifiable, Equatable, Sendable
where Value.ID: Sendable {
    /// The number of the source in the composite, counted from zero.
    public let part: Int
    /// The header or the item.
    public let value: Value

    /// Creates the part of a composite for a header or an item.
    @inlinable
    public init(_ value: Value, part: Int) {
        self.part = part
        self.value = value
    }

    /// The number of the source and the id of the value, so equal ids of two sources stay distinct.
    @inlinable public var id: CompositeID<Value.ID> { CompositeID(part: part, id: value.id) }

    /// A property of the header or item.
    @inlinable
    public subscript<Property>(dynamicMember path: KeyPath<Value, Property>) -> Property { value[keyPath: path] }
}

extension CompositePart: Hashable where Value: Hashable {}
extension CompositePart: Encodable where Value: Encodable {}
extension CompositePart: Decodable where Value: Decodable {}

/// The identity of a header or an item of a ``CompositeSource``: the number of its source and its id there.
public struct CompositeID<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The number of the source in the composite, counted from zero.
    public let part: Int
    /// The id within the source.
    public let id: ID

    /// Creates the identity of a header or an item of a composite.
    @inlinable
    public init(part: Int, id: ID) {
        self.part = part
        self.id = id
    }
}

extension CompositeID: Encodable where ID: Encodable {}
extension CompositeID: Decodable where ID: Decodable {}

extension CompositeID: CustomStringConvertible {
    /// The number and the id with a slash between them.
    public var description: String { "\(part)/\(id)" }
}
