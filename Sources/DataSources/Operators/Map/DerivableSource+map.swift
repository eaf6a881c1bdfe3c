extension DerivableSource {
    /// The items of this source, each made into another one with the same id.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete, move | the same, at the same positions |
    /// | update | an update, if what is made of the item is another one now |
    ///
    /// `transform` is called once for each item that is inserted or updated, never for one that stays or moves. It has to
    /// give the same result for equal items.
    ///
    /// ```swift
    /// let rows = staff.map { EmployeeRow(id: $0.id, title: $0.name) }
    /// ```
    ///
    /// - Parameter transform: Makes an item of an item; another id is a programming error and traps.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func map<Item, Result>(
        _ transform: @escaping @Sendable (Item) -> Result
    ) -> DerivedSource<ListSnapshot<Result>>
    where Snapshot == ListSnapshot<Item>, Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID {
        DerivedSource(from: self, through: MapOperator(transform))
    }

    /// What `transform` makes of the items of this source, each under the id of the item.
    ///
    /// As the other `map`, for values that have no identity of their own:
    ///
    /// ```swift
    /// let names = staff.map(\.name)        // of Keyed<Employee.ID, String>
    /// ```
    ///
    /// - Parameter transform: Makes a value of an item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func map<Item, Value: Equatable & Sendable>(
        _ transform: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<ListSnapshot<Keyed<Item.ID, Value>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: MapOperator { Keyed(id: $0.id, value: transform($0)) })
    }
}
