/// An order of items to sort a list by.
///
/// ```swift
/// let order = ItemOrder<Employee>.descending(\.salary).then(.ascending(\.name))
/// let ranked = staff.sorted(by: order)
/// ```
///
/// Items that tie keep their upstream order.
public struct ItemOrder<Item>: Sendable {
    /// The result of comparing two items.
    @usableFromInline
    enum Standing: Sendable {
        case before, tied, after
    }

    @usableFromInline let precedes: @Sendable (Item, Item) -> Bool
    @usableFromInline let standing: @Sendable (Item, Item) -> Standing
    /// The permutation that sorts a whole list stably.
    @usableFromInline let permutation: @Sendable (ContiguousArray<Item>) -> ContiguousArray<Int32>

    @inlinable
    init(
        precedes: @escaping @Sendable (Item, Item) -> Bool,
        standing: @escaping @Sendable (Item, Item) -> Standing,
        permutation: @escaping @Sendable (ContiguousArray<Item>) -> ContiguousArray<Int32>
    ) {
        self.precedes = precedes
        self.standing = standing
        self.permutation = permutation
    }

    /// Creates an order from a predicate that is a strict weak ordering, as for `Sequence.sorted(by:)`.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first item precedes the second.
    @inlinable
    public init(by areInIncreasingOrder: @escaping @Sendable (Item, Item) -> Bool) {
        self.init(
            precedes: areInIncreasingOrder,
            standing: { left, right in
                if areInIncreasingOrder(left, right) { return .before }
                return areInIncreasingOrder(right, left) ? .after : .tied
            },
            permutation: { Self.permutation(of: $0, by: areInIncreasingOrder) }
        )
    }

    /// Creates the order of ascending or descending keys.
    ///
    /// Keys that do not equal themselves, such as NaN, come last in both directions, in upstream order.
    ///
    /// - Parameters:
    ///   - key: The key of an item.
    ///   - direction: Whether small keys come first.
    @inlinable
    public init<Key: Comparable & Sendable>(by key: @escaping @Sendable (Item) -> Key, _ direction: SortDirection) {
        let isAscending = direction == .ascending
        let standing: @Sendable (Item, Item) -> Standing = { left, right in
            Self.standing(key(left), key(right), isAscending: isAscending)
        }
        self.init(
            precedes: { standing($0, $1) == .before },
            standing: standing,
            permutation: { Self.permutation(of: $0, isAscending, .last, key: key) }
        )
    }

    /// Compares two keys; those that do not equal themselves come last, and tie with one another.
    @inlinable
    static func standing<Key: Comparable>(_ left: Key, _ right: Key, isAscending: Bool) -> Standing {
        if left == right { return .tied }
        if left < right { return isAscending ? .before : .after }
        // Test for unordered keys last: most keys equal themselves and need no further test.
        let (leftIsOrdered, rightIsOrdered) = (left == left, right == right)
        if leftIsOrdered, rightIsOrdered { return isAscending ? .after : .before }
        if leftIsOrdered == rightIsOrdered { return .tied }
        return leftIsOrdered ? .before : .after
    }

    @inlinable
    static func permutation(
        of items: ContiguousArray<Item>,
        by areInIncreasingOrder: (Item, Item) -> Bool
    ) -> ContiguousArray<Int32> {
        // Sorting the items themselves avoids a cache miss for each comparison.
        var places: ContiguousArray<(item: Item, place: Int32)> = []
        places.reserveCapacity(items.count)
        for place in items.indices { places.append((items[place], Int32(truncatingIfNeeded: place))) }
        places.sort { areInIncreasingOrder($0.item, $1.item) }
        return ContiguousArray(places.lazy.map(\.place))
    }

    /// The order of ascending keys.
    @inlinable
    public static func ascending<Key: Comparable & Sendable>(
        @OperatorClosure<Key> _ key: @escaping @Sendable (Item) -> Key
    ) -> ItemOrder {
        ItemOrder(by: key, .ascending)
    }

    /// The order of descending keys.
    @inlinable
    public static func descending<Key: Comparable & Sendable>(
        @OperatorClosure<Key> _ key: @escaping @Sendable (Item) -> Key
    ) -> ItemOrder {
        ItemOrder(by: key, .descending)
    }

