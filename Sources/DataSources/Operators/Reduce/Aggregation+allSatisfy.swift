extension Aggregation where Summary == Int, Result == Bool {
    /// Whether every item satisfies a predicate; true when there are no items.
    ///
    /// - Parameter predicate: The predicate; must give the same answer for equal items.
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func allSatisfy(@OperatorClosure<Bool> _ predicate: @escaping @Sendable (Item) -> Bool) -> Aggregation
    {
        counting({ !predicate($0) }) { $0 == 0 }
    }

    /// Whether any item satisfies a predicate; false when there are no items.
    ///
    /// - Parameter predicate: The predicate; must give the same answer for equal items.
    /// - Returns: The aggregation, O(1) for an item.
    @inlinable
    public static func contains(@OperatorClosure<Bool> where predicate: @escaping @Sendable (Item) -> Bool)
        -> Aggregation
    {
        counting(predicate) { $0 != 0 }
    }

    /// A statement about the number of items that satisfy a predicate.
    @inlinable
    static func counting(
        _ predicate: @escaping @Sendable (Item) -> Bool, _ statement: @escaping @Sendable (Int) -> Bool
    ) -> Aggregation {
        Aggregation(initial: 0) { count, item in
            if predicate(item) { count += 1 }
        } remove: { count, item in
            if predicate(item) { count -= 1 }
        } result: { count in
            statement(count)
        }
    }
}
