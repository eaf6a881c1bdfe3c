extension DerivableSource {
    /// The number of items.
    ///
    /// - Returns: The derived source; see ``aggregated(_:)``.
    @inlinable
    public func counted<Item>() -> DerivedSource<ValueSnapshot<Int>> where Snapshot == ListSnapshot<Item> {
        aggregated(.count)
    }

    /// The sum of a value of each item; see ``Aggregation``.
    ///
    /// - Parameter value: The value of an item.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    @inlinable
    public func sum<Item, Value: AdditiveArithmetic & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<ValueSnapshot<Value>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, Value, Value>.sum(of: value))
    }

    /// The exact sum of an integer of each item; intermediate values never overflow.
    ///
    /// A sum out of the range of the type is shown as its largest or smallest value.
    ///
    /// - Parameter value: The integer of an item.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    @inlinable
    public func sum<Item, Value: FixedWidthInteger & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<ValueSnapshot<Value>> where Snapshot == ListSnapshot<Item>, Value.Magnitude: Sendable {
        aggregated(Aggregation<Item, IntegerSum<Value>, Value>.sum(of: value))
    }

    /// The sum of a number of each item, rounded once; see `Aggregation.sum(of:)`.
    ///
    /// - Parameter value: The number of an item.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    @inlinable
    public func sum<Item>(
        @OperatorClosure<Double> of value: @escaping @Sendable (Item) -> Double
    ) -> DerivedSource<ValueSnapshot<Double>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, ExactSum, Double>.sum(of: value))
    }

    /// The average of a number of each item; no value when there are no items.
    ///
    /// - Parameter value: The number of an item.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    @inlinable
    public func average<Item>(
        @OperatorClosure<Double> of value: @escaping @Sendable (Item) -> Double
    ) -> DerivedSource<ValueSnapshot<Double>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, ExactSum, Double>.average(of: value))
    }

    /// The average of an integer of each item; no value when there are no items.
    ///
    /// - Parameter value: The integer of an item.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    @inlinable
    public func average<Item, Value: BinaryInteger & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<ValueSnapshot<Double>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, ExactSum, Double>.average(of: value))
    }

    /// The smallest value of all items; no value when there are no items.
    ///
    /// - Parameter value: The value of an item.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    /// - Complexity: O(log *n*) for each change, even when the smallest value is removed.
    @inlinable
    public func min<Item, Value: Comparable & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<ValueSnapshot<Value>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, OrderedMultiset<Value>, Value>.min(of: value))
    }

    /// The largest value of all items; no value when there are no items.
    ///
    /// - Parameter value: The value of an item.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    /// - Complexity: O(log *n*) for each change, even when the largest value is removed.
    @inlinable
    public func max<Item, Value: Comparable & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value
    ) -> DerivedSource<ValueSnapshot<Value>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, OrderedMultiset<Value>, Value>.max(of: value))
    }
}
