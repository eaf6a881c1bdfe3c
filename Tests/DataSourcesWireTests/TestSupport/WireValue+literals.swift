public import DataSourcesWire

extension WireValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByDictionaryLiteral
{
    /// An integer.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An object.
    public init(dictionaryLiteral fields: (String, WireValue)...) { self = .object(WireObject(fields)) }
}
