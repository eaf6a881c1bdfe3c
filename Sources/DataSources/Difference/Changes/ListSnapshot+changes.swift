extension ListSnapshot {
    /// The difference from the snapshot `before` to this one.
    ///
    /// Shared nodes are skipped. Two states of one source cost O(*k* log *n*) in the number of changes *k*; unrelated
    /// snapshots cost O(*n* + *m*) expected, and ids are hashed only where the order differs. Moves are the fewest
    /// possible, found in O(*r* log *r*) in the number of runs that stay together.
    ///
    /// After a shuffle each id of either snapshot is hashed once: one side's fill a table, the other side's are looked
    /// up. It cannot be less, because snapshots store no hashes; those would cost each version four bytes for each item.
    ///
    /// An item has changed if its stored bits differ and `==` returns `false`. So content that does not equal itself
    /// has changed if its bits have.
    ///
    /// ```swift
    /// let changes = after.changes(from: before)
    /// ```
    @inlinable
    public func changes(from before: ListSnapshot) -> ListChanges {
        changes(from: before, isCancelled: nil) ?? ListChanges()
    }

    /// The difference from the snapshot `before` to this one, unless cancelled.
    ///
    /// - Parameters:
    ///   - before: Any other snapshot.
    ///   - isCancelled: Called at least once per 4,096 item comparisons and id hashes, and as often in other loops;
    ///     returning `true` stops the computation.
    /// - Returns: The changes; `nil` if cancelled.
    @inlinable
    public func changes(from before: ListSnapshot, isCancelled: (() -> Bool)?) -> ListChanges? {
        if before.tree.isIdentical(to: tree) { return ListChanges() }
        return withExtendedLifetime((before, self)) {
            var aligner = Aligner<Item>(poll: CancellationPoll(isCancelled))
            aligner.align(
                before.tree,
                at: 0,
                tree,
                at: 0,
                sharesSlots: lineage.sharesSlots(with: before.lineage)
            )
            return aligner.finish()
        }
    }
}
