extension DerivableSource {
    /// The items of this source in given sections, which are always there, in their order, also without items.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete | the same, in the item's section |
    /// | update | an update; a move besides, if the item belongs to another section now |
    /// | move | a move, if the item passed others of its section; else nothing |
    ///
    /// The items of a section are in the order they have upstream; those that belong to none of them are left out.
    ///
    /// ```swift
    /// let board = tasks.sectioned(into: [Column("todo"), Column("doing"), Column("done")], by: \.state)
    /// ```
    ///
    /// - Parameters:
    ///   - headers: The sections' headers; of several with the same id the first one counts.
    ///   - section: The id of the section that an item belongs to, or `nil`. It is called for items that are new or
    ///     updated, and has to give the same id for equal items.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func sectioned<Item, Header>(
        into headers: [Header],
        by section: @escaping @Sendable (Item) -> Header.ID?
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == ListSnapshot<Item> {
        var known = KeySet<Header.ID>()
        let headers = headers.filter { known.insert($0.id) }
        let operation = GroupOperator<Header, Item>(.fixed(headers), key: section)
        let initial = operation.initial
        return DerivedSource(from: self, through: operation).starting(with: initial)
    }
}