    /// This order, with ties broken by `next`.
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
            permutation: { ItemOrder.permutation(of: $0, by: precedes) }
        )
    }
}

/// The direction of a sort by key.
public enum SortDirection: Hashable, Sendable, CaseIterable, Codable {
    /// Small keys come first.
    case ascending
    /// Large keys come first.
    case descending
}

extension ItemOrder {
    /// Creates the order of ascending or descending keys, where items may lack a key.
    ///
    /// Items without a key are first or last in both directions. Keys that do not equal themselves, such as NaN, come
    /// after all other keys.
    ///
    /// ```swift
    /// let order = ItemOrder<Person>(by: \.nickname, .ascending, nils: .first)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item, or `nil`.
    ///   - direction: Whether small keys come first.
    ///   - nils: Whether items without a key come first or last.
    @inlinable
    public init<Key: Comparable & Sendable>(
        by key: @escaping @Sendable (Item) -> Key?,
        _ direction: SortDirection,
        nils: NilOrder = .last
    ) {
        let isAscending = direction == .ascending
        let standing: @Sendable (Item, Item) -> Standing = { left, right in
            switch (key(left), key(right)) {
            case (let left?, let right?): Self.standing(left, right, isAscending: isAscending)
            case (nil, nil): .tied
            case (nil, _): nils == .first ? .before : .after
            case (_, nil): nils == .first ? .after : .before
            }
        }
        self.init(
            precedes: { standing($0, $1) == .before },
            standing: standing,
            permutation: { Self.permutation(of: $0, isAscending, nils, key: key) }
        )
    }

    /// Sorts by keys, each computed once.
    @inlinable
    static func permutation<Key: Comparable>(
        of items: ContiguousArray<Item>, _ isAscending: Bool, _ nils: NilOrder, key: (Item) -> Key?
    ) -> ContiguousArray<Int32> {
        var keys: ContiguousArray<(key: Key, place: Int32)> = []
        keys.reserveCapacity(items.count)
        var (unordered, missing): (ContiguousArray<Int32>, ContiguousArray<Int32>) = ([], [])
        // A stable descending sort is an ascending one from the last to the first, reversed.
        for index in items.indices {
            let place = isAscending ? index : items.count &- 1 &- index
            let number = Int32(truncatingIfNeeded: place)
            guard let key = key(items[place]) else {
                missing.append(number)
                continue
            }
            // Keys that do not equal themselves would contradict the sort; they come last.
            if key == key { keys.append((key, number)) } else { unordered.append(number) }
        }
        keys.sort { $0.key < $1.key }
        var places: ContiguousArray<Int32> = []
        places.reserveCapacity(items.count)
        for index in keys.indices { places.append(keys[isAscending ? index : keys.count &- 1 &- index].place) }
        if !isAscending {
            unordered.reverse()
            missing.reverse()
        }
        places.append(contentsOf: unordered)
        if missing.isEmpty { return places }
        return nils == .first ? missing + places : places + missing
    }

    /// The order of ascending keys, where items may lack a key.
    ///
    /// - Parameters:
    ///   - key: The key of an item, or `nil`.
    ///   - nils: Whether items without a key come first or last.
    /// - Returns: The order.
    @inlinable
    public static func ascending<Key: Comparable & Sendable>(
        @OperatorClosure<Key?> _ key: @escaping @Sendable (Item) -> Key?,
        nils: NilOrder = .last
    ) -> ItemOrder {
        ItemOrder(by: key, .ascending, nils: nils)
    }

    /// The order of descending keys, where items may lack a key.
    ///
    /// - Parameters:
    ///   - key: The key of an item, or `nil`.
    ///   - nils: Whether items without a key come first or last.
    /// - Returns: The order.
    @inlinable
    public static func descending<Key: Comparable & Sendable>(
        @OperatorClosure<Key?> _ key: @escaping @Sendable (Item) -> Key?,
        nils: NilOrder = .last
    ) -> ItemOrder {
        ItemOrder(by: key, .descending, nils: nils)
    }
}
