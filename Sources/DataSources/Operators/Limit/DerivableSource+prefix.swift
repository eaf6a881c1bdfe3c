extension DerivableSource {
    /// The first `count` items of this source, or all of them if there are fewer.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, before the limit | an insertion, and the deletion of the last item if there were `count` |
    /// | delete, before the limit | a deletion, and the insertion of the next item if there is one |
    /// | move | a move if both positions are before the limit; an insertion and a deletion if it crosses the limit |
    /// | update, before the limit | an update |
    /// | anything behind the limit | nothing |
    ///
    /// After a sort these are the top items. SQL's `LIMIT`, DynamicData's `Top`.
    ///
    /// ```swift
    /// let richest = staff.sorted { $0.salary > $1.salary }.prefix(10)
    /// ```
    ///
    /// - Parameter count: The number of items; negative counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* insertions, deletions and changes before the limit.
    @inlinable
    public func prefix<Item>(
        _ count: Int
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: LimitOperator(to: count))
    }

    /// The first items of this source; another source, such as a ``Parameter``, gives their number.
    ///
    /// A new number inserts or deletes items at the end. While there is no number the output is empty. Simultaneous
    /// changes of items and number make one update. Everything else works like `prefix(_:)` with a constant.
    ///
    /// ```swift
    /// let count = Parameter(20)
    /// let shown = found.prefix(count)
    /// count.set(40)                         // more
    /// ```
    ///
    /// - Parameter count: The source of the number; negative counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* insertions, deletions and changes before the limit.
    @inlinable
    @_disfavoredOverload
    public func prefix<Item>(
        _ count: any DerivableSource<ValueSnapshot<Int>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, count, through: LimitOperator(to: nil))
    }

    /// All items of this source except the first `count`.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete among the first | the insertion or deletion of the item that crosses the limit |
    /// | move | a move if both positions are behind the limit; an insertion and a deletion if it crosses it |
    /// | insert, delete, update behind the limit | the same |
    /// | update among the first | nothing |
    ///
    /// SQL's `OFFSET`. Combined with `prefix(_:)` it makes a numbered page, whichever items are on it; for a page that
    /// follows its items see `window(_:)`.
    ///
    /// ```swift
    /// let thirdPage = staff.dropFirst(40).prefix(20)
    /// ```
    ///
    /// - Parameter count: The number of items to leave out; negative counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* insertions, deletions and changes behind the limit.
    @inlinable
    public func dropFirst<Item>(
        _ count: Int
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: LimitOperator(from: count))
    }
}

extension DerivableSource {
    /// The first `count` items of each section of this source.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | section inserted, deleted, moved; header updated | the same |
    /// | item inserted among the first | an insertion, and the deletion of the item that is now beyond the limit |
    /// | item deleted among the first | a deletion, and the insertion of the item that is now within the limit |
    /// | item moved | a move, an insertion or a deletion, if it was or is among the first; else nothing |
    /// | item updated | an update, if it is among the first |
    ///
    /// ```swift
    /// let newest = messages.grouped(by: \.sender).prefix(perSection: 3)
    /// ```
    ///
    /// - Parameter count: The maximal number of items per section; negative counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, and O(`count`) for each section with changes.
    @inlinable
    public func prefix<Header, Item>(
        perSection count: Int
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionLimitOperator(Swift.max(0, count)))
    }
}
