/// A row that is visible: an item, and the view that shows it.
public struct VisibleRow<Item: Identifiable, View>: Identifiable {
    /// The item that the view shows.
    public let item: Item
    /// The kind of the row.
    public let kind: RowKind
    /// The view.
    public let view: View

    /// The item's id.
    public var id: Item.ID { item.id }
}

/// What has become of the visible rows.
public struct VisibleRowChanges<Item: Identifiable, View> {
    /// Rows whose views have appeared, configured, in the order of the rows.
    public var appeared: [VisibleRow<Item, View>] = []
    /// Rows whose views show the new content of the same item, in the order of the rows.
    public var updated: [VisibleRow<Item, View>] = []
    /// Rows whose views are no longer visible; they are in the pool, or appear with another item already.
    public var disappeared: [VisibleRow<Item, View>] = []
}
