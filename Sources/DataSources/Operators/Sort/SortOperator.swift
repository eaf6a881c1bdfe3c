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
        labels.load(count: items.count) { _ in Untagged() }
        let labels = labels.list.labels
        sorted.replaceAll(count: items.count) {
            items[Int(permutation[$0])]
        } label: {
            labels[Int(permutation[$0])]
        }
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
        deleted.sort()
        var moved = try positions(of: changes.moves, in: update.before)
        var updated = try positions(of: changes.updates, in: update.before)
        // Positions are distinct unless ids misbehave.
        if zip(deleted, deleted.dropFirst()).contains(where: ==) { throw LostTrack() }
        if !Self.areDistinct(moved, deleted) || !Self.areDistinct(updated, deleted) { throw LostTrack() }
        guard case .items(let relabelled) = labels.follow(changes, tag: { _ in Untagged() }) else { return sort(after) }
        try relabel(relabelled, in: after, but: updated)
        for (position, after) in moved { sorted.put(labels[after].label, at: position) }

        for position in deleted.reversed() { try sorted.remove(at: position) }
        for place in moved.indices { moved[place].position -= deleted.count(before: moved[place].position) }
        for place in updated.indices { updated[place].position -= deleted.count(before: updated[place].position) }
        var arriving: [Int] = []
        guard moved.allSatisfy({ $0.position >= 0 && $0.position < sorted.items.count }) else { throw LostTrack() }
        // A move matters among ties only. If every moved item is in order beside its neighbours, the list is sorted.
        let isInOrder = moved.allSatisfy { position, _ in
            sorted.isSorted(
                sorted.items.tree.element(at: position), sorted.label(at: position), at: position, by: order)
        }
        if !isInOrder {
            let positions = moved.map(\.position).sorted()
            for position in positions.reversed() { try sorted.remove(at: position) }
            arriving.append(contentsOf: moved.lazy.map(\.after))
            updated.removeAll { positions.count(before: $0.position) < positions.count(before: $0.position + 1) }
            for place in updated.indices { updated[place].position -= positions.count(before: updated[place].position) }
        }
        updated.sort { $0.position > $1.position }
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
        arriving.append(contentsOf: changes.insertions)
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

    /// Whether all positions found are distinct and none of them is deleted.
    @inlinable
    static func areDistinct(_ found: [(position: Int, after: Int)], _ deleted: [Int]) -> Bool {
        if found.isEmpty || found.count == 1 && deleted.isEmpty { return true }
        var positions = found.map(\.position)
        positions.sort()
        for place in positions.indices {
            if place > 0, positions[place - 1] == positions[place] { return false }
            let position = positions[place]
            if deleted.count(before: position) < deleted.count(before: position + 1) { return false }
        }
        return true
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
        var places = Dictionary(uniqueKeysWithValues: updated.lazy.map { ($0.after, $0.position) })
        // Look up all positions before any label changes: in between, the list would not be sorted.
        for (position, old) in relabelled where places[position] == nil {
            places[position] = try sorted.position(of: list.tree.element(at: position), old, by: order)
        }
        for (position, place) in places { sorted.put(labels[position].label, at: place) }
    }

    /// Sorts the changed items, and merges them with the rest.
    ///
    /// - Complexity: O(*n* + *k* log *n*).
    @inlinable
    mutating func merge(_ update: Update<ListSnapshot<Item>>) throws(LostTrack) {
        let (after, changes) = (update.after, update.changes)
        var leaving: [Int] = []
        for position in changes.deletions { leaving.append(try self.position(of: position, in: update.before)) }
        leaving.append(contentsOf: try positions(of: changes.moves, in: update.before).lazy.map(\.position))
        let updated = try positions(of: changes.updates, in: update.before)
        guard case .items(let relabelled) = labels.follow(changes, tag: { _ in Untagged() }) else { return sort(after) }
        try relabel(relabelled, in: after, but: updated)
        leaving.append(contentsOf: updated.lazy.map(\.position))
        leaving.sort()
        var places = Array(changes.insertions)
        places.append(contentsOf: changes.moves.lazy.map(\.after))
        places.append(contentsOf: changes.updates.lazy.map(\.after))
        places.sort()
        // A moved item may also be updated.
        var coming = ContiguousArray<(item: Item, label: UInt64)>()
        for (place, position) in places.enumerated() where place == 0 || places[place - 1] != position {
            coming.append((after.tree.element(at: position), labels[position].label))
        }
        let permutation = order.permutation(ContiguousArray(coming.lazy.map(\.item)))
        var result = ContiguousArray<(item: Item, label: UInt64)>()
        result.reserveCapacity(after.count)
        var (next, gone, here) = (0, leaving[...], 0)
        var items = ListSnapshot<Item>.Iterator(sorted.items.tree)
        let labels = sorted.labels.labels
        while let item = items.next() {
            let label = labels[here]
            defer { here += 1 }
            if gone.first == here {
                while gone.first == here { gone.removeFirst() }
                continue
            }
            while next < permutation.count, isSorted(coming[Int(permutation[next])], before: (item, label)) {
                result.append(coming[Int(permutation[next])])
                next += 1
            }
            result.append((item, label))
        }
        for place in permutation[next...] { result.append(coming[Int(place)]) }
        if result.count != after.count { throw LostTrack() }
        sorted.replaceAll(count: result.count) {
            result[$0].item
        } label: {
            result[$0].label
        }
    }

    @inlinable
    func isSorted(_ first: (item: Item, label: UInt64), before second: (item: Item, label: UInt64)) -> Bool {
        switch order.standing(first.item, second.item) {
        case .before: true
        case .after: false
        case .tied: first.label < second.label
        }
    }
}

extension Array<Int> {
    /// The number of these ascending positions below another one.
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
