/// A row of sections that are shown as one list: a header or an item.
public enum FlatRow<Header, Item>: Identifiable, Equatable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The header of a section that has so many items.
    case header(Header, itemCount: Int)
    /// An item.
    case item(Item)

    /// What identifies a row.
    public enum ID: Hashable, Sendable {
        /// The id of a header.
        case header(Header.ID)
        /// The id of an item.
        case item(Item.ID)
    }

    /// The id of the header or of the item.
    public var id: ID {
        switch self {
        case .header(let header, _): .header(header.id)
        case .item(let item): .item(item.id)
        }
    }
}
