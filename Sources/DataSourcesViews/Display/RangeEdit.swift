import DataSources

/// A range of rows that others take the place of.
public struct RangeEdit<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// The position of the range, in the list after the previous edit.
    public let position: Int
    /// The number of rows that go; those that come again with this edit are counted too.
    public let removed: Int
    /// The number of rows that come.
    public let added: Int
    /// The list after this edit; no item is in it twice.
    public let list: PiecedList<Item>
}
