/// The name of a table, with its schema.
public struct TableName: Hashable, Sendable, CustomStringConvertible {
    /// The schema.
    public let schema: String
    /// The name.
    public let name: String

    /// Creates a name; both parts are taken as they are, also capital letters.
    public init(_ name: String, schema: String = "public") {
        (self.name, self.schema) = (name, schema)
    }

    /// The name in quotes, as a statement needs it.
    public var sql: String { SQL.name(schema) + "." + SQL.name(name) }

    /// The name, such as `public.orders`.
    public var description: String { "\(schema).\(name)" }
}
