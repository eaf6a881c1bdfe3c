/// An item of a ``LazyTree`` and the loading state of its children.
public struct LazyTreeNode<Item>: Identifiable, Equatable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    /// The loading state of an item's children.
    public enum Phase: String, Hashable, Codable, Sendable {
        /// The children have not been loaded, or have been discarded.
        case unloaded
        /// The children are being loaded; previously loaded children stay until then.
        case loading
        /// The children are loaded; there may be none.
        case loaded
        /// The last load failed; previously loaded children stay.
        case failed
    }

    /// The item.
    public internal(set) var item: Item
    /// The id of the parent; `nil` for a root.
    public let parentID: Item.ID?
    /// The loading state of its children.
    public internal(set) var phase: Phase = .unloaded
    /// The ids of the children in order; `nil` while they are not loaded.
    var childIDs: [Item.ID]?

    init(_ item: Item, under parentID: Item.ID?) {
        self.item = item
        self.parentID = parentID
    }

    /// The id of the item.
    public var id: Item.ID { item.id }
}

extension LazyTreeNode: CustomStringConvertible {
    /// The item, and its phase unless its children are loaded.
    public var description: String { phase == .loaded ? "\(item)" : "\(item) (\(phase))" }
}
