/// An order of items: what a list is sorted by.
///
/// ```swift
/// let order = ItemOrder<Employee>.descending(\.salary).then(.ascending(\.name))
/// let ranked = staff.sorted(by: order)
/// ```
///
/// Items that are equal in order are kept in the order in which they are upstream.
public struct ItemOrder<Item>: Sendable {
    /// How one item stands to another.
    @usableFromInline
    enum Standing: Sendable {
        case before, tied, after
    }

    @usableFromInline let precedes: @Sendable (Item, Item) -> Bool
    @usableFromInline let standing: @Sendable (Item, Item) -> Standing
    /// Sorts a whole list, stably.
    @usableFromInline let sort: @Sendable (ContiguousArray<Item>) -> ContiguousArray<Item>

    @inlinable
    init(
        precedes: @escaping @Sendable (Item, Item) -> Bool,
        standing: @escaping @Sendable (Item, Item) -> Standing,
        sort: @escaping @Sendable (ContiguousArray<Item>) -> ContiguousArray<Item>
    ) {
        self.precedes = precedes
        self.standing = standing
        self.sort = sort
    }

    /// Creates the order of a predicate, which has to be a strict weak ordering, as for `Sequence.sorted(by:)`.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first item comes before the second.
    @inlinable
    public init(by areInIncreasingOrder: @escaping @Sendable (Item, Item) -> Bool) {
        self.init(
            precedes: areInIncreasingOrder,
            standing: { left, right in
                if areInIncreasingOrder(left, right) { return .before }
                return areInIncreasingOrder(right, left) ? .after : .tied
            },
            sort: { ContiguousArray($0.sorted(by: areInIncreasingOrder)) }
        )
    }

    /// The order in which keys ascend or descend.
    ///
    /// - Parameters:
    ///   - key: What items are compared by.
    ///   - direction: Whether small keys come first.
    @inlinable
    public init<Key: Comparable & Sendable>(by key: @escaping @Sendable (Item) -> Key, _ direction: SortDirection) {
        let isAscending = direction == .ascending
        self.init(
            precedes: { isAscending ? key($0) < key($1) : key($1) < key($0) },
            standing: { left, right in
                let (left, right) = (key(left), key(right))
                if left == right { return .tied }
                return (left < right) == isAscending ? .before : .after
            },
            sort: { items in
                // Each key is made once.
                var decorated = items.map { (key: key($0), item: $0) }
                decorated.sort { isAscending ? $0.key < $1.key : $1.key < $0.key }
                return ContiguousArray(decorated.lazy.map(\.item))
            }
        )
    }

    /// The order in which keys ascend.
    @inlinable
    public static func ascending<Key: Comparable & Sendable>(_ key: @escaping @Sendable (Item) -> Key) -> ItemOrder {
        ItemOrder(by: key, .ascending)
    }

    /// The order in which keys descend.
    @inlinable
    public static func descending<Key: Comparable & Sendable>(_ key: @escaping @Sendable (Item) -> Key) -> ItemOrder {
        ItemOrder(by: key, .descending)
    }

    /// This order, and `next` for items that are equal in it.
    @inlinable
    public func then(_ next: ItemOrder) -> ItemOrder {
        let (standing, nextStanding, nextPrecedes) = (standing, next.standing, next.precedes)
        let precedes: @Sendable (Item, Item) -> Bool = { left, right in
            switch standing(left, right) {
            case .before: true
            case .after: false
            case .tied: nextPrecedes(left, right)
            }
        }
        return ItemOrder(
            precedes: precedes,
            standing: { left, right in
                let first = standing(left, right)
                return first == .tied ? nextStanding(left, right) : first
            },
            sort: { ContiguousArray($0.sorted(by: precedes)) }
        )
    }
}

/// Whether small keys come first.
public enum SortDirection: Hashable, Sendable, CaseIterable, Codable {
    /// Small keys come first.
    case ascending
    /// Large keys come first.
    case descending
}
