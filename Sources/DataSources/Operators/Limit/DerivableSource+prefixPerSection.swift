extension DerivableSource {
    /// The first items of each section of this source.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | section inserted, deleted, moved; header updated | the same |
    /// | item inserted among the first | an insertion, and a deletion of the one that is beyond the limit now |
    /// | item deleted among the first | a deletion, and an insertion of the one that is within the limit now |
    /// | item moved | a move, an insertion or a deletion, as it was and is among the first; else nothing |
    /// | item updated | an update, if it is among the first |
    ///
    /// ```swift
    /// let newest = messages.grouped(by: \.sender).prefix(perSection: 3)
    /// ```
    ///
    /// - Parameter count: How many items of a section are wanted at most; a negative number counts as 0.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, and O(`count`) for each section that has some.
    @inlinable
    public func prefix<Header, Item>(
        perSection count: Int
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionLimitOperator(Swift.max(0, count)))
    }
}
