extension DerivableSource {
    /// The first `count` items of each section of this source.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | section inserted, deleted, moved; header updated | the same |
    /// | item inserted among the first | an insertion, and the deletion of the item that is now beyond the limit |
    /// | item deleted among the first | a deletion, and the insertion of the item that is now within the limit |
    /// | item moved | a move, an insertion or a deletion, if it was or is among the first; else nothing |
    /// | item updated | an update, if it is among the first |
    ///
    /// ```swift
    /// let newest = messages.grouped(by: \.sender).prefix(perSection: 3)
    /// ```
    ///
    /// - Parameter count: The maximal number of items per section; negative counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, and O(`count`) for each section with changes.
    @inlinable
    public func prefix<Header, Item>(
        perSection count: Int
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionLimitOperator(Swift.max(0, count)))
    }
}
