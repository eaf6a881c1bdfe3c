/// A value that items have, and how many of them have it.
public struct Distinct<Value: Hashable & Sendable>: Identifiable, Hashable, Sendable {
    /// The value.
    public let id: Value
    /// How many items have it, at least one.
    public let count: Int

    /// Creates a value with a count.
    @inlinable
    public init(_ id: Value, count: Int) {
        self.id = id
        self.count = count
    }
}

extension Distinct: Encodable where Value: Encodable {}
extension Distinct: Decodable where Value: Decodable {}
