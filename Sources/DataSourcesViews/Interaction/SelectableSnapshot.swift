public import DataSources

/// A snapshot that lists the ids of its items: a `ListSnapshot` or a `SectionedSnapshot`.
public protocol SelectableSnapshot: ItemSnapshot {
    /// The ids of all items, in order.
    var itemIDs: [Item.ID] { get }
}

extension ListSnapshot: SelectableSnapshot {
    /// The ids of all items, in order.
    ///
    /// - Complexity: O(*n*).
    public var itemIDs: [Item.ID] { map(\.id) }
}

extension SectionedSnapshot: SelectableSnapshot {
    /// The ids of all items, in order.
    ///
    /// - Complexity: O(*n*).
    public var itemIDs: [Item.ID] { items.map(\.id) }
}
