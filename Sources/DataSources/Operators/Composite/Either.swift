/// One of two things: a header or an item of one of two sources; see ``CompositeSource``.
///
/// ```swift
/// switch item {
/// case .first(let employee): ...
/// case .second(let room): ...
/// }
/// ```
public enum Either<First, Second> {
    /// What comes from the first of the two.
    case first(First)
    /// What comes from the second.
    case second(Second)
}

extension Either where First == Second {
    /// What it is, whichever of the two.
    @inlinable public var value: First {
        switch self {
        case .first(let value), .second(let value): value
        }
    }
}

extension Either: Identifiable where First: Identifiable, Second: Identifiable {
    /// The id, and which of the two it is from: equal ids of both are not the same.
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
    /// What it is, without which of the two.
    public var description: String {
        switch self {
        case .first(let first): "\(first)"
        case .second(let second): "\(second)"
        }
    }
}
