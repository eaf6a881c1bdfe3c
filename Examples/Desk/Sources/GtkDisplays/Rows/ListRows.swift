public import DataSources

/// The items of a list as rows.
public struct ListRows<Item: Identifiable & Equatable & Sendable>: RowList where Item.ID: Sendable {
    /// The list.
    public let snapshot: ListSnapshot<Item>

    /// Creates the rows of a list.
    public init(_ snapshot: ListSnapshot<Item>) { self.snapshot = snapshot }

    /// The number of rows.
    public var count: Int { snapshot.count }
    /// The number of rows.
    public var selectableCount: Int { snapshot.count }
    /// The item at a position.
    public subscript(position: Int) -> Item? { snapshot[position] }

    /// All rows can be selected.
    public static func isSelectable(_ row: Item) -> Bool { true }

    /// The changes of an update.
    public static func changes(
        of update: Update<ListSnapshot<Item>>, from before: ListRows, to after: ListRows
    ) -> RowChanges<Item.ID> {
        let changes = update.changes
        var rows = RowChanges<Item.ID>()
        rows.moves = changes.moves.runs.map { RowChanges.Move(before: $0.before, after: $0.after, count: $0.count) }
        rows.leaving = (changes.deletions.ranges + rows.moves.map(\.before)).sorted { $0.lowerBound < $1.lowerBound }
        rows.arriving = (changes.insertions.ranges + rows.moves.map(\.after)).sorted { $0.lowerBound < $1.lowerBound }
        rows.updates = changes.updates.map(\.after)
        rows.deleted = update.deletedItems.map(\.id)
        rows.inserted = update.insertedItems.map(\.id)
        return rows
    }
}
