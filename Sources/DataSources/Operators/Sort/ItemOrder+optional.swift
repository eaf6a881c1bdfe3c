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
            permutation: { items in
                // Compute each key once.
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
                    // Keys that do not equal themselves would contradict the sort.
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
                return nils == .first ? missing + places : places + missing
            }
        )
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
