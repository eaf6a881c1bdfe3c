// Names that one guesses. The compiler says what to write instead.
extension Update {
    /// Read `after`.
    @available(*, unavailable, message: "read after, the new state, which is a collection")
    public var items: Snapshot { fatalError() }

    /// Read `changes.insertions` or `insertedItems`.
    @available(*, unavailable, message: "changes.insertions are the positions, insertedItems the items")
    public var insertions: Snapshot.Changes { fatalError() }

    /// Read `changes.deletions` or `deletedItems`.
    @available(*, unavailable, message: "changes.deletions are the positions, deletedItems the items")
    public var deletions: Snapshot.Changes { fatalError() }

    /// Read `changes.moves`.
    @available(*, unavailable, message: "changes.moves are pairs of positions: after[move.after] is the item")
    public var movedItems: Snapshot.Changes { fatalError() }

    /// Read `insertedItems`.
    @available(*, unavailable, renamed: "insertedItems")
    public var inserted: Snapshot.Changes { fatalError() }

    /// Read `deletedItems`.
    @available(*, unavailable, renamed: "deletedItems")
    public var removedItems: Snapshot.Changes { fatalError() }
}
