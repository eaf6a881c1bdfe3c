/// A distinct value, with the number of items that have it.
public struct Distinct<Value: Hashable & Sendable>: Identifiable, Hashable, Sendable {
    /// The value.
    public let id: Value
    /// The number of items that have it, at least one.
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
