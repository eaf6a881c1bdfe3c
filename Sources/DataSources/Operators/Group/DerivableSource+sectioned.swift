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
}
