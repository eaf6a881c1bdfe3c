/// One of two values: in a ``CompositeSource``, a header or an item of one of two sources.
///
/// ```swift
/// switch item {
/// case .first(let employee): ...
/// case .second(let room): ...
/// }
/// ```
public enum Either<First, Second> {
    /// A value of the first kind.
    case first(First)
    /// A value of the second kind.
    case second(Second)
}

extension Either where First == Second {
    /// The value, in either case.
    @inlinable public var value: First {
        switch self {
        case .first(let value), .second(let value): value
        }
    }
}

extension Either: Identifiable where First: Identifiable, Second: Identifiable {
    /// The case and the id of the value, so equal ids in the two cases stay distinct.
    @inlinable public var id: Either<First.ID, Second.ID> {
        switch self {
        case .first(let first): .first(first.id)
        case .second(let second): .second(second.id)
        }
    }
}

extension Either: Sendable where First: Sendable, Second: Sendable {}
extension Either: Equatable where First: Equatable, Second: Equatable {}
extension Either: Hashable where First: Hashable, Second: Hashable {}
extension Either: Encodable where First: Encodable, Second: Encodable {}
extension Either: Decodable where First: Decodable, Second: Decodable {}

extension Either: CustomStringConvertible {
    /// The description of the value, without the case.
    public var description: String {
        switch self {
        case .first(let first): "\(first)"
        case .second(let second): "\(second)"
        }
    }
}
