/// Keeps a list sorted; see ``DerivableSource/sorted(by:)-(ItemOrder<_>)``.
///
/// The output is strictly sorted at every moment: by the order, and where items are equal in it by their labels, which
/// ascend as the items do upstream. So a place is found by binary search, and whether an item is still in its place by a
/// look at its neighbours.
@usableFromInline
package struct SortOperator<Item>: SnapshotOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var order: ItemOrder<Item>
    @usableFromInline var draft = ListDraft<Item>(byPosition: ())
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
        let (touched, count) = (update.changes.count, update.after.count)
        if update.before.isEmpty || touched >= bulk && touched * 2 >= count {
            labels.follow(update)
            sort(update.after)
        } else if touched >= bulk && touched * 16 >= count {
            labels.follow(update)
            merge(update)
        } else {
            edit(update)
        }
        return draft.snapshot
    }

    /// Sorts the whole list.
    @inlinable
    mutating func sort(_ list: ListSnapshot<Item>) {
        let items = list.tree.elements
        let permutation = order.permutation(items)
        if draft.isEmpty {
            draft.load(count: items.count) { items[Int(permutation[$0])] }
        } else {
            draft.certainly { draft throws(EditError) in
                try draft.replaceAll(with: permutation.lazy.map { items[Int($0)] })
            }
        }
    }
}

extension SortOperator {
    /// Makes one change after the other.
    ///
    /// - Complexity: O(log *n*) comparisons and as many nodes copied for each change.
    @inlinable
    mutating func edit(_ update: Update<ListSnapshot<Item>>) {
        let (before, after, changes) = (update.before, update.after, update.changes)
        // Where everything is that goes, moves or changes, by the labels that it has had.
        let deleted = changes.deletions.map { position(of: before.tree.element(at: $0)) }.sorted()
        var moved = changes.moves.map { position(of: before.tree.element(at: $0.before)) }
        var updated = changes.updates.map { pair in
            (position: position(of: before.tree.element(at: pair.before)), item: after.tree.element(at: pair.after))
        }
        labels.follow(update)
        let (order, labels) = (order, labels)
        draft.certainly { draft throws(EditError) in
            for position in deleted.reversed() { try draft.remove(at: position) }
            for place in moved.indices { moved[place] -= deleted.count(before: moved[place]) }
            for place in updated.indices { updated[place].position -= deleted.count(before: updated[place].position) }
            var arriving: [Item] = []
            // A move counts among equals only. While all are in place beside their neighbours, the list is sorted.
            let isInOrder = moved.allSatisfy { position in
                draft.isSorted(draft.tree.element(at: position), at: position, by: order, labels)
            }
            if !isInOrder {
                moved.sort()
                for position in moved.reversed() { try draft.remove(at: position) }
                arriving.append(contentsOf: changes.moves.lazy.map { after.tree.element(at: $0.after) })
                updated.removeAll { moved.count(before: $0.position) < moved.count(before: $0.position + 1) }
                for place in updated.indices { updated[place].position -= moved.count(before: updated[place].position) }
            }
            updated.sort { $0.position > $1.position }
            for (position, item) in updated {
                if draft.isSorted(item, at: position, by: order, labels) {
                    draft.put(item, at: position)
                } else {
                    try draft.remove(at: position)
                    arriving.append(item)
                }
            }
            arriving.append(contentsOf: changes.insertions.lazy.map { after.tree.element(at: $0) })
            for item in arriving { try draft.insert(item, at: draft.sortedPosition(of: item, by: order, labels)) }
        }
    }

    /// Where an item of the list is that has its label still.
    @inlinable
    mutating func position(of item: Item) -> Int {
        if !draft.knowsIDs {
            let position = draft.sortedPosition(of: item, by: order, labels) - 1
            if draft[position]?.id == item.id { return position }
            // The order contradicts itself: from now on items are found by their ids.
            draft.learnIDs()
        }
        guard let position = draft.position(of: item.id) else {
            preconditionFailure("an operator lost the item \(item.id)")
        }
        return position
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
        let arriving = order.permutation(coming).map { coming[Int($0)] }
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

extension Array<Int> {
    /// How many of these ascending positions lie before another one.
    @inlinable
    func count(before position: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
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
