// Limits whose number is a value of another source; `prefix(_:)` is beside the one with a constant.

extension DerivableSource {
    /// All items of this source except the first; another source, such as a ``Parameter``, gives their number.
    ///
    /// A new number inserts or deletes items at the start. While there is no number the output is empty. Simultaneous
    /// changes of items and number make one update. Everything else works like `dropFirst(_:)` with a constant.
    ///
    /// ```swift
    /// let first = Parameter(0)
    /// let page = staff.dropFirst(first).prefix(20)
    /// first.set(20)                         // the second page, as one update
    /// ```
    ///
    /// - Parameter count: The source of the number; negative counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* insertions, deletions and changes behind the limit.
    @inlinable
    @_disfavoredOverload
    public func dropFirst<Item>(
        _ count: any DerivableSource<ValueSnapshot<Int>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, count, through: LimitOperator(from: nil))
    }

    /// The items of this source that arrived last; another source, such as a ``Parameter``, gives their number.
    ///
    /// A new number inserts or deletes the oldest items. While there is no number the output is empty. Everything else
    /// works like `newest(_:)` with a constant.
    ///
    /// ```swift
    /// let recent = log.newest(lineLimit)
    /// ```
    ///
    /// - Parameter limit: The source of the maximal number of items; negative counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, and for a number that changes by *k*.
    @inlinable
    @_disfavoredOverload
    public func newest<Item>(
        _ limit: any DerivableSource<ValueSnapshot<Int>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        intersection(DerivedSource<ListSnapshot<Item>>(from: self, through: ArrivalOperator()).prefix(limit))
    }

    /// The items of this source with the greatest keys, such as dates; another source gives their number.
    ///
    /// A new number inserts or deletes the items with the smallest keys. While there is no number the output is empty.
    /// Everything else works like `newest(_:by:)` with a constant.
    ///
    /// ```swift
    /// let recent = messages.newest(limit, by: \.date)
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The source of the maximal number of items; negative counts as zero.
    ///   - key: The key of an item; newer items have greater keys.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, and for a number that changes by *k*.
    @inlinable
    @_disfavoredOverload
    public func newest<Item, Key: Comparable & Sendable>(
        _ limit: any DerivableSource<ValueSnapshot<Int>>,
        @OperatorClosure<Key> by key: @escaping @Sendable (Item) -> Key
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        intersection(reversed().sorted(by: .descending(key)).prefix(limit))
    }

    /// The first items of each section of this source; another source, such as a ``Parameter``, gives their number.
    ///
    /// A new number inserts or deletes items at the ends of sections. While there is no number the sections are empty.
    /// Simultaneous changes of sections and number make one update. Everything else works like
    /// ``prefix(perSection:)-(Int)`` with a constant.
    ///
    /// ```swift
    /// let newest = messages.grouped(by: \.sender).prefix(perSection: count)
    /// ```
    ///
    /// - Parameter count: The source of the number; negative counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: That of the other `prefix(perSection:)`; O(*s* + *k* log *n*) for a new number that shows or hides
    ///   *k* items of *s* sections.
    @inlinable
    @_disfavoredOverload
    public func prefix<Header, Item>(
        perSection count: any DerivableSource<ValueSnapshot<Int>>
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, count, through: SectionLimitByOperator())
    }
}
