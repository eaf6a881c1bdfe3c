/// Keeps a list sorted; see ``DerivableSource/sorted(by:)-(ItemOrder<_>)``.
///
/// Ties are broken by labels, which ascend in upstream order. The upstream position of an item gives its label, and the
/// order and the label give its sorted position by binary search.
@usableFromInline
package struct SortOperator<Item>: SnapshotOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var order: ItemOrder<Item>
    @usableFromInline var sorted = SortedDraft<Item>()
    @usableFromInline var labels: OrderLabels<Untagged>
    /// The number of changes from which one pass over the whole list may be cheaper.
    @usableFromInline let bulk: Int

    /// Creates an operator; tests use short labels and a small bulk.
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
            sort(update.after)
            return sorted.items.snapshot
        }
        do {
            if touched >= bulk && touched * 16 >= count { try merge(update) } else { try edit(update) }
            if sorted.items.count != count { throw LostTrack() }
        } catch {
            sorted = SortedDraft()
            sort(update.after)
        }
        return sorted.items.snapshot
    }

    /// Sorts a whole list.
    ///
    /// - Complexity: O(*n* log *n*).
    @inlinable
    mutating func sort(_ list: ListSnapshot<Item>) {
        let items = list.tree.elements
        let permutation = order.permutation(items)
        let labels = labels.load(count: items.count).permuted(by: permutation)
        sorted.replaceAll(labels: labels) { items[Int(permutation[$0])] }
    }
}

extension SortOperator {
    /// Applies the changes one by one.
    ///
    /// - Complexity: O(log *n*) comparisons and as many nodes copied for each change.
    @inlinable
    mutating func edit(_ update: Update<ListSnapshot<Item>>) throws(LostTrack) {
        let (after, changes) = (update.after, update.changes)
        // The sorted positions of everything deleted, moved or updated, found by the previous labels.
        var deleted: [Int] = []
        for position in changes.deletions { deleted.append(try self.position(of: position, in: update.before)) }
        deleted.sortAscending()
        var moved = try positions(of: changes.moves, in: update.before)
        var updated = try positions(of: changes.updates, in: update.before)
        // Positions are distinct unless ids misbehave.
        if !moved.areDistinct(and: updated, besides: deleted) { throw LostTrack() }
        guard case .items(let relabelled) = labels.follow(changes) else { return sort(after) }
        try relabel(relabelled, in: after, but: updated)
        for (position, after) in moved { sorted.put(labels[after].label, at: position) }

        for position in deleted.reversed() { try sorted.remove(at: position) }
        moved.shift(past: deleted)
        updated.shift(past: deleted)
        var arriving: [Int] = []
        // A move matters among ties only. If every moved item is in order beside its neighbours, the list is sorted.
        var isInOrder = true
        for (position, _) in moved {
            guard position >= 0, position < sorted.items.count else { throw LostTrack() }
            let item = sorted.items.tree.element(at: position)
            isInOrder = sorted.isSorted(item, sorted.label(at: position), at: position, by: order)
            if !isInOrder { break }
        }
        if !isInOrder {
            let positions = moved.ascendingPositions
            for position in positions.reversed() { try sorted.remove(at: position) }
            arriving = moved.placesAfter
            updated.remove(at: positions)
        }
        updated.sortDescending()
        for (position, place) in updated {
            let item = after.tree.element(at: place)
            guard position >= 0, position < sorted.items.count else { throw LostTrack() }
            if sorted.isSorted(item, sorted.label(at: position), at: position, by: order) {
                sorted.items.put(item, at: position)
            } else {
                try sorted.remove(at: position)
                arriving.append(place)
            }
        }
        arriving.append(positions: changes.insertions)
        for place in arriving {
            let (item, label) = (after.tree.element(at: place), labels[place].label)
            try sorted.insert(item, label, at: sorted.position(for: item, label, by: order))
        }
    }

    /// The sorted position of the item at an upstream position, while the labels are still the previous ones.
    @inlinable
    mutating func position(of position: Int, in list: ListSnapshot<Item>) throws(LostTrack) -> Int {
        try sorted.position(of: list.tree.element(at: position), labels[position].label, by: order)
    }

