extension DerivableSource {
    /// What `transform` makes of the items of this source, where it makes anything: items with the same ids.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete | the same, where something is made of the item |
    /// | move | a move if it is one among the items of which something is made; else nothing |
    /// | update | an update, if what is made is another one now; an insertion or a deletion if there is something now, or nothing any more |
    ///
    /// `transform` is called once for each item that is inserted or updated, in the order of positions, never for one that
    /// stays or moves. It has to give the same result for equal items.
    ///
    /// ```swift
    /// let cards = staff.compactMap { person in person.photo.map { Card(id: person.id, photo: $0) } }
    /// ```
    ///
    /// - Parameter transform: Makes an item of an item, or `nil`; another id is a programming error and traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func compactMap<Item, Result>(
        _ transform: @escaping @Sendable (Item) -> Result?
    ) -> DerivedSource<ListSnapshot<Result>>
    where Snapshot == ListSnapshot<Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID {
        DerivedSource(from: self, through: FlatMapOperator(compacting: transform))
    }

    /// What `transform` makes of the items of this source, where it makes anything, each under the id of the item.
    ///
    /// As the other `compactMap`, for values that have no identity of their own:
    ///
    /// ```swift
    /// let phones = staff.compactMap(\.phone)       // of Keyed<Employee.ID, Phone>
    /// ```
    ///
    /// - Parameter transform: Makes a value of an item, or `nil`.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func compactMap<Item, Value: Equatable & Sendable>(
        _ transform: @escaping @Sendable (Item) -> Value?
    ) -> DerivedSource<ListSnapshot<Keyed<Item.ID, Value>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: self,
            through: FlatMapOperator { item, results in
                if let value = transform(item) { results.append(Keyed(id: item.id, value: value)) }
            }
        )
    }
}

extension FlatMapOperator where Result.ID == Item.ID {
    /// Creates an operator that makes one item of an item, or none.
    @inlinable
    package init(compacting transform: @escaping @Sendable (Item) -> Result?) {
        self.init { item, results in
            guard let result = transform(item) else { return }
            precondition(
                areSameKey(result.id, item.id) || !areOtherKeys({ result.id }, { item.id }),
                "compactMap gave the item \(item.id) the id \(result.id): use Keyed, or flatMap")
            results.append(result)
        }
    }
}
