extension DerivableSource {
    /// The sections of this source, sorted stably by their headers: sections that tie keep their upstream order.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | section inserted, deleted | the same, at the sorted position |
    /// | header updated | an update; also a move, if the sorted position changes |
    /// | section moved | a move, if the order among ties changes; else nothing |
    /// | items | the same |
    ///
    /// The items are shared with this source, and never read.
    ///
    /// ```swift
    /// let busiestFirst = board.sortedSections(by: .descending(\.openTasks).then(.ascending(\.title)))
    /// ```
    ///
    /// - Parameter order: The order; equal headers must compare alike with any other header.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *s*) comparisons for *k* of *s* sections that are inserted, deleted, moved or changed, and
    ///   O(*s*) to add up their sizes; O(*s* log *s*) comparisons once, at the start.
    @inlinable
    public func sortedSections<Header, Item>(
        by order: ItemOrder<Header>
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionListSortOperator<Header, Item>(order))
    }

    /// The sections of this source, sorted stably by a key of their headers, ascending or descending.
    ///
    /// Works like ``sortedSections(by:)-(ItemOrder<Header>)``.
    ///
    /// ```swift
    /// let byTitle = board.sortedSections(by: \.title)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of a header. Called whenever sections are compared, so it should be cheap.
    ///   - direction: Whether small keys come first.
    /// - Returns: The derived source.
    /// - Complexity: That of ``sortedSections(by:)-(ItemOrder<Header>)``.
    @inlinable
    public func sortedSections<Header, Item, Key: Comparable & Sendable>(
        @OperatorClosure<Key> by key: @escaping @Sendable (Header) -> Key,
        _ direction: SortDirection = .ascending
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        sortedSections(by: ItemOrder(by: key, direction))
    }

    /// The sections of this source; those whose ids are in a set keep their headers but show no items.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | an id comes into the set | deletions of the section's items |
    /// | an id leaves the set | insertions of the section's items |
    /// | section inserted, deleted, moved; header updated | the same |
    /// | items of an open section | the same |
    /// | items of a collapsed section | nothing |
    /// | an item moved from an open section to a collapsed one, or back | a deletion, an insertion |
    ///
    /// Ids without a section are kept in mind. While there is no value there are no sections. The items are shared with
    /// this source. To leave out the headers, too, use ``filterSections(by:_:)``.
    ///
    /// ```swift
    /// let collapsed = Parameter<Set<Column.ID>>([])
    /// let board = cards.sectioned(into: columns, by: \.columnID).collapsingSections(collapsed)
    /// collapsed.set(["done"])
    /// ```
    ///
    /// - Parameter collapsed: A source of the set of ids, such as a ``Parameter``.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *s*) for *k* of *s* sections that are inserted, deleted, moved, changed, opened or
    ///   collapsed, regardless of their items, and the size of the two sets for a new one.
    @inlinable
    public func collapsingSections<Header, Item>(
        _ collapsed: some DerivableSource<ValueSnapshot<Set<Header.ID>>>
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, collapsed, through: CollapseOperator<Header, Item>())
    }
}
