import DataSources

/// Lists the kinds of a ``SupplementaryFactory``; `if` is allowed.
@resultBuilder
public enum SupplementaryBuilder<Header, Item, View>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The type of a part.
    public typealias Part = SupplementaryPart<Header, Item, View>

    /// A kind of supplementary view.
    public static func buildExpression<Content, Made>(
        _ part: Supplementary<Header, Item, Content, Made>
    ) -> [Part] { [Part(part)] }

    /// All kinds, in their order.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { Array(parts.joined()) }

    /// The kinds of an `if` without `else`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }

    /// The kinds of an `if`.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }

    /// The kinds of an `else`.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
}
