/// Reverses a list; see ``DerivableSource/reversed()``.
@usableFromInline
package struct ReverseOperator<Item>: IncrementalOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var draft = ListDraft<Item>(byPosition: ())

    @inlinable
    package init() {}

    @inlinable package var policy: RebuildPolicy { .ofRuns }

    @inlinable package var snapshot: ListSnapshot<Item> { draft.snapshot }

    @inlinable
    package func edits(for update: Update<ListSnapshot<Item>>) -> Int { update.changes.runCount }

    @inlinable
    package mutating func build(_ list: ListSnapshot<Item>) {
        var items = list.items(in: 0..<list.count)
        items.reverse()
        draft.show(items)
    }

    @inlinable
    package mutating func follow(_ update: Update<ListSnapshot<Item>>) throws {
        let (before, after) = (update.before, update.after)
        let changes = update.changes.mirrored(before: before.count, after: after.count)
        try draft.replay(changes) { after.tree.element(at: after.count - 1 - $0) }
    }

    @inlinable
    package mutating func startOver() { draft = ListDraft(byPosition: ()) }
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
