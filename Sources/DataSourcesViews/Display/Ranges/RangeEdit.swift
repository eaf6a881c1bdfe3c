/// A range of rows that others take the place of.
public struct RangeEdit<Rows: FlatRows>: Sendable {
    /// The position of the range, in the list after the previous edit.
    public let position: Int
    /// The number of rows that go; those that come again with this edit are counted too.
    public let removed: Int
    /// The number of rows that come.
    public let added: Int
    /// The list after this edit; no row is in it twice.
    public let list: PiecedList<Rows>
}
