/// A summary of items that supports adding and removing items in any order: a count, a sum, a minimum.
///
/// ```swift
/// let payroll = staff.aggregated(by: \.departmentID, .sum(of: \.salary))
/// ```
///
/// In a custom aggregation `remove` must undo `add`, and neither may depend on the order of items.
///
/// ```swift
/// let spread = Aggregation<Employee, (count: Int, total: Int), Int>(initial: (0, 0)) { summary, employee in
///     summary.count += 1; summary.total += employee.salary
/// } remove: { summary, employee in
///     summary.count -= 1; summary.total -= employee.salary
/// } result: { $0.count == 0 ? nil : $0.total / $0.count }
/// ```
public struct Aggregation<Item, Summary: Sendable, Result: Equatable & Sendable>: Sendable {
    @usableFromInline let initial: Summary
    @usableFromInline let add: @Sendable (inout Summary, Item) -> Void
    @usableFromInline let remove: @Sendable (inout Summary, Item) -> Void
    @usableFromInline let result: @Sendable (Summary) -> Result?

    /// Creates an aggregation.
    ///
    /// - Parameters:
    ///   - initial: The summary of no items.
    ///   - add: Adds an item to the summary.
    ///   - remove: Removes an item that was added.
    ///   - result: The result to show for a summary; `nil` for none.
    @inlinable
    public init(
        initial: Summary,
        add: @escaping @Sendable (inout Summary, Item) -> Void,
        remove: @escaping @Sendable (inout Summary, Item) -> Void,
        result: @escaping @Sendable (Summary) -> Result?
    ) {
        self.initial = initial
        self.add = add
        self.remove = remove
        self.result = result
    }
}

extension Aggregation where Summary == Int, Result == Int {
    /// The number of items.
    @inlinable
    public static var count: Aggregation {
        Aggregation(initial: 0, add: { count, _ in count += 1 }, remove: { count, _ in count -= 1 }, result: { $0 })
    }
}

extension Aggregation where Result: FixedWidthInteger, Summary == IntegerSum<Result> {
    /// The sum of an integer of each item; zero when there are no items.
    ///
    /// The sum is exact: intermediate values never overflow. A sum out of the range of the type is shown as its largest
    /// or smallest value.
    ///
    /// - Parameter value: The integer of an item.
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func sum(@OperatorClosure<Result> of value: @escaping @Sendable (Item) -> Result) -> Aggregation {
        Aggregation(
            initial: IntegerSum(), add: { $0.add(value($1)) }, remove: { $0.remove(value($1)) }, result: { $0.value })
    }
}

extension Aggregation where Summary: AdditiveArithmetic, Result == Summary {
    /// The sum of a value of each item; zero when there are no items.
    ///
    /// It traps on overflow if `+` of the type does; integers use an overload that does not. For floating-point types
    /// other than `Double` the sum may keep rounding errors of values removed earlier; convert the values to `Double`
    /// to avoid that.
    ///
    /// - Parameter value: The value of an item.
    /// - Returns: The aggregation, O(1) for an item.
    @_disfavoredOverload
    @inlinable
    public static func sum(@OperatorClosure<Result> of value: @escaping @Sendable (Item) -> Result) -> Aggregation {
        Aggregation(initial: .zero, add: { $0 += value($1) }, remove: { $0 -= value($1) }, result: { $0 })
    }
}

extension Aggregation where Summary == ExactSum, Result == Double {
    /// The sum of a number of each item, rounded once, so it does not depend on the order of additions and removals.
    ///
    /// - Parameter value: The number of an item.
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func sum(@OperatorClosure<Double> of value: @escaping @Sendable (Item) -> Double) -> Aggregation {
        exactly(value) { $0.value }
    }

    /// The average of a number of each item, without accumulated rounding errors; no value when there are no items.
    ///
    /// - Parameter value: The number of an item.
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func average(@OperatorClosure<Double> of value: @escaping @Sendable (Item) -> Double) -> Aggregation {
        exactly(value) { $0.count == 0 ? nil : $0.value / Double($0.count) }
    }

    /// The average of an integer of each item; no value when there are no items.
    ///
    /// - Parameter value: The integer of an item; beyond 2⁵³ it is rounded first.
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func average<Value: BinaryInteger & Sendable>(
        @OperatorClosure<Value> of value: @escaping @Sendable (Item) -> Value
    )
        -> Aggregation
    {
        average { item in Double(value(item)) }
    }

    @inlinable
    static func exactly(
        _ value: @escaping @Sendable (Item) -> Double, _ result: @escaping @Sendable (ExactSum) -> Double?
    ) -> Aggregation {
        Aggregation(
            initial: ExactSum(), add: { $0.add(value($1)) }, remove: { $0.remove(value($1)) }, result: result)
    }
}

extension Aggregation where Result: Comparable, Summary == OrderedMultiset<Result> {
    /// The smallest value of all items; no value when there are no items.
    ///
    /// Values that do not equal themselves, such as NaN, are left out.
    ///
    /// - Parameter value: The value of an item.
    /// - Returns: The aggregation, O(log *n*) for an item, even when the smallest value is removed.
    @inlinable
    public static func min(@OperatorClosure<Result> of value: @escaping @Sendable (Item) -> Result) -> Aggregation {
        ordered(value) { $0.first }
    }

    /// The largest value of all items; no value when there are no items.
    ///
    /// Values that do not equal themselves, such as NaN, are left out.
    ///
    /// - Parameter value: The value of an item.
    /// - Returns: The aggregation, O(log *n*) for an item, even when the largest value is removed.
    @inlinable
    public static func max(@OperatorClosure<Result> of value: @escaping @Sendable (Item) -> Result) -> Aggregation {
        ordered(value) { $0.last }
    }

    @inlinable
    static func ordered(
        _ value: @escaping @Sendable (Item) -> Result, _ result: @escaping @Sendable (Summary) -> Result?
    ) -> Aggregation {
        Aggregation(
            initial: Summary(), add: { $0.insert(value($1)) }, remove: { $0.remove(value($1)) }, result: result)
    }
}
