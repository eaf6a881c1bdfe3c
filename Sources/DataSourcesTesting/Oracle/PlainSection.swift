public import DataSources

/// A section as a plain value: the oracle computes with it, and a ``StrictDisplay`` shows it.
///
/// Unlike an `ItemSection`, whose items are a snapshot, it contains an array; comparing two of them compares every item.
///
/// ```swift
/// let model = [PlainSection(sales, [carol, dave]), PlainSection(support)]
/// #expect(company.snapshot.plain == model)
/// ```
public struct PlainSection<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The identity and the description of the section.
    public var header: Header
    /// The items, in order.
    public var items: [Item]

    /// Creates a section of `items` in their order.
    public init(_ header: Header, _ items: [Item] = []) {
        self.header = header
        self.items = items
    }

    /// Creates a section with the content of a section of a snapshot.
    ///
    /// - Complexity: O(*n*) in the number of items.
    public init(_ section: ItemSection<Header, Item>) {
        self.init(section.header, Array(section.items))
    }

    /// The section as an element of a snapshot or a source.
    ///
    /// - Complexity: O(*n*) in the number of items.
    public var section: ItemSection<Header, Item> { ItemSection(header, items: items) }
}

extension PlainSection: Equatable, Sendable {}
extension PlainSection: Hashable where Header: Hashable, Item: Hashable {}

extension PlainSection: CustomStringConvertible {
    /// The code that creates it, if the descriptions of header and items are code.
    public var description: String { "PlainSection(\(header), \(items))" }
}
