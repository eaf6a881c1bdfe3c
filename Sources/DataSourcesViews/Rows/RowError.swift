/// A mistake in the description of rows, found when the factory is built, or a row that cannot be shown.
public struct RowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Hashable, Sendable {
        /// Several rows have the same kind.
        case duplicateKinds
        /// Kinds that items can have are without a row.
        case missingKinds
        /// Rows stand behind one that takes all items.
        case unreachableKinds
        /// Nothing configures the rows of a kind.
        case notConfigured
        /// An item has a kind without a row.
        case unknownKind
        /// A view is not of the type that its kind is made of.
        case wrongView
    }

    /// What is wrong.
    public let code: Code
    /// The kinds concerned, in the order of their rows.
    public let kinds: [RowKind]
    /// What is wrong, and what to do.
    public let message: String

    /// The code and the message.
    public var description: String { "RowError.\(code.rawValue): \(message)" }

    static func duplicates(_ kinds: [RowKind]) -> RowError {
        RowError(
            code: .duplicateKinds, kinds: kinds,
            message: "several rows have the kinds \(kinds); a kind has one row")
    }

    static func missing(_ kinds: [RowKind]) -> RowError {
        RowError(
            code: .missingKinds, kinds: kinds,
            message: kinds.isEmpty
                ? "items that satisfy no condition have no row; add a row without a condition at the end"
                : "the kinds \(kinds) have no row; add their rows, or one of the kind \(RowKind.fallback)")
    }

    static func unreachable(_ kinds: [RowKind]) -> RowError {
        RowError(
            code: .unreachableKinds, kinds: kinds,
            message: "the rows \(kinds) are never used: \(Self.reason); move them up, or remove them")
    }

    private static let reason = "a row above takes all items, or a condition is never asked since the factory has kinds"

    static func notConfigured(_ kinds: [RowKind]) -> RowError {
        RowError(
            code: .notConfigured, kinds: kinds,
            message: "nothing configures the rows \(kinds); add `configure` to them or to the factory")
    }

    static func unknown(_ kind: RowKind) -> RowError {
        RowError(
            code: .unknownKind, kinds: [kind],
            message: "an item has the kind \(kind), which has no row; add it, or one of the kind \(RowKind.fallback)")
    }

    static func wrongView(_ kind: RowKind, _ view: Any.Type, _ expected: Any.Type) -> RowError {
        RowError(
            code: .wrongView, kinds: [kind],
            message: "a view of the type \(view) was used for the kind \(kind), which takes \(expected)")
    }
}
