extension DerivableSource {
    /// The sections whose headers satisfy `isIncluded`, with all their items.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | section inserted, deleted | the same, if it is included |
    /// | section moved | a move, if the order of the included sections changes; else nothing |
    /// | header updated | an update; the section inserted or deleted if it starts or stops being included |
    /// | items of an included section | the same |
    /// | item moved to or from a section that is left out | a deletion, an insertion |
    ///
    /// `isIncluded` is called once for each section that is inserted or whose header is updated, in the order of
    /// positions, never when only items change. It must give the same answer for equal headers. The items are shared
    /// with this source.
    ///
    /// ```swift
    /// let open = company.filterSections { !$0.isCollapsed }
    /// ```
    ///
    /// - Parameter isIncluded: Whether to include a section.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *s*) for *k* of *s* sections that are inserted, deleted, moved or changed, regardless of
    ///   their items.
    @inlinable
    public func filterSections<Header, Item>(
        @OperatorClosure<Bool> _ isIncluded: @escaping @Sendable (Header) -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionSelectionOperator<Header, Header, Item>(isIncluded))
    }

    /// The sections whose headers satisfy `isIncluded` for the value of another source, such as a ``Parameter``.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | this source | as with ``filterSections(_:)`` |
    /// | the value | sections inserted and deleted; a section included both before and after is unchanged |
    /// | both at once | one update |
    ///
    /// While there is no value there are no sections, and `isIncluded` is not called.
    ///
    /// ```swift
    /// let collapsed = Parameter<Set<Department.ID>>([])
    /// let visible = company.filterSections(by: collapsed) { department, ids in !ids.contains(department.id) }
    /// collapsed.set(["sales"])
    /// ```
    ///
    /// - Parameters:
    ///   - parameter: The source of the value.
    ///   - isIncluded: Whether to include a section; must give the same answer for equal headers and values.
    /// - Returns: The derived source.
    /// - Complexity: That of ``filterSections(_:)``; O(*s*) for a new value, which tests every section.
    @inlinable
    public func filterSections<Header, Item, Value>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        @OperatorClosure<Bool> _ isIncluded: @escaping @Sendable (_ header: Header, _ value: Value) -> Bool
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, parameter, through: SectionSelectionByOperator<Header, Item, Value>(isIncluded))
    }

    /// The sections that have items.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | first item of a section inserted, last one deleted | the section inserted, deleted |
    /// | item moved | a move; inserts or deletes a section if needed |
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
    /// - Complexity: O(*k* log *s*) for *k* of *s* sections that are inserted, deleted, moved or changed, regardless of
    ///   their items.
    @inlinable
    public func hidingEmptySections<Header, Item>() -> DerivedSource<SectionedSnapshot<Header, Item>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionSelectionOperator<Header, Header, Item>(hidingEmpty: ()))
    }
}
