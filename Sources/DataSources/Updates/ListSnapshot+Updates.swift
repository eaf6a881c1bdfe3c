extension ListSnapshot: SnapshotProtocol {
    /// Changes are by offset.
    public typealias Changes = ListChanges
    /// Steps are edits of a list by position.
    public typealias Step = ListStep<Item>

    /// The same list with the version of a commit.
    @inlinable
    public func committed(as version: Version) -> ListSnapshot {
        var copy = self
        copy.stamp = version
        return copy
    }

    /// The items as an array.
    @inlinable
    public var content: [Item] { map { $0 } }

    /// The update as batches; see ``Update/stages``.
    ///
    /// A view does not reload a row that moves, or that other moves displace: `UITableView` computes the position of a
    /// reloaded row as if nothing moved. So if rows move, content changes are a second stage.
    public static func stages(of update: Update<ListSnapshot>) -> [Update<ListSnapshot>] {
        let changes = update.changes
        if changes.updates.isEmpty || changes.moves.isEmpty { return [update] }
        var middle = update.after
        middle.stamp = nil
        for pair in changes.updates {
            if let old = update.before[pair.before] { middle.tree.replace(at: pair.after, with: old) }
        }
        var first = changes
        first.updates = PositionPairs()
        let second = Changes(
            updates: PositionPairs(changes.updates.map { PositionPair(before: $0.after, after: $0.after) })
        )
        return [
            Update(before: update.before, after: middle, changes: first),
            Update(before: middle, after: update.after, changes: second),
        ]
    }
}

extension Changes {
    /// The arrivals at each position: moves and insertions in the order of the positions after.
    var arrivalPairs: [(after: P, before: P?)] {
        var result: [(after: P, before: P?)] = moves.map { ($0.after, $0.before) }
        if !insertions.isEmpty {
            result.append(contentsOf: insertions.map { ($0, nil) })
            result.sort { $0.after < $1.after }
        }
        return result
    }
}
