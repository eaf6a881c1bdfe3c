/// An item of a ``LazyTree``, with what is known of its children.
public struct LazyTreeNode<Item>: Identifiable, Equatable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    /// How far the loading of an item's children is.
    public enum Phase: String, Hashable, Codable, Sendable {
        /// Nobody has asked for the children, or they have been discarded.
        case unloaded
        /// The children are being loaded; those of an earlier time are still there.
        case loading
        /// The children are there, if it has any.
        case loaded
        /// The last attempt to load them has failed; the children of an earlier time are still there.
        case failed
    }

    /// The item.
    public internal(set) var item: Item
    /// The item whose child it is; `nil` for a root.
    public let parentID: Item.ID?
    /// How far the loading of its children is.
    public internal(set) var phase: Phase = .unloaded
    /// The ids of the children in their order; `nil` as long as they have never been there.
    var childIDs: [Item.ID]?

    init(_ item: Item, under parentID: Item.ID?) {
        self.item = item
        self.parentID = parentID
    }

    /// The id of the item.
    public var id: Item.ID { item.id }
}

extension LazyTreeNode: CustomStringConvertible {
    /// The item, and the phase if its children are not there.
    public var description: String { phase == .loaded ? "\(item)" : "\(item) (\(phase))" }
}
