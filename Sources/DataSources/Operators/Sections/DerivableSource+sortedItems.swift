extension DerivableSource {
    /// The sections of this source, each with its items sorted stably: items that tie keep their upstream order.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | item inserted, deleted | the same, at the sorted position in its section |
    /// | item updated | an update; also a move, if the sorted position changes |
    /// | item moved within its section | a move, if the order among ties changes; else nothing |
    /// | item moved to another section | a move |
    /// | section inserted | the same, with its items sorted |
    /// | section deleted, moved; header updated | the same |
    ///
    /// To sort the items before they are grouped costs the same: `staff.sorted(by: \.name).grouped(by: \.departmentID)`.
    ///
    /// ```swift
    /// let ranked = company.sortedItems(by: .descending(\.salary).then(.ascending(\.name)))
    /// ```
    ///
    /// - Parameter order: The order; equal items must compare alike with any other item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) comparisons for *k* changes, where a section that is inserted or deleted counts as
    ///   its items; O(*n* log *n*) once, at the start.
    @inlinable
    public func sortedItems<Header, Item>(
        by order: ItemOrder<Item>
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: SectionedSortOperator<Header, Item>(order))
    }

    /// The sections of this source, each with its items sorted stably by a key, ascending or descending.
    ///
    /// Works like ``sortedItems(by:)-(ItemOrder<Item>)``.
    ///
    /// ```swift
    /// let byName = company.sortedItems(by: \.name)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item. Called whenever items are compared, so it should be cheap.
    ///   - direction: Whether small keys come first.
    /// - Returns: The derived source.
    /// - Complexity: That of ``sortedItems(by:)-(ItemOrder<Item>)``.
    @inlinable
    public func sortedItems<Header, Item, Key: Comparable & Sendable>(
        @OperatorClosure<Key> by key: @escaping @Sendable (Item) -> Key,
        _ direction: SortDirection = .ascending
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        sortedItems(by: ItemOrder(by: key, direction))
    }

    /// The sections of this source, each with its items sorted stably by a key that items may lack.
    ///
    /// Works like ``sortedItems(by:)-(ItemOrder<Item>)``. Items without a key are first or last in both directions.
    ///
    /// - Parameters:
    ///   - key: The key of an item, or `nil`. Called whenever items are compared, so it should be cheap.
    ///   - direction: Whether small keys come first.
    ///   - nils: Whether items without a key come first or last.
    /// - Returns: The derived source.
    /// - Complexity: That of ``sortedItems(by:)-(ItemOrder<Item>)``.
    @inlinable
    @_disfavoredOverload
    public func sortedItems<Header, Item, Key: Comparable & Sendable>(
        @OperatorClosure<Key?> by key: @escaping @Sendable (Item) -> Key?,
        _ direction: SortDirection = .ascending,
        nils: NilOrder = .last
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        sortedItems(by: ItemOrder(by: key, direction, nils: nils))
    }

    /// The sections of this source, each with its items sorted by an order that depends on a value.
    ///
    /// Changes of this source have the same effect as in ``sortedItems(by:)-(ItemOrder<Item>)``; a new value produces
    /// one update with the fewest moves. While the parameter has no value there are no sections.
    ///
    /// ```swift
    /// let column = Parameter(Column.name)
    /// let table = company.sortedItems(by: column) { $0 == .name ? .ascending(\.name) : .descending(\.salary) }
    /// ```
    ///
    /// - Parameters:
    ///   - parameter: A source of one value, such as a ``Parameter``.
    ///   - order: The order for a value; called when the value changes.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n* log *n*) for a new value.
    @inlinable
    public func sortedItems<Header, Item, Value>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        @OperatorClosure<ItemOrder<Item>> _ order: @escaping @Sendable (_ value: Value) -> ItemOrder<Item>
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, parameter, through: SectionedSortByValueOperator<Header, Item, Value>(order))
    }
}
