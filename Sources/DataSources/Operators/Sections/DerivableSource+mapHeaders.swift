extension DerivableSource {
    /// The sections of this source with their items, each under another header with the same id.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | header updated | an update, if what is made of the header is another one now |
    /// | anything else | the same |
    ///
    /// `transform` is called once for each section that is inserted or whose header is updated, never when only items
    /// change. It has to give the same result for equal headers. The items are shared with this source.
    ///
    /// ```swift
    /// let titled = company.mapHeaders { SectionTitle(id: $0.id, text: $0.title.uppercased()) }
    /// ```
    ///
    /// - Parameter transform: Makes a header of a header; another id is a programming error and traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *s*) for *k* of *s* sections that come, go, move or change, whatever is in them.
    @inlinable
    public func mapHeaders<Header, Item, Result>(
        _ transform: @escaping @Sendable (Header) -> Result
    ) -> DerivedSource<SectionedSnapshot<Result, Item>>
    where
        Snapshot == SectionedSnapshot<Header, Item>, Result: Identifiable & Equatable & Sendable,
        Result.ID == Header.ID
    {
        DerivedSource(from: self, through: SectionSelectionOperator<Header, Result, Item>(mapping: transform))
    }

    /// The sections of this source with their items, each under what `transform` makes of its header, with its id.
    ///
    /// As the other `mapHeaders`, for values that have no identity of their own:
    ///
    /// ```swift
    /// let titled = company.mapHeaders(\.title)     // under Keyed<Department.ID, String>
    /// ```
    ///
    /// - Parameter transform: Makes a value of a header.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *s*) for *k* of *s* sections that come, go, move or change, whatever is in them.
    @inlinable
    public func mapHeaders<Header, Item, Value: Equatable & Sendable>(
        _ transform: @escaping @Sendable (Header) -> Value
    ) -> DerivedSource<SectionedSnapshot<Keyed<Header.ID, Value>, Item>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(
            from: self,
            through: SectionSelectionOperator<Header, Keyed<Header.ID, Value>, Item>(mapping: { header in
                Keyed(id: header.id, value: transform(header))
            })
        )
    }
}
