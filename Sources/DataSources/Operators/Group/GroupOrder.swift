/// How groups follow one another.
public struct GroupOrder<Key: Hashable & Sendable>: Sendable {
    /// Whether a key comes before another; `nil` when all are equal in order.
    @usableFromInline let precedes: (@Sendable (Key, Key) -> Bool)?

    @inlinable
    init(precedes: (@Sendable (Key, Key) -> Bool)?) {
        self.precedes = precedes
    }

    /// Groups are in the order of their first items upstream.
    ///
    /// When another item becomes a group's first, the group may move.
    @inlinable
    public static var firstAppearance: GroupOrder { GroupOrder(precedes: nil) }

    /// Groups are in the order of a predicate on their keys, and in that of their first items where it leaves it open.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first key comes before the second: a strict weak ordering.
    /// - Returns: The order.
    @inlinable
    public static func by(_ areInIncreasingOrder: @escaping @Sendable (Key, Key) -> Bool) -> GroupOrder {
        GroupOrder(precedes: areInIncreasingOrder)
    }
}

extension GroupOrder where Key: Comparable {
    /// Groups with small keys come first; the key that does not equal itself, such as NaN, comes last.
    @inlinable
    public static var ascending: GroupOrder { GroupOrder { comesBefore($0, $1) } }

    /// Groups with large keys come first; the key that does not equal itself, such as NaN, comes last.
    @inlinable
    public static var descending: GroupOrder { GroupOrder { $1 < $0 || $1 != $1 && $0 == $0 } }
}
