extension ListDraft {
    /// Replaces the item with the same id, or inserts this one, where a list sorted by `order` has it.
    ///
    /// If the list is sorted, it is sorted afterwards: an item that is in order where it was stays there; any other comes
    /// after those that it ties with. If the list is not sorted, the position is some position.
    ///
    /// ```swift
    /// try await entries.transaction { $0.upsert(entry, sortedBy: .ascending(\.day)) }
    /// ```
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - order: The order of the list.
    /// - Complexity: O(log *n*).
    @inlinable
    public mutating func upsert(_ item: Item, sortedBy order: ItemOrder<Item>) {
        if let position = position(of: item.id) {
            let followsLast = position == 0 || order.standing(tree.element(at: position - 1), item) != .after
            let precedesNext =
                position + 1 == count || order.standing(item, tree.element(at: position + 1)) != .after
            if followsLast, precedesNext {
                upsert(item)
                return
            }
            _ = try? remove(at: position)
        }
        let position = tree.partitioningPosition { order.standing(item, $0) == .before }
        // It throws only if the id contradicts itself.
        try? insert(item, at: position)
    }
}
