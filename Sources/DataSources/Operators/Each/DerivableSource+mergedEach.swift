extension DerivableSource {
    /// The items of the live lists of all items, in the order of their parents.
    ///
    /// A child is identified by its parent's id and its own: the same child under two parents appears twice.
    ///
    /// | What changes | Output |
    /// |---|---|
    /// | insert, delete, move | the same, of all its children |
    /// | update | nothing; if `list` returns another list, the difference of the two |
    /// | the list of an item | the same changes, after the children of the items before it |
    /// | several of these in one transaction | one update |
    ///
    /// `list` is called, and lists are followed and released, as the sources of ``combinedWithEach(fileID:line:_:)``. For
    /// children that are part of the item itself use `flatMap(_:)`. DynamicData calls this `MergeManyChangeSets`.
    ///
    /// ```swift
    /// let messages = rooms.flatMapEach { room in room.messages }  // of Keyed<FlatID<Room.ID, Message.ID>, Message>
    /// let newest = messages.sorted { $0.date > $1.date }.prefix(20)
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The call's file, named in the trap's message.
    ///   - line: The call's line.
    ///   - list: Finds or creates the list of an item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts the changes of the lists, the items with changes, and the children
    ///   of items that are inserted, deleted or moved; *n* counts all children.
    @inlinable
    public func flatMapEach<Item, Child>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ list: @escaping @Sendable (_ item: Item) -> any DerivableSource<ListSnapshot<Child>>
    ) -> DerivedSource<ListSnapshot<Keyed<FlatID<Item.ID, Child.ID>, Child>>> where Snapshot == ListSnapshot<Item> {
        combinedWithEach(fileID: fileID, line: line, list).flattenedEach()
    }

    /// The items as the headers of sections, each with the items of its live list.
    ///
    /// A child is identified by its parent's id and its own: the same child under two parents appears twice. An item
    /// whose list is empty has an empty section.
    ///
    /// | What changes | Output |
    /// |---|---|
    /// | insert, delete, move | the same, of the section |
    /// | update | an update of the header; if `list` returns another list, also the difference of the two |
    /// | the list of an item | the same changes in the section |
    /// | several of these in one transaction | one update |
    ///
    /// `list` is called, and lists are followed and released, as the sources of ``combinedWithEach(fileID:line:_:)``.
    /// TanStack DB calls this `includes`.
    ///
    /// ```swift
    /// let board = columns.sectionedEach { column in column.cards }
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The call's file, named in the trap's message.
    ///   - line: The call's line.
    ///   - list: Finds or creates the list of an item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts the changes of the lists, the items with changes, and the children
    ///   of items that are inserted or deleted; *n* counts all children.
    @inlinable
    public func sectionedEach<Item, Child>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ list: @escaping @Sendable (_ item: Item) -> any DerivableSource<ListSnapshot<Child>>
    ) -> DerivedSource<SectionedSnapshot<Item, Keyed<FlatID<Item.ID, Child.ID>, Child>>>
    where Snapshot == ListSnapshot<Item> {
        combinedWithEach(fileID: fileID, line: line, list).sectionedEach()
    }

    /// The lists of rows that ``combinedWithEach(by:fileID:line:_:)`` returned, as `flatMapEach` concatenates them.
    ///
    /// ```swift
    /// let rows = tasks.combinedWithEach(by: \.roomID) { id in messages.filter { $0.roomID == id } }
    /// let all = rows.flattenedEach()
    /// ```
    ///
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), as for `flatMapEach`.
    @inlinable
    public func flattenedEach<Item, Child>()
        -> DerivedSource<ListSnapshot<Keyed<FlatID<Item.ID, Child.ID>, Child>>>
    where Snapshot == ListSnapshot<CombinedItem<Item, ListSnapshot<Child>>> {
        DerivedSource(from: self, through: FlatOfEachOperator<Item, Child>())
    }

    /// The rows that ``combinedWithEach(by:fileID:line:_:)`` returned, as sections like those of
    /// ``sectionedEach(fileID:line:_:)``.
    ///
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), as there.
    @inlinable
    public func sectionedEach<Item, Child>()
        -> DerivedSource<SectionedSnapshot<Item, Keyed<FlatID<Item.ID, Child.ID>, Child>>>
    where Snapshot == ListSnapshot<CombinedItem<Item, ListSnapshot<Child>>> {
        DerivedSource(from: self, through: SectionsOfEachOperator<Item, Child>())
    }
}
