extension DerivableSource {
    /// The sections whose headers satisfy `isIncluded`, with all their items.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | section inserted, deleted | the same, if it is included |
    /// | section moved | a move if it is one among the sections included; else nothing |
    /// | header updated | an update; the section inserted or deleted if it is included now or no longer |
    /// | items of a section that is included | the same |
    /// | item moved to or from a section that is left out | a deletion, an insertion |
    ///
    /// `isIncluded` is called once for each section that is inserted or whose header is updated, in the order of positions,
    /// never when only items change. It has to say the same of equal headers. The items are shared with this source.
    ///
    /// ```swift
    /// let open = company.filterSections { !$0.isCollapsed }
    /// ```
    ///
    /// - Parameter isIncluded: Whether a section is one of those wanted.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *s*) for *k* of *s* sections that come, go, move or change, whatever is in them.
    @inlinable
    public func filterSections<Header, Item>(
        _ isIncluded: @escaping @Sendable (Header) -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionSelectionOperator<Header, Header, Item>(isIncluded))
    }

    /// The sections whose headers satisfy `isIncluded`, given the value of another source, such as a ``Parameter``.
    ///
    /// | What changes | What comes out |
    /// |---|---|
    /// | this source | as with ``filterSections(_:)`` |
    /// | the value | sections inserted and deleted; what is included before and after stays |
    /// | both at once | one update |
    ///
    /// As long as there is no value there are no sections, and `isIncluded` is not called.
    ///
    /// ```swift
    /// let collapsed = Parameter<Set<Department.ID>>([])
    /// let visible = company.filterSections(by: collapsed) { department, ids in !ids.contains(department.id) }
    /// collapsed.set(["sales"])
    /// ```
    ///
    /// - Parameters:
    ///   - parameter: The source of the value.
    ///   - isIncluded: Whether a section is one of those wanted; has to say the same of equal headers and values.
    /// - Returns: The derived source.
    /// - Complexity: As ``filterSections(_:)``; O(*s*) for another value, which asks about each section.
    @inlinable
    public func filterSections<Header, Item, Value>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        _ isIncluded: @escaping @Sendable (_ header: Header, _ value: Value) -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, parameter, through: SectionSelectionByOperator<Header, Item, Value>(isIncluded))
    }

    /// The sections that have items.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | first item of a section inserted, last one deleted | the section inserted, deleted |
    /// | item moved | a move, also into a section that comes with it or out of one that goes with it |
    /// | section inserted, deleted, moved; header updated | the same, if it has items |
    /// | anything else in a section | the same |
    ///
    /// The items are shared with this source.
    ///
    /// ```swift
    /// let found = company.filter(by: search) { $0.name.hasPrefix($1) }.hidingEmptySections()
    /// ```
    ///
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *s*) for *k* of *s* sections that come, go, move or change, whatever is in them.
    @inlinable
    public func hidingEmptySections<Header, Item>() -> DerivedSource<SectionedSnapshot<Header, Item>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: HideEmptySectionsOperator<Header, Item>())
    }
}
