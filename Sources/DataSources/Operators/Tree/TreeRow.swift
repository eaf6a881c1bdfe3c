/// A row of an outline: an item with its place in the tree; see ``DerivableSource/tree(parent:expanded:)``.
public struct TreeRow<Item>: Identifiable, Equatable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    /// The item.
    public let item: Item
    /// The number of ancestors, which is the indentation of the row.
    public let depth: Int
    /// The number of direct children, shown or hidden.
    public let childCount: Int
    /// Whether its children, if any, are shown.
    public let isExpanded: Bool

    /// Creates a row.
    @inlinable
    public init(_ item: Item, depth: Int, childCount: Int, isExpanded: Bool) {
        self.item = item
        self.depth = depth
        self.childCount = childCount
        self.isExpanded = isExpanded
    }

    /// The id of the item.
    @inlinable public var id: Item.ID { item.id }

    /// Whether it has children, so that it can be expanded.
    @inlinable public var hasChildren: Bool { childCount > 0 }
}

extension TreeRow: Hashable where Item: Hashable {}
extension TreeRow: Encodable where Item: Encodable {}
extension TreeRow: Decodable where Item: Decodable {}

extension TreeRow: CustomStringConvertible {
    /// The item after one dash per ancestor, and a plus sign if it has hidden children.
    public var description: String {
        String(repeating: "-", count: depth) + (hasChildren && !isExpanded ? "+" : "") + String(describing: item)
    }
}

#if DATASOURCES_INTERNAL_CHECKS
extension TreeRow: WrappingItem {
    @usableFromInline static var wrapped: any Any.Type { Item.self }
}
#endif