    /// The sorted positions of items that are about to move or change, with their upstream positions after the update.
    @inlinable
    mutating func positions(
        of pairs: PositionPairs<Int>,
        in list: ListSnapshot<Item>
    ) throws(LostTrack) -> [(position: Int, after: Int)] {
        var found: [(position: Int, after: Int)] = []
        found.reserveCapacity(pairs.count)
        for pair in pairs { found.append((try position(of: pair.before, in: list), pair.after)) }
        return found
    }

    /// Assigns the new labels to items that stay in place upstream.
    ///
    /// - Parameters:
    ///   - relabelled: Their upstream positions, and their previous labels.
    ///   - list: The upstream list.
    ///   - updated: The items that are updated, whose sorted positions are known.
    /// - Throws: ``LostTrack`` if an item is not found.
    @inlinable
    mutating func relabel(
        _ relabelled: [(position: Int, old: UInt64)],
        in list: ListSnapshot<Item>,
        but updated: [(position: Int, after: Int)] = []
    ) throws(LostTrack) {
        if relabelled.isEmpty { return }
        // Look up all positions before any label changes: in between, the list would not be sorted.
        var places = updated
        for (position, old) in relabelled.filtered(without: updated) {
            places.append((try sorted.position(of: list.tree.element(at: position), old, by: order), position))
        }
        for (place, position) in places { sorted.put(labels[position].label, at: place) }
    }

    /// Sorts the changed items, and merges them with the rest.
    ///
    /// - Complexity: O(*n* + *k* log *n*).
    @inlinable
    mutating func merge(_ update: Update<ListSnapshot<Item>>) throws(LostTrack) {
        let (after, changes) = (update.after, update.changes)
        var leaving: [Int] = []
        for position in changes.deletions { leaving.append(try self.position(of: position, in: update.before)) }
        for pair in changes.moves { leaving.append(try self.position(of: pair.before, in: update.before)) }
        let updated = try positions(of: changes.updates, in: update.before)
        guard case .items(let relabelled) = labels.follow(changes) else { return sort(after) }
        try relabel(relabelled, in: after, but: updated)
        for (position, _) in updated { leaving.append(position) }
        leaving.sortAscending()
        let places = changes.placesArriving
        var (coming, newLabels): (ContiguousArray<Item>, ContiguousArray<UInt64>) = ([], [])
        for position in places {
            coming.append(after.tree.element(at: position))
            newLabels.append(labels[position].label)
        }
        let permutation = order.permutation(coming)
        var (result, resultLabels): (ContiguousArray<Item>, ContiguousArray<UInt64>) = ([], [])
        result.reserveCapacity(after.count)
        resultLabels.reserveCapacity(after.count)
        var (next, gone, here) = (0, 0, 0)
        var items = ListSnapshot<Item>.Iterator(sorted.items.tree)
        let labels = sorted.labels.all
        while let item = items.next() {
            let label = labels[here]
            defer { here += 1 }
            if gone < leaving.count, leaving[gone] == here {
                while gone < leaving.count, leaving[gone] == here { gone += 1 }
                continue
            }
            while next < permutation.count {
                let place = Int(permutation[next])
                if !isSorted(coming[place], newLabels[place], before: item, label) { break }
                result.append(coming[place])
                resultLabels.append(newLabels[place])
                next += 1
            }
            result.append(item)
            resultLabels.append(label)
        }
        while next < permutation.count {
            result.append(coming[Int(permutation[next])])
            resultLabels.append(newLabels[Int(permutation[next])])
            next += 1
        }
        if result.count != after.count { throw LostTrack() }
        sorted.replaceAll(labels: resultLabels) { result[$0] }
    }

    @inlinable
    func isSorted(_ first: Item, _ firstLabel: UInt64, before second: Item, _ secondLabel: UInt64) -> Bool {
        switch order.standing(first, second) {
        case .before: true
        case .after: false
        case .tied: firstLabel < secondLabel
        }
    }
}
