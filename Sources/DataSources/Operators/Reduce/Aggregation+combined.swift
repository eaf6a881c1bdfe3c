extension Aggregation {
    /// Several aggregations of the same items, with one result made from theirs: SQL's
    /// `SELECT COUNT(*), SUM(total), AVG(total)`.
    ///
    /// ```swift
    /// let totals = orders.aggregated(
    ///     by: \.customer,
    ///     .combined(.count, .sum(of: \.total), .average(of: \.total)) { count, total, average in
    ///         CustomerTotals(count: count, total: total, average: average)
    ///     })
    /// ```
    ///
    /// There is a result if every aggregation has one. To get a result without some of them, wrap these:
    /// ``optional(_:)``.
    ///
    /// - Parameters:
    ///   - first: The first aggregation; it can be a combined one.
    ///   - second: The second aggregation.
    ///   - rest: Further aggregations. Closures in them must be marked `@Sendable`; key paths need no mark.
    ///   - result: Makes the result. Called once for a change, or for each row that changes; must give equal results for
    ///     equal arguments.
    /// - Returns: The aggregation. Its cost for an item is the sum of theirs.
    @inlinable
    public static func combined<First, FirstValue, Second, SecondValue, each Part, each Value>(
        _ first: Aggregation<Item, First, FirstValue>,
        _ second: Aggregation<Item, Second, SecondValue>,
        _ rest: repeat Aggregation<Item, each Part, each Value>,
        @OperatorClosure<Result> into result: @escaping @Sendable (FirstValue, SecondValue, repeat each Value) -> Result
    ) -> Aggregation where Summary == CombinedSummary<First, Second, repeat each Part> {
        Aggregation(
            initial: CombinedSummary(first.initial, second.initial, repeat (each rest).initial),
            add: { $0.add($1, to: first, second, repeat each rest) },
            remove: { $0.remove($1, from: first, second, repeat each rest) },
            result: { $0.result(of: first, second, repeat each rest, into: result) }
        )
    }

    /// An aggregation that always has a result: that of `aggregation`, or `nil`.
    ///
    /// ```swift
    /// let range = Aggregation.combined(.count, .optional(.min(of: \.price))) { Offer(count: $0, lowest: $1) }
    /// ```
    ///
    /// - Parameter aggregation: The aggregation whose result may be missing.
    /// - Returns: The aggregation, with the cost of the other.
    @inlinable
    public static func optional<Value>(
        _ aggregation: Aggregation<Item, Summary, Value>
    ) -> Aggregation where Result == Value? {
        Aggregation(initial: aggregation.initial, add: aggregation.add, remove: aggregation.remove) { summary in
            .some(aggregation.result(summary))
        }
    }
}
