/// Reverses a list; see ``DerivableSource/reversed()``.
@usableFromInline
package struct ReverseOperator<Item>: SnapshotOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var draft = ListDraft<Item>(byPosition: ())

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> ListSnapshot<Item> {
        let (before, after) = (update.before, update.after)
        if before.isEmpty || update.changes.isUpheaval(of: after.count) {
            var items = after.items(in: 0..<after.count)
            items.reverse()
            draft.show(items)
        } else {
            let changes = update.changes.mirrored(before: before.count, after: after.count)
            do {
                try draft.replay(changes) { after.tree.element(at: after.count - 1 - $0) }
            } catch {
                draft = ListDraft(byPosition: ())
                draft.load(count: after.count) { after.tree.element(at: after.count - 1 - $0) }
            }
        }
        return draft.snapshot
    }
}

extension Changes where P == Int {
    /// The same changes for the reversed list.
    ///
    /// - Parameters:
    ///   - before: The number of items before.
    ///   - after: The number of items after.
    /// - Returns: The changes, with positions counted from the end.
    /// - Complexity: O(*r*) in the number of runs.
    @usableFromInline
    package func mirrored(before: Int, after: Int) -> Changes {
        Changes(
            deletions: deletions.mirrored(in: before),
            insertions: insertions.mirrored(in: after),
            moves: moves.mirrored(before: before, after: after),
            updates: updates.mirrored(before: before, after: after)
        )
    }
}

extension PositionSet where P == Int {
    fileprivate func mirrored(in count: Int) -> PositionSet {
        PositionSet(sortedRuns: runs.reversed().map { Run(first: count - $0.first - $0.count, count: $0.count) })
    }
}

extension PositionPairs where P == Int {
    fileprivate func mirrored(before: Int, after: Int) -> PositionPairs {
        PositionPairs(
            sortedRuns: runs.reversed().map {
                Run(before: before - $0.before - $0.count, after: after - $0.after - $0.count, count: $0.count)
            }
        )
    }
}
