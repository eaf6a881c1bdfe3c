public import DataSources

/// The items of a list as rows.
public struct FlatList<Item: Identifiable & Equatable & Sendable>: FlatRows where Item.ID: Sendable {
    /// The list.
    public let snapshot: ListSnapshot<Item>

    /// Creates the rows of a list.
    public init(_ snapshot: ListSnapshot<Item>) { self.snapshot = snapshot }

    /// The number of items.
    public var count: Int { snapshot.count }

    /// The item at a position; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*).
    public subscript(position: Int) -> Item? { snapshot[position] }

    /// The changes of an update.
    ///
    /// - Complexity: O(*k*) in the number of changes.
    public static func changes(
        of update: Update<ListSnapshot<Item>>, from before: FlatList, to after: FlatList
    ) -> FlatRowChanges<Item.ID> {
        let changes = update.changes
        var rows = FlatRowChanges<Item.ID>()
        rows.deletions = changes.deletions.ranges
        rows.insertions = changes.insertions.ranges
        rows.moves = changes.moves.runs.map { run in
            FlatRowChanges.Move(
                before: run.before..<run.before + run.count, after: run.after..<run.after + run.count)
        }
        rows.updates = changes.updates.map(\.after)
        rows.deleted = update.deletedItems.map(\.id)
        rows.inserted = update.insertedItems.map(\.id)
        return rows
    }
}
