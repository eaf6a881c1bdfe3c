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
        Aggregation(initial: ExactVariance()) { summary, item in
            summary.add(value(item))
        } remove: { summary, item in
            summary.remove(value(item))
        } result: { summary in
            summary.variance(kind)
        }
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
        Aggregation(initial: ExactVariance()) { summary, item in
            summary.add(value(item))
        } remove: { summary, item in
            summary.remove(value(item))
        } result: { summary in
            summary.variance(kind)?.squareRoot()
        }
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
}
