extension DerivableSource {
    /// The items of this source, sorted; items that are equal in order keep the order they have upstream.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete | the same, where the order has it |
    /// | update | an update; a move besides, if the item now belongs elsewhere |
    /// | move | a move, if the item passed others that are equal in order; else nothing |
    ///
    /// Since sorting is stable, sorting twice sorts by two keys: `staff.sorted(by: \.name).sorted(by: \.department)`, as
    /// does ``ItemOrder/then(_:)``.
    ///
    /// ```swift
    /// let ranked = staff.sorted(by: .descending(\.salary).then(.ascending(\.name)))
    /// ```
    ///
    /// - Parameter order: The order; equal items have to stand equally to any other.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) comparisons for *k* changes; O(*n* log *n*) once, to begin with.
    @inlinable
    public func sorted<Item>(by order: ItemOrder<Item>) -> DerivedSource<ListSnapshot<Item>>
    where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: SortOperator(order))
    }

    /// The items of this source, sorted by a predicate; items that are equal in order keep the order they have upstream.
    ///
    /// As ``sorted(by:)-(ItemOrder<Item>)``. Two items of which neither comes before the other are equal in order.
    ///
    /// ```swift
    /// let byName = staff.sorted { $0.name < $1.name }
    /// ```
    ///
    /// - Parameter areInIncreasingOrder: Whether the first item comes before the second: a strict weak ordering.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) calls for *k* changes; O(*n* log *n*) once, to begin with.
    @inlinable
    public func sorted<Item>(
        by areInIncreasingOrder: @escaping @Sendable (Item, Item) -> Bool
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        sorted(by: ItemOrder(by: areInIncreasingOrder))
    }

    /// The items of this source, sorted by a key; items with equal keys keep the order they have upstream.
    ///
    /// As ``sorted(by:)-(ItemOrder<Item>)``, also descending: then, too, equals stay as they are upstream.
    ///
    /// ```swift
    /// let byName = staff.sorted(by: \.name)
    /// let newestFirst = messages.sorted(by: { $0.sent }, .descending)
    /// ```
    ///
    /// - Parameters:
    ///   - key: What items are compared by. It is called for items that are compared, so it should be cheap.
    ///   - direction: Whether small keys come first.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) calls for *k* changes; *n* once, to begin with.
    @inlinable
    public func sorted<Item, Key: Comparable & Sendable>(
        by key: @escaping @Sendable (Item) -> Key,
        _ direction: SortDirection = .ascending
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        sorted(by: ItemOrder(by: key, direction))
    }

    /// The items of this source in an order that depends on a value, and that changes as the value does.
    ///
    /// ```swift
    /// let column = Parameter(Column.name)
    /// let table = staff.sorted(by: column) { $0 == .name ? .ascending(\.name) : .descending(\.salary) }
    /// column.set(.salary)             // one update: the fewest moves from the one order to the other
    /// ```
    ///
    /// Changes of this source come out as from ``sorted(by:)-(ItemOrder<Item>)``. While the parameter has no value the
    /// list is empty.
    ///
    /// - Parameters:
    ///   - parameter: A source of one value, as ``Parameter`` is.
    ///   - order: Makes the order of a value; it is called when the value changes.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n* log *n*) for another value.
    @inlinable
    public func sorted<Item, Value, Chooser: DerivableSource>(
        by parameter: Chooser,
        _ order: @escaping @Sendable (Value) -> ItemOrder<Item>
    ) -> DerivedSource<ListSnapshot<Item>>
    where Snapshot == ListSnapshot<Item>, Chooser.Snapshot == ValueSnapshot<Value> {
        DerivedSource(from: self, parameter, through: SortByValueOperator(order))
    }
}
