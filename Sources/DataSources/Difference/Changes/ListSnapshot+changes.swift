extension ListSnapshot {
    /// What separates the snapshot `before` from this one.
    ///
    /// Parts that both share are not looked into. Two states of one source cost O(*k* log *n*) in the number of changes
    /// *k*; snapshots that share nothing cost O(*n* + *m*) expected, and ids are hashed only where there is disorder.
    /// Moves are the fewest possible, found in O(*r* log *r*) of the number of runs that stay together.
    ///
    /// An item has changed when its stored bits are others and `==` says that it differs. So content that does not equal
    /// itself has changed when its bits have.
    ///
    /// ```swift
    /// let changes = after.changes(from: before)
    /// ```
    @inlinable
    public func changes(from before: ListSnapshot) -> ListChanges {
        changes(from: before, isCancelled: nil) ?? ListChanges()
    }

    /// What separates the snapshot `before` from this one, unless nobody wants to know any more.
    ///
    /// - Parameters:
    ///   - before: Any other snapshot.
    ///   - isCancelled: Asked at least once in 4,096 comparisons of items and hashes of ids, and as often where items are
    ///     not looked at; once it says `true` the work stops.
    /// - Returns: The changes; `nil` when the work was stopped.
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
