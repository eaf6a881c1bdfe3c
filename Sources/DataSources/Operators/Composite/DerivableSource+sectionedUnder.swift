extension DerivableSource {
    /// The items of this source as one section under a header; an empty list gives an empty section.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, move, update | the same, in the section |
    ///
    /// Use it to put a list into a ``CompositeSource``. The section shares the list's storage.
    ///
    /// ```swift
    /// let page = CompositeSource(pinned.sectioned(under: Title("Pinned")), recent.sectioned(under: Title("Recent")))
    /// ```
    ///
    /// - Parameter header: The section's header.
    /// - Returns: The derived source.
    /// - Complexity: O(1), plus the cost of finding the changes.
    @inlinable
    public func sectioned<Header, Item>(
        under header: Header
    ) -> DerivedSource<SectionedSnapshot<Header, Item>>
    where Snapshot == ListSnapshot<Item>, Header: Identifiable & Equatable & Sendable, Header.ID: Sendable {
        let operation = SectionOperator<Header, Item>(under: header)
        let empty = operation.section(of: ListSnapshot())
        return DerivedSource(from: self, through: operation).starting(with: empty)
    }
}
