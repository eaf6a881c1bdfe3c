extension DerivableSource {
    /// The results of `transform`, which maps each item to an item with the same id, in their sections.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | item inserted, deleted, moved | the same, at the same paths |
    /// | item updated | an update, if the result differs |
    /// | any change of sections and headers | the same |
    ///
    /// `transform` is called once for each item that is inserted or updated, never for an item that stays or moves. It
    /// must give the same result for equal items.
    ///
    /// ```swift
    /// let rows = company.map { EmployeeRow(id: $0.id, title: $0.name) }
    /// ```
    ///
    /// - Parameter transform: Maps an item to an item with the same id; another id traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; a section that is inserted or deleted counts as its items.
    @inlinable
    public func map<Header, Item, Result>(
        @OperatorClosure<Result> _ transform: @escaping @Sendable (Item) -> Result
    ) -> DerivedSource<SectionedSnapshot<Header, Result>>
    where
        Snapshot == SectionedSnapshot<Header, Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
    {
        DerivedSource(from: self, through: SectionedCompactMapOperator(mapping: transform))
    }

    /// The results of `transform`, each under the id of its item, in their sections.
    ///
    /// Works like the other `map`, for values without an identity of their own:
    ///
    /// ```swift
    /// let names = company.map(\.name)        // of Keyed<Employee.ID, String>
    /// ```
    ///
    /// - Parameter transform: Maps an item to a value.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; a section that is inserted or deleted counts as its items.
    @inlinable
    @_disfavoredOverload
    public func map<Header, Item, Value: Equatable & Sendable>(
        @OperatorClosure<Value> _ transform: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<SectionedSnapshot<Header, Keyed<Item.ID, Value>>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(
            from: self, through: SectionedCompactMapOperator(mapping: { Keyed(id: $0.id, value: transform($0)) }))
    }

    /// The non-`nil` results of `transform`, which maps each item to an item with the same id, in their sections.
    ///
    /// All sections stay, even without items.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | item inserted, deleted | the same, if the result is not `nil` |
    /// | item moved, also to another section | a move, if the order of the results changes; else nothing |
    /// | item updated | an update, if the result differs; an insertion or a deletion if it starts or stops being `nil` |
    /// | any change of sections and headers | the same |
    ///
    /// `transform` is called once for each item that is inserted or updated, in the order of paths, never for an item
    /// that stays or moves. It must give the same result for equal items.
    ///
    /// ```swift
    /// let cards = company.compactMap { person in person.photo.map { Card(id: person.id, photo: $0) } }
    /// ```
    ///
    /// - Parameter transform: Maps an item to an item with the same id, or `nil`; another id traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; a section that is inserted, deleted or moved counts as its items.
    @inlinable
    public func compactMap<Header, Item, Result>(
        @OperatorClosure<Result?> _ transform: @escaping @Sendable (Item) -> Result?
    ) -> DerivedSource<SectionedSnapshot<Header, Result>>
    where
        Snapshot == SectionedSnapshot<Header, Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
    {
        DerivedSource(
            from: self,
            through: SectionedCompactMapOperator<Header, Item, Result>(make: { item in
                transform(item).map { made($0, of: item, by: "compactMap") }
            })
        )
    }

    /// The non-`nil` results of `transform`, each under the id of its item, in their sections.
    ///
    /// Works like the other `compactMap`, for values without an identity of their own:
    ///
    /// ```swift
    /// let phones = company.compactMap(\.phone)       // of Keyed<Employee.ID, Phone>
    /// ```
    ///
    /// - Parameter transform: Maps an item to a value, or `nil`.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; a section that is inserted, deleted or moved counts as its items.
    @inlinable
    @_disfavoredOverload
    public func compactMap<Header, Item, Value: Equatable & Sendable>(
        @OperatorClosure<Value?> _ transform: @escaping @Sendable (Item) -> Value?
    ) -> DerivedSource<SectionedSnapshot<Header, Keyed<Item.ID, Value>>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(
            from: self,
            through: SectionedCompactMapOperator<Header, Item, Keyed<Item.ID, Value>>(make: { item in
                transform(item).map { Keyed(id: item.id, value: $0) }
            })
        )
    }
}
