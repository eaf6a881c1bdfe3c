extension DerivableSource {
    /// The items of all sections, one section's after the other's, as a list.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | item inserted, deleted, updated | the same |
    /// | item moved, also to another section | a move |
    /// | section inserted, deleted | its items inserted, deleted |
    /// | section moved | moves, as few as bring its items past the others' or the others' past them |
    /// | header updated | nothing |
    ///
    /// ```swift
    /// let everybody = company.flattened().sorted(by: \.name)
    /// ```
    ///
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, where a section that comes, goes or moves counts as its items; for
    ///   what comes to the beginning of a section also the number of empty sections right before it.
    @inlinable
    public func flattened<Header, Item>() -> DerivedSource<ListSnapshot<Item>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: FlattenOperator())
    }
}
