extension DerivableSource {
    /// The items of this source in fixed sections, which are present even without items.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete | the same, in the item's section |
    /// | update | an update; also a move, if the item now belongs to another section |
    /// | move | a move, if the order within the section changes; else nothing |
    ///
    /// Items keep their upstream order within a section. Items that belong to none of the sections are left out.
    ///
    /// ```swift
    /// let board = tasks.sectioned(into: [Column("todo"), Column("doing"), Column("done")], by: \.state)
    /// ```
    ///
    /// - Parameters:
    ///   - headers: The headers of the sections, in order; of several headers with one id, the first is used.
    ///   - section: The id of the section an item belongs to, or `nil`. Called for inserted and updated items; must
    ///     give the same id for equal items.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func sectioned<Item, Header>(
        into headers: [Header],
        @OperatorClosure<Header.ID?> by section: @escaping @Sendable (Item) -> Header.ID?
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == ListSnapshot<Item> {
        var known = KeySet<Header.ID>()
        let headers = headers.filter { known.insert($0.id) }
        let operation = GroupOperator<Header, Item>(.fixed(headers), key: section)
        let initial = operation.initial
        return DerivedSource(from: self, through: operation).starting(with: initial)
    }

    /// The items of this source in the sections of another list, whose items are the headers.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | item inserted, deleted | the same, in its section |
    /// | item updated | an update; also a move, if the item now belongs to another section |
    /// | item moved | a move, if the order within the section changes; else nothing |
    /// | header inserted | the section inserted, with the items that belong to it |
    /// | header deleted | the section deleted; its items move to the section `elsewhere`, if there is one |
    /// | header updated, moved | the same, of the section |
    /// | both in one transaction | one update |
    ///
    /// A section is present even without items. Items keep their upstream order within a section. Items that belong to
    /// none of the headers are left out, or are in the section of `elsewhere`: if the headers have its id, that is the
    /// section of that header; else it comes last, while there are such items.
    ///
    /// ```swift
    /// let board = cards.sectioned(into: columns, by: \.columnID)
    /// let complete = cards.sectioned(into: columns, elsewhere: Column(id: "inbox", title: "Inbox"), by: \.columnID)
    /// ```
    ///
    /// For headers that carry lists of their own use ``sectionedEach(fileID:line:_:)``.
    ///
    /// - Parameters:
    ///   - headers: The headers of the sections.
    ///   - elsewhere: The header for items that belong to none of the headers; `nil` to leave them out.
    ///   - section: The id of the header an item belongs to, or `nil`. Called for inserted and updated items; must give
    ///     the same id for equal items.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, regardless of the sizes of sections; with `elsewhere`, an inserted
    ///   or deleted header also counts as the items that belong to it.
    @inlinable
    public func sectioned<Item, Header>(
        into headers: some DerivableSource<ListSnapshot<Header>>,
        elsewhere: Header? = nil,
        @OperatorClosure<Header.ID?> by section: @escaping @Sendable (Item) -> Header.ID?
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self, headers, through: HeaderListOperator<Header, Item>(elsewhere: elsewhere, key: section))
    }
}
