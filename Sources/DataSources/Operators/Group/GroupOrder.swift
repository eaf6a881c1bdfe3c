/// The order of groups.
public struct GroupOrder<Key: Hashable & Sendable>: Sendable {
    /// Whether a key precedes another; `nil` when all keys are equivalent.
    @usableFromInline let precedes: (@Sendable (Key, Key) -> Bool)?

    @inlinable
    init(precedes: (@Sendable (Key, Key) -> Bool)?) {
        self.precedes = precedes
    }

    /// Groups are ordered by the upstream positions of their first items.
    ///
    /// A group may move when its first item changes.
    @inlinable
    public static var firstAppearance: GroupOrder { GroupOrder(precedes: nil) }

    /// Groups are ordered by a predicate on their keys; ties are broken by the positions of their first items.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first key precedes the second: a strict weak ordering.
    /// - Returns: The order.
    @inlinable
    public static func by(_ areInIncreasingOrder: @escaping @Sendable (Key, Key) -> Bool) -> GroupOrder {
        GroupOrder(precedes: areInIncreasingOrder)
    }
}

extension GroupOrder where Key: Comparable {
    /// Small keys come first; a key that does not equal itself, such as NaN, comes last.
    @inlinable
    public static var ascending: GroupOrder { GroupOrder { comesBefore($0, $1) } }

    /// Large keys come first; a key that does not equal itself, such as NaN, comes last.
    @inlinable
    public static var descending: GroupOrder { GroupOrder { $1 < $0 || $1 != $1 && $0 == $0 } }
}

extension GroupOrder {
    /// Small keys come first; the group of items without a key comes first or last.
    ///
    /// A key that does not equal itself, such as NaN, comes after all other keys.
    ///
    /// - Parameter nils: The place of the group of items without a key.
    /// - Returns: The order.
    @inlinable
    public static func ascending<Wrapped: Comparable>(nils: NilOrder) -> GroupOrder where Key == Wrapped? {
        GroupOrder { left, right in nils.comesBefore(left, right) { DataSources.comesBefore($0, $1) } }
    }

    /// Large keys come first; the group of items without a key comes first or last.
    ///
    /// A key that does not equal itself, such as NaN, comes after all other keys.
    ///
    /// - Parameter nils: The place of the group of items without a key.
    /// - Returns: The order.
    @inlinable
    public static func descending<Wrapped: Comparable>(nils: NilOrder) -> GroupOrder where Key == Wrapped? {
        GroupOrder { left, right in
            nils.comesBefore(left, right) { $1 < $0 || $1 != $1 && $0 == $0 }
        }
    }
}
