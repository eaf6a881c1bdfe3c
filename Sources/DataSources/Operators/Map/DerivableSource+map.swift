extension DerivableSource {
    /// The results of `transform`, which maps each item to an item with the same id.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, move | the same, at the same positions |
    /// | update | an update, if the result differs |
    ///
    /// `transform` is called once for each item that is inserted or updated, never for an item that stays or moves. It
    /// must give the same result for equal items.
    ///
    /// ```swift
    /// let rows = staff.map { EmployeeRow(id: $0.id, title: $0.name) }
    /// ```
    ///
    /// - Parameter transform: Maps an item to an item with the same id; another id traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func map<Item, Result>(
        @OperatorClosure<Result> _ transform: @escaping @Sendable (Item) -> Result
    ) -> DerivedSource<ListSnapshot<Result>>
    where Snapshot == ListSnapshot<Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID {
        DerivedSource(from: self, through: MapOperator(transform))
    }

    /// The results of `transform`, each under the id of its item.
    ///
    /// Works like the other `map`, for values without an identity of their own:
    ///
    /// ```swift
    /// let names = staff.map(\.name)        // of Keyed<Employee.ID, String>
    /// ```
    ///
    /// - Parameter transform: Maps an item to a value.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    @_disfavoredOverload
    public func map<Item, Value: Equatable & Sendable>(
        @OperatorClosure<Value> _ transform: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<ListSnapshot<Keyed<Item.ID, Value>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: MapOperator { Keyed(id: $0.id, value: transform($0)) })
    }
}
