extension DerivableSource {
    /// The items of all sections, concatenated into a list.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | item inserted, deleted, updated | the same |
    /// | item moved, also to another section | a move |
    /// | section inserted, deleted | its items inserted, deleted |
    /// | section moved | the fewest moves of items that give the new order |
    /// | header updated | nothing |
    ///
    /// ```swift
    /// let everybody = company.flattened().sorted(by: \.name)
    /// ```
    ///
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, where a section that is inserted, deleted or moved counts as its
    ///   items.
    @inlinable
    public func flattened<Header, Item>() -> DerivedSource<ListSnapshot<Item>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: FlattenOperator())
    }
}
