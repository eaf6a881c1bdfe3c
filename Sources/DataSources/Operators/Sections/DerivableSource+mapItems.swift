extension DerivableSource {
    /// The items of this source, each made into another one with the same id, in their sections.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | item inserted, deleted, moved | the same, at the same paths |
    /// | item updated | an update, if what is made of the item is another one now |
    /// | anything of sections and headers | the same |
    ///
    /// `transform` is called once for each item that is inserted or updated, never for one that stays or moves. It has to
    /// give the same result for equal items.
    ///
    /// ```swift
    /// let rows = company.map { EmployeeRow(id: $0.id, title: $0.name) }
    /// ```
    ///
    /// - Parameter transform: Makes an item of an item; another id is a programming error and traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; a section that comes or goes counts as its items.
    @inlinable
    public func map<Header, Item, Result>(
        _ transform: @escaping @Sendable (Item) -> Result
    ) -> DerivedSource<SectionedSnapshot<Header, Result>>
    where
        Snapshot == SectionedSnapshot<Header, Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
    {
        DerivedSource(from: self, through: SectionedMapOperator(transform))
    }

    /// What `transform` makes of the items of this source, each under the id of the item, in their sections.
    ///
    /// As the other `map`, for values that have no identity of their own:
    ///
    /// ```swift
    /// let names = company.map(\.name)        // of Keyed<Employee.ID, String>
    /// ```
    ///
    /// - Parameter transform: Makes a value of an item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; a section that comes or goes counts as its items.
    @inlinable
    public func map<Header, Item, Value: Equatable & Sendable>(
        _ transform: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<SectionedSnapshot<Header, Keyed<Item.ID, Value>>>
    where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionedMapOperator { Keyed(id: $0.id, value: transform($0)) })
    }

    /// What `transform` makes of the items of this source, where it makes anything: items with the same ids, in their
    /// sections; the sections stay, also without items.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | item inserted, deleted | the same, where something is made of the item |
    /// | item moved, also to another section | a move if it is one among the items of which something is made; else nothing |
    /// | item updated | an update, if what is made is another one now; an insertion or a deletion if there is something now, or nothing any more |
    /// | anything of sections and headers | the same |
    ///
    /// `transform` is called once for each item that is inserted or updated, in the order of paths, never for one that
    /// stays or moves. It has to give the same result for equal items.
    ///
    /// ```swift
    /// let cards = company.compactMap { person in person.photo.map { Card(id: person.id, photo: $0) } }
    /// ```
    ///
    /// - Parameter transform: Makes an item of an item, or `nil`; another id is a programming error and traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; a section that comes, goes or moves counts as its items.
    @inlinable
    public func compactMap<Header, Item, Result>(
        _ transform: @escaping @Sendable (Item) -> Result?
    ) -> DerivedSource<SectionedSnapshot<Header, Result>>
    where
        Snapshot == SectionedSnapshot<Header, Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
    {
        DerivedSource(
            from: self,
            through: SectionedCompactMapOperator<Header, Item, Result>(make: { item in
                let result = transform(item)
                precondition(
                    result.map { made in areSameKey(made.id, item.id) || !areOtherKeys({ made.id }, { item.id }) }
                        ?? true,
                    "compactMap gave the item \(item.id) another id: use Keyed")
                return result
            })
        )
    }

    /// What `transform` makes of the items of this source, where it makes anything, each under the id of the item, in
    /// their sections.
    ///
    /// As the other `compactMap`, for values that have no identity of their own:
    ///
    /// ```swift
    /// let phones = company.compactMap(\.phone)       // of Keyed<Employee.ID, Phone>
    /// ```
    ///
    /// - Parameter transform: Makes a value of an item, or `nil`.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; a section that comes, goes or moves counts as its items.
    @inlinable
    public func compactMap<Header, Item, Value: Equatable & Sendable>(
        _ transform: @escaping @Sendable (Item) -> Value?
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
