/// A key of several components, for items that are sorted, grouped, aggregated or joined by more than one value.
///
/// Two keys are equal if all their components are. Keys are ordered by the first component that differs. Components that
/// do not equal themselves, such as NaN, count as equal to one another, and come last.
///
/// ```swift
/// let cities = customers.grouped(by: \.country, \.city)   // each header's id is a CompoundKey<String, String>
/// let here = CompoundKey("France", "Paris")
/// here.components.1                                       // "Paris"
/// ```
///
/// It encodes its components as an array.
public struct CompoundKey<each Component: Hashable & Sendable>: Sendable {
    /// The components, as a tuple.
    public let components: (repeat each Component)

    /// Creates a key.
    @inlinable
    public init(_ components: repeat each Component) {
        self.components = (repeat each components)
    }
}

extension CompoundKey: Hashable {
    /// Whether all components are equal.
    @inlinable
    public static func == (left: CompoundKey, right: CompoundKey) -> Bool {
        for (left, right) in repeat (each left.components, each right.components) {
            if !areSameKey(left, right) { return false }
        }
        return true
    }

    /// Feeds the components, in order, into the hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        for component in repeat each components { ReflexiveKey(component).hash(into: &hasher) }
    }
}

extension CompoundKey: Comparable where repeat each Component: Comparable {
    /// Whether the first component that differs comes before that of the other key.
    @inlinable
    public static func < (left: CompoundKey, right: CompoundKey) -> Bool {
        for (left, right) in repeat (each left.components, each right.components) {
            if comesBefore(left, right) { return true }
            if comesBefore(right, left) { return false }
        }
        return false
    }
}

extension CompoundKey: Encodable where repeat each Component: Encodable {
    /// Encodes the components as an array.
    ///
    /// - Throws: What encoding a component throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for component in repeat each components { try container.encode(component) }
    }
}

extension CompoundKey: Decodable where repeat each Component: Decodable {
    /// Decodes the components from an array.
    ///
    /// - Throws: What decoding a component throws.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(repeat try container.decode((each Component).self))
    }
}

extension CompoundKey: CustomStringConvertible {
    /// The components with commas between them.
    public var description: String {
        var parts: [String] = []
        for component in repeat each components { parts.append(String(describing: component)) }
        return parts.joined(separator: ", ")
    }
}
