/// A draft of a sorted list, with the upstream label of each item.
///
/// The list is strictly sorted, by an order and then by label. So binary search finds a position, and comparing an item
/// with its neighbours tells whether it is still in order.
@usableFromInline
struct SortedDraft<Item: Identifiable & Equatable & Sendable>: ~Copyable, Sendable where Item.ID: Sendable {
    @usableFromInline var items = ListDraft<Item>(byPosition: ())
    /// The labels of the items, in the items' order.
    @usableFromInline var labels = LabelSequence<Untagged>()

    @inlinable
    init() {}

    @inlinable @inline(__always)
    func label(at position: Int) -> UInt64 {
        labels.untaggedLabel(at: position)
    }

    /// Whether an item precedes the item at `second`, by the order and then by label.
    @inlinable
    func isSorted(_ first: Item, _ label: UInt64, before second: Int, by order: ItemOrder<Item>) -> Bool {
        switch order.standing(first, items.tree.element(at: second)) {
        case .before: true
        case .after: false
        case .tied: label < self.label(at: second)
        }
    }

    /// Whether an item with the label at this position is in order there, beside its neighbours.
    ///
    /// - Throws: An error if there is no such position.
    @inlinable @inline(never)
    func isSorted(_ item: Item?, at position: Int, by order: ItemOrder<Item>) throws -> Bool {
        guard let item, position >= 0, position < items.count else { throw LostTrack() }
        let label = label(at: position)
        if position > 0 {
            switch order.standing(items.tree.element(at: position - 1), item) {
            case .before: break
            case .after: return false
            case .tied: if self.label(at: position - 1) >= label { return false }
            }
        }
        return position + 1 >= items.count || isSorted(item, label, before: position + 1, by: order)
    }

    /// The position of an item with this label, or its insertion point.
    ///
    /// - Complexity: O(log *n*).
    @inlinable @inline(never)
    func position(for item: Item, _ label: UInt64, by order: ItemOrder<Item>) -> Int {
        items.tree.partitioningPosition { other, position in
            switch order.standing(item, other) {
            case .before: true
            case .after: false
            case .tied: label <= self.label(at: position)
            }
        }
    }

    /// The position of an item with this label, which must be in the list.
    ///
    /// - Throws: An error if neither the order nor the id finds it.
    @inlinable @inline(never)
    mutating func position(of item: Item, _ label: UInt64, by order: ItemOrder<Item>) throws -> Int {
        if !items.knowsIDs {
            let position = position(for: item, label, by: order)
            if let found = items[position], areSameKey(found.id, item.id) { return position }
            // The order contradicts itself; find items by id from now on.
            items.learnIDs()
        }
        guard let position = items.position(of: item.id) else { throw LostTrack() }
        return position
    }
}

extension SortedDraft {
    @inlinable
    mutating func insert(_ item: Item, _ label: UInt64, at position: Int) throws {
        try items.insert(item, at: position)
        labels.insert(label, at: position)
    }

    @inlinable @inline(never)
    mutating func remove(at position: Int) throws {
        _ = try items.remove(at: position)
        labels.remove(at: position)
    }

    /// Removes the items at ascending positions.
    @inlinable
    mutating func remove(at positions: [Int]) throws {
        for position in positions.reversed() { try remove(at: position) }
    }

    /// Whether these are the items of the list already; compares up to the first difference.
    @inlinable
    func isShown(count: Int, item: (_ position: Int) -> Item) -> Bool {
        if items.count != count { return false }
        var (rest, position) = (ListSnapshot<Item>.Iterator(items.tree), 0)
        while let old = rest.next() {
            let new = item(position)
            if !areSameKey(old.id, new.id) || !isUnchanged(old, new) { return false }
            position += 1
        }
        return true
    }

    /// Replaces all items, in a new list; equal ones do not count as changes.
    ///
    /// A list that keeps what has not changed would be edited, and take a client's compiler longer. It would keep
    /// little, as all items are replaced only if a large part of the list has changed.
    @inlinable
    mutating func replaceAll(labels newLabels: ContiguousArray<UInt64>, item: (_ position: Int) -> Item) {
        if !isShown(count: newLabels.count, item: item) {
            if !items.isEmpty { items = ListDraft(byPosition: ()) }
            items.load(count: newLabels.count, item: item)
        }
        labels.load(newLabels)
    }
}
