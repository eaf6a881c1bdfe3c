extension Aggregation where Summary == ExactVariance, Result == Double {
    /// The variance of a number of each item, without accumulated rounding errors; no value when there are too few
    /// items: none, or for a sample a single one.
    ///
    /// - Parameters:
    ///   - value: The number of an item.
    ///   - kind: Whether the items are a sample (SQL's `VAR_SAMP`) or the whole population (`VAR_POP`).
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func variance(
        @OperatorClosure<Double> of value: @escaping @Sendable (Item) -> Double, _ kind: VarianceKind = .sample
    ) -> Aggregation {
        exactly(value) { $0.variance(kind) }
    }

    /// The variance of an integer of each item; see `Aggregation.variance(of:_:)`.
    ///
    /// - Parameters:
    ///   - value: The integer of an item; beyond 2⁵³ it is rounded first.
    ///   - kind: Whether the items are a sample or the whole population.
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func variance<Value: BinaryInteger & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value, _ kind: VarianceKind = .sample
    ) -> Aggregation {
        variance(of: { item in Double(value(item)) }, kind)
    }

    /// The standard deviation of a number of each item: the square root of its variance.
    ///
    /// - Parameters:
    ///   - value: The number of an item.
    ///   - kind: Whether the items are a sample (SQL's `STDDEV_SAMP`) or the whole population (`STDDEV_POP`).
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func standardDeviation(
        @OperatorClosure<Double> of value: @escaping @Sendable (Item) -> Double, _ kind: VarianceKind = .sample
    ) -> Aggregation {
        exactly(value) { $0.variance(kind)?.squareRoot() }
    }

    /// The standard deviation of an integer of each item: the square root of its variance.
    ///
    /// - Parameters:
    ///   - value: The integer of an item; beyond 2⁵³ it is rounded first.
    ///   - kind: Whether the items are a sample or the whole population.
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func standardDeviation<Value: BinaryInteger & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value, _ kind: VarianceKind = .sample
    ) -> Aggregation {
        standardDeviation(of: { item in Double(value(item)) }, kind)
    }
    @inlinable
    static func exactly(
        _ value: @escaping @Sendable (Item) -> Double, _ result: @escaping @Sendable (ExactVariance) -> Double?
    ) -> Aggregation {
        Aggregation(
            initial: ExactVariance(), add: { $0.add(value($1)) }, remove: { $0.remove(value($1)) }, result: result)
    }
}
