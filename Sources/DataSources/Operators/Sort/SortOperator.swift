/// Keeps a list sorted; see ``DerivableSource/sorted(by:)-(ItemOrder<_>)``.
///
/// The output is strictly sorted at every moment: by the order, and where items are equal in it by their labels, which
/// ascend as the items do upstream. So a place is found by binary search, and whether an item is still in its place by a
/// look at its neighbours.
@usableFromInline
package struct SortOperator<Item>: SnapshotOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var order: ItemOrder<Item>
    @usableFromInline var draft = ListDraft<Item>()
    @usableFromInline var labels: OrderLabels<Item.ID>
    /// From how many changes on it may be cheaper to go through the whole list.
    @usableFromInline let bulk: Int

    /// Creates an operator; tests make labels short and bulk small.
    @inlinable
    package init(_ order: ItemOrder<Item>, labelBits: Int = 62, bulk: Int = 1000) {
        self.order = order
        self.bulk = bulk
        labels = OrderLabels(bits: labelBits)
    }

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> ListSnapshot<Item> {
        labels.follow(update)
        let (touched, count) = (update.changes.count, update.after.count)
        if update.before.isEmpty || touched >= bulk && touched * 2 >= count {
            sort(update.after)
        } else if touched >= bulk && touched * 16 >= count {
            merge(update)
        } else {
            edit(update)
        }
        return draft.snapshot
    }

    /// Sorts the whole list.
    @inlinable
    mutating func sort(_ list: ListSnapshot<Item>) {
        let items = order.sort(list.tree.elements)
        draft.certainly { draft throws(EditError) in try draft.replaceAll(with: items) }
    }
}

extension SortOperator {
    /// Makes one change after the other.
    ///
    /// - Complexity: O(log *n*) comparisons and as many nodes copied for each change.
    @inlinable
    mutating func edit(_ update: Update<ListSnapshot<Item>>) {
        let (before, after, changes) = (update.before, update.after, update.changes)
        let (order, labels) = (order, labels)
        draft.certainly { draft throws(EditError) in
            for position in changes.deletions { try draft.remove(id: before.tree.element(at: position).id) }
            // A move counts among equals only. While all are in place beside their neighbours, the list is sorted.
            let moved = changes.moves.map { after.tree.element(at: $0.after).id }
            var isInOrder = true
            for id in moved where isInOrder {
                let position = try draft.knownPosition(of: id)
                isInOrder = draft.isSorted(draft.tree.element(at: position), at: position, by: order, labels)
            }
            if !isInOrder { for id in moved { try draft.remove(id: id) } }
            for pair in changes.updates {
                let item = after.tree.element(at: pair.after)
                guard let position = draft.position(of: item.id) else { continue }
                if draft.isSorted(item, at: position, by: order, labels) {
                    draft.put(item, at: position)
                } else {
                    try draft.remove(at: position)
                    try draft.insert(item, at: draft.sortedPosition(of: item, by: order, labels))
                }
            }
            for position in changes.insertions {
                let item = after.tree.element(at: position)
                try draft.insert(item, at: draft.sortedPosition(of: item, by: order, labels))
            }
            if !isInOrder {
                for pair in changes.moves {
                    let item = after.tree.element(at: pair.after)
                    try draft.insert(item, at: draft.sortedPosition(of: item, by: order, labels))
                }
            }
        }
    }

    /// Sorts what has changed, and merges it with the rest.
    ///
    /// - Complexity: O(*n* + *k* log *k*).
    @inlinable
    mutating func merge(_ update: Update<ListSnapshot<Item>>) {
        let (before, after, changes) = (update.before, update.after, update.changes)
        var touched = Set<Item.ID>(minimumCapacity: changes.count)
        for position in changes.deletions { touched.insert(before.tree.element(at: position).id) }
        var places = Array(changes.insertions)
        places.append(contentsOf: changes.moves.lazy.map(\.after))
        places.append(contentsOf: changes.updates.lazy.map(\.after))
        places.sort()
        var coming = ContiguousArray<Item>()
        for position in places {
            let item = after.tree.element(at: position)
            // What has moved may have been updated too.
            if touched.insert(item.id).inserted { coming.append(item) }
        }
        let arriving = order.sort(coming)
        var items = ContiguousArray<Item>()
        items.reserveCapacity(after.count)
        var next = 0
        var staying = ListSnapshot<Item>.Iterator(draft.tree)
        while let item = staying.next() {
            if touched.contains(item.id) { continue }
            while next < arriving.count, order.isSorted(arriving[next], item, labels) {
                items.append(arriving[next])
                next += 1
            }
            items.append(item)
        }
        items.append(contentsOf: arriving[next...])
        draft.certainly { draft throws(EditError) in try draft.replaceAll(with: items) }
    }
}

extension ItemOrder where Item: Identifiable, Item.ID: Sendable {
    /// Whether the first comes before the second, also among equals.
    @inlinable
    func isSorted(_ first: Item, _ second: Item, _ labels: OrderLabels<Item.ID>) -> Bool {
        switch standing(first, second) {
        case .before: true
        case .after: false
        case .tied: labels.label(of: first.id) < labels.label(of: second.id)
        }
    }
}

extension ListDraft {
    /// Where an item that is not here belongs.
    @inlinable
    func sortedPosition(of item: Item, by order: ItemOrder<Item>, _ labels: OrderLabels<Item.ID>) -> Int {
        tree.partitioningPosition { order.isSorted(item, $0, labels) }
    }

    /// Whether an item in this position is sorted beside its neighbours.
    @inlinable
    func isSorted(_ item: Item, at position: Int, by order: ItemOrder<Item>, _ labels: OrderLabels<Item.ID>) -> Bool {
        if position > 0, !order.isSorted(tree.element(at: position - 1), item, labels) { return false }
        return position + 1 >= count || order.isSorted(item, tree.element(at: position + 1), labels)
    }
}
