extension DerivableSource {
    /// The sections of this source under the results of `transform`, which maps each header to a header with the same
    /// id.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | header updated | an update, if the result differs |
    /// | anything else | the same |
    ///
    /// `transform` is called once for each section that is inserted or whose header is updated, never when only items
    /// change. It must give the same result for equal headers. The items are shared with this source.
    ///
    /// ```swift
    /// let titled = company.mapHeaders { SectionTitle(id: $0.id, text: $0.title.uppercased()) }
    /// ```
    ///
    /// - Parameter transform: Maps a header to a header with the same id; another id traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *s*) for *k* of *s* sections that are inserted, deleted, moved or changed, regardless of
    ///   their items.
    @inlinable
    public func mapHeaders<Header, Item, Result>(
        @OperatorClosure<Result> _ transform: @escaping @Sendable (Header) -> Result
    ) -> DerivedSource<SectionedSnapshot<Result, Item>>
    where
        Snapshot == SectionedSnapshot<Header, Item>, Result: Identifiable & Equatable & Sendable,
        Result.ID == Header.ID
    {
        DerivedSource(from: self, through: SectionSelectionOperator<Header, Result, Item>(mapping: transform))
    }

    /// The sections of this source under the results of `transform`, each with the id of its header.
    ///
    /// Works like the other `mapHeaders`, for values without an identity of their own:
    ///
    /// ```swift
    /// let titled = company.mapHeaders(\.title)     // under Keyed<Department.ID, String>
    /// ```
    ///
    /// - Parameter transform: Maps a header to a value.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *s*) for *k* of *s* sections that are inserted, deleted, moved or changed, regardless of
    ///   their items.
    @inlinable
    @_disfavoredOverload
    public func mapHeaders<Header, Item, Value: Equatable & Sendable>(
        @OperatorClosure<Value> _ transform: @escaping @Sendable (Header) -> Value
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
