/// The name of a kind of rows, or of a kind of supplementary views: it selects how to make and configure them.
///
/// It is no identity: many rows have the same kind.
public struct RowKind: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a kind from its name.
    public init(_ name: String) {
        rawValue = name
    }

    /// Creates a kind from its name.
    public init(stringLiteral name: String) {
        rawValue = name
    }

    /// The row for all items whose own kind has no row.
    public static let fallback: RowKind = "fallback"
    /// What stands above the items of a section.
    public static let header: RowKind = "header"
    /// What stands below the items of a section.
    public static let footer: RowKind = "footer"

    /// The name.
    public var description: String { rawValue }
}
