extension DerivableSource {
    /// The items of this source, sorted stably: items that tie keep their upstream order.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete | the same, at the sorted position |
    /// | update | an update; also a move, if the sorted position changes |
    /// | move | a move, if the order among ties changes; else nothing |
    ///
    /// Since sorting is stable, sorting twice sorts by two keys: `staff.sorted(by: \.name).sorted(by: \.department)`.
    /// So does ``ItemOrder/then(_:)``.
    ///
    /// ```swift
    /// let ranked = staff.sorted(by: .descending(\.salary).then(.ascending(\.name)))
    /// ```
    ///
    /// - Parameter order: The order; equal items must compare alike with any other item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) comparisons for *k* changes; O(*n* log *n*) once, at the start.
    @inlinable
    public func sorted<Item>(by order: ItemOrder<Item>) -> DerivedSource<ListSnapshot<Item>>
    where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: SortOperator(order))
    }

    /// The items of this source, sorted stably by a predicate.
    ///
    /// Works like ``sorted(by:)-(ItemOrder<Item>)``. Two items tie if neither precedes the other.
    ///
    /// ```swift
    /// let byName = staff.sorted { $0.name < $1.name }
    /// ```
    ///
    /// - Parameter areInIncreasingOrder: Whether the first item precedes the second: a strict weak ordering.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) calls for *k* changes; O(*n* log *n*) once, at the start.
    @inlinable
    public func sorted<Item>(
        @OperatorClosure<Bool> by areInIncreasingOrder: @escaping @Sendable (Item, Item) -> Bool
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        sorted(by: ItemOrder(by: areInIncreasingOrder))
    }

    /// The items of this source, sorted stably by a key, ascending or descending.
    ///
    /// Works like ``sorted(by:)-(ItemOrder<Item>)``. Ties keep their upstream order in both directions.
    ///
    /// ```swift
    /// let byName = staff.sorted(by: \.name)
    /// let newestFirst = messages.sorted(by: { $0.sent }, .descending)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item. Called whenever items are compared, so it should be cheap.
    ///   - direction: Whether small keys come first.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) calls for *k* changes; *n* calls once, at the start.
    @inlinable
    public func sorted<Item, Key: Comparable & Sendable>(
        @OperatorClosure<Key> by key: @escaping @Sendable (Item) -> Key,
        _ direction: SortDirection = .ascending
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        sorted(by: ItemOrder(by: key, direction))
    }

    /// The items of this source, sorted by an order that depends on a value.
    ///
    /// ```swift
    /// let column = Parameter(Column.name)
    /// let table = staff.sorted(by: column) { $0 == .name ? .ascending(\.name) : .descending(\.salary) }
    /// column.set(.salary)             // one update: the fewest moves from one order to the other
    /// ```
    ///
    /// Changes of this source have the same effect as in ``sorted(by:)-(ItemOrder<Item>)``. While the parameter has no
    /// value the list is empty.
    ///
    /// - Parameters:
    ///   - parameter: A source of one value, such as a ``Parameter``.
    ///   - order: The order for a value; called when the value changes.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n* log *n*) for a new value.
    @inlinable
    public func sorted<Item, Value>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        @OperatorClosure<ItemOrder<Item>> _ order: @escaping @Sendable (_ value: Value) -> ItemOrder<Item>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, parameter, through: SortByValueOperator(order))
    }
}

extension DerivableSource {
    /// The items of this source, sorted by an order that depends on the values of several sources.
    ///
    /// Works like `sorted(by:_:)`. Values that change at once make one update. While one of the sources has no value
    /// the list is empty.
    ///
    /// ```swift
    /// let table = staff.sorted(by: column, direction) { column, direction in
    ///     column == .name ? ItemOrder(by: { $0.name }, direction) : ItemOrder(by: { $0.salary }, direction)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A source of one value, such as a ``Parameter``.
    ///   - second: Another source of one value.
    ///   - rest: Any number of further sources of one value.
    ///   - order: The order for the values; called when one of them changes.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n* log *n*) for new values.
    @inlinable
    public func sorted<Item, First, Second, each Rest>(
        by first: any DerivableSource<ValueSnapshot<First>>,
        _ second: any DerivableSource<ValueSnapshot<Second>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<ItemOrder<Item>> order:
            @escaping @Sendable (_ first: First, _ second: Second, repeat each Rest) -> ItemOrder<Item>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        sorted(by: ValuePack.source(first, second, repeat each rest)) { values in values.call(order) }
    }
}
