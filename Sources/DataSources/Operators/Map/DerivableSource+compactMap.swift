extension DerivableSource {
    /// The non-`nil` results of `transform`, which maps each item to an item with the same id.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete | the same, if the result is not `nil` |
    /// | move | a move, if the order of the results changes; else nothing |
    /// | update | an update, if the result differs; an insertion or a deletion if it starts or stops being `nil` |
    ///
    /// `transform` is called once for each item that is inserted or updated, in the order of positions, never for an
    /// item that stays or moves. It must give the same result for equal items.
    ///
    /// ```swift
    /// let cards = staff.compactMap { person in person.photo.map { Card(id: person.id, photo: $0) } }
    /// ```
    ///
    /// - Parameter transform: Maps an item to an item with the same id, or `nil`; another id traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func compactMap<Item, Result>(
        @OperatorClosure<Result?> _ transform: @escaping @Sendable (Item) -> Result?
    ) -> DerivedSource<ListSnapshot<Result>>
    where Snapshot == ListSnapshot<Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID {
        DerivedSource(from: self, through: FlatMapOperator(compacting: transform))
    }

    /// The non-`nil` results of `transform`, each under the id of its item.
    ///
    /// Works like the other `compactMap`, for values without an identity of their own:
    ///
    /// ```swift
    /// let phones = staff.compactMap(\.phone)       // of Keyed<Employee.ID, Phone>
    /// ```
    ///
    /// - Parameter transform: Maps an item to a value, or `nil`.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    @_disfavoredOverload
    public func compactMap<Item, Value: Equatable & Sendable>(
        @OperatorClosure<Value?> _ transform: @escaping @Sendable (Item) -> Value?
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
    /// Creates an operator that maps an item to one item or none.
    @inlinable
    package init(compacting transform: @escaping @Sendable (Item) -> Result?) {
        self.init { item, results in
            if let result = transform(item) { results.append(made(result, of: item, by: "compactMap")) }
        }
    }
}
