extension DerivableSource {
    /// The first `count` items of this source, or all when there are fewer.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, before the limit | an insertion, and the deletion of the last item if there were `count` |
    /// | delete, before the limit | a deletion, and the insertion of the item that moves up, if there is one |
    /// | move | a move if both places are before the limit; an insertion and a deletion if it crosses the limit |
    /// | update, before the limit | an update |
    /// | anything behind the limit | nothing |
    ///
    /// After a sort these are the greatest: what SQL calls `LIMIT`, and DynamicData `Top`.
    ///
    /// ```swift
    /// let richest = staff.sorted { $0.salary > $1.salary }.prefix(10)
    /// ```
    ///
    /// - Parameter count: How many; below zero counts as none.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts what comes, goes or changes before the limit.
    @inlinable
    public func prefix<Item>(
        _ count: Int
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: LimitOperator(to: count))
    }

    /// The first items of this source, as many as another source says, such as a ``Parameter``.
    ///
    /// Another number inserts or deletes items at the end; as long as there is none, nothing comes out. Changes of both
    /// at once make one update. Else as the other `prefix()`.
    ///
    /// ```swift
    /// let count = Parameter(20)
    /// let shown = found.prefix(count)
    /// count.set(40)                         // more
    /// ```
    ///
    /// - Parameter count: The source of the number; below zero counts as none.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts what comes, goes or changes before the limit.
    @inlinable
    public func prefix<Item>(
        _ count: some DerivableSource<ValueSnapshot<Int>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, count, through: LimitOperator(to: 0))
    }

    /// All items of this source but the first `count`.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete among the first | the insertion or deletion of the item that crosses over |
    /// | move | a move if both places are behind; an insertion and a deletion if it crosses over |
    /// | insert, delete, update behind | the same |
    /// | update among the first | nothing |
    ///
    /// What SQL calls `OFFSET`. With `prefix()` it makes a page by number, whichever items are there; for one that
    /// stays with its items see `window(_:)`.
    ///
    /// ```swift
    /// let thirdPage = staff.dropFirst(40).prefix(20)
    /// ```
    ///
    /// - Parameter count: How many are left out; below zero counts as none.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts what comes, goes or changes behind the first.
    @inlinable
    public func dropFirst<Item>(
        _ count: Int
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: LimitOperator(from: count))
    }
}
