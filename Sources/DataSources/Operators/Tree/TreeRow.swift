/// A row of an outline: an item with its place in the tree; see ``DerivableSource/tree(parent:expanded:)``.
public struct TreeRow<Item>: Identifiable, Equatable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    /// The item.
    public let item: Item
    /// How many ancestors it has: how far the row is indented.
    public let depth: Int
    /// How many children it has itself, whether they are shown or not.
    public let childCount: Int
    /// Whether its children are shown, as far as there are any.
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

    /// Whether it has children: whether there is something to be expanded.
    @inlinable public var hasChildren: Bool { childCount > 0 }
}

extension TreeRow: Hashable where Item: Hashable {}
extension TreeRow: Encodable where Item: Encodable {}
extension TreeRow: Decodable where Item: Decodable {}

extension TreeRow: CustomStringConvertible {
    /// The item after as many dashes as it has ancestors; a plus sign where there is something that is not shown.
    public var description: String {
        String(repeating: "-", count: depth) + (hasChildren && !isExpanded ? "+" : "") + String(describing: item)
    }
}
