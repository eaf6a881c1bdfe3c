extension DerivableSource {
    /// The variance of a number of each item; no value when there are too few items.
    ///
    /// ```swift
    /// let spread = measurements.variance(of: \.temperature)
    /// ```
    ///
    /// - Parameters:
    ///   - value: The number of an item.
    ///   - kind: Whether the items are a sample or the whole population.
    /// - Returns: The derived source; see ``aggregated(_:)`` and
    ///   `Aggregation.variance(of:_:)`.
    @inlinable
    public func variance<Item>(
        @OperatorClosure<Double> of value: @escaping @Sendable (Item) -> Double, _ kind: VarianceKind = .sample
    ) -> DerivedSource<ValueSnapshot<Double>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, ExactVariance, Double>.variance(of: value, kind))
    }

    /// The variance of an integer of each item; no value when there are too few items.
    ///
    /// - Parameters:
    ///   - value: The integer of an item; beyond 2⁵³ it is rounded first.
    ///   - kind: Whether the items are a sample or the whole population.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    @inlinable
    public func variance<Item, Value: BinaryInteger & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value, _ kind: VarianceKind = .sample
    ) -> DerivedSource<ValueSnapshot<Double>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, ExactVariance, Double>.variance(of: value, kind))
    }

    /// The standard deviation of a number of each item; no value when there are too few items.
    ///
    /// ```swift
    /// let jitter = pings.standardDeviation(of: \.seconds)                      // of a sample
    /// let exact = grades.standardDeviation(of: \.points, .population)          // of all there are
    /// ```
    ///
    /// - Parameters:
    ///   - value: The number of an item.
    ///   - kind: Whether the items are a sample or the whole population.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    @inlinable
    public func standardDeviation<Item>(
        @OperatorClosure<Double> of value: @escaping @Sendable (Item) -> Double, _ kind: VarianceKind = .sample
    ) -> DerivedSource<ValueSnapshot<Double>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, ExactVariance, Double>.standardDeviation(of: value, kind))
    }

    /// The standard deviation of an integer of each item; no value when there are too few items.
    ///
    /// - Parameters:
    ///   - value: The integer of an item; beyond 2⁵³ it is rounded first.
    ///   - kind: Whether the items are a sample or the whole population.
    /// - Returns: The derived source; see ``aggregated(_:)``.
    @inlinable
    public func standardDeviation<Item, Value: BinaryInteger & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value, _ kind: VarianceKind = .sample
    ) -> DerivedSource<ValueSnapshot<Double>> where Snapshot == ListSnapshot<Item> {
        aggregated(Aggregation<Item, ExactVariance, Double>.standardDeviation(of: value, kind))
    }
}
