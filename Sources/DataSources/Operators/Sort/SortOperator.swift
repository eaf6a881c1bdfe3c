/// Keeps a list sorted; see ``DerivableSource/sorted(by:)-(ItemOrder<_>)``.
///
/// Ties are broken by labels, which ascend in upstream order. The upstream position of an item gives its label, and the
/// order and the label give its sorted position by binary search.
@usableFromInline
package struct SortOperator<Item>: IncrementalOperator, RebuildingOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var order: ItemOrder<Item>
    @usableFromInline var sorted = SortedDraft<Item>()
    @usableFromInline var labels: OrderLabels<Untagged>
    @usableFromInline package var policy = RebuildPolicy(from: 1000, share: 16)

    /// Creates an operator; tests use short labels.
    @inlinable
    package init(_ order: ItemOrder<Item>, labelBits: Int = 62) {
        self.order = order
        labels = OrderLabels(bits: labelBits)
    }

    @inlinable package var snapshot: ListSnapshot<Item> { sorted.items.snapshot }

    @inlinable
    package mutating func follow(_ update: Update<ListSnapshot<Item>>) throws {
        try edit(update)
        if sorted.items.count != update.after.count { throw LostTrack() }
    }

    /// Merges the changed items with the rest; if at least half of all items have changed, sorts all.
    @inlinable
    package mutating func rebuild(_ update: Update<ListSnapshot<Item>>) throws {
        if update.changes.count * 2 >= update.after.count { build(update.after) } else { try merge(update) }
    }

    @inlinable
    package mutating func startOver() { sorted = SortedDraft() }

    /// Sorts a whole list.
    ///
    /// - Complexity: O(*n* log *n*).
    @inlinable
    package mutating func build(_ list: ListSnapshot<Item>) {
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
    mutating func edit(_ update: Update<ListSnapshot<Item>>) throws {
        let (after, changes) = (update.after, update.changes)
        // The sorted positions of everything deleted, moved or updated, found by the previous labels.
        var (deleted, moved, updated) = (changes.deletions.list, changes.moves.list, changes.updates.list)
        for place in deleted.indices { deleted[place] = try position(of: deleted[place], in: update.before) }
        deleted.sortAscending()
        try find(&moved, in: update.before)
        try find(&updated, in: update.before)
        // Positions are distinct unless ids misbehave.
        if !moved.areDistinct(and: updated, besides: deleted) { throw LostTrack() }
        guard case .items(let relabelled) = labels.follow(changes) else { return build(after) }
        try relabel(relabelled, in: after, but: updated)
        sorted.labels.put(labels, at: moved)

        try sorted.remove(at: deleted)
        moved.shift(past: deleted)
        updated.shift(past: deleted)
        var arriving: [Int] = []
        // A move matters among ties only. If every moved item is in order beside its neighbours, the list is sorted.
        var isInOrder = true
        for (position, _) in moved {
            isInOrder = try sorted.isSorted(sorted.items[position], at: position, by: order)
            if !isInOrder { break }
        }
        if !isInOrder {
            let positions = moved.ascendingPositions
            try sorted.remove(at: positions)
            arriving = moved.placesAfter
            updated.remove(at: positions)
        }
        updated.sortDescending()
        for (position, place) in updated {
            let item = after.tree.element(at: place)
            if try sorted.isSorted(item, at: position, by: order) {
                sorted.items.put(item, at: position)
            } else {
                try sorted.remove(at: position)
                arriving.append(place)
            }
        }
        arriving.append(positions: changes.insertions)
        for place in arriving {
            let (item, label) = (after.tree.element(at: place), labels.label(at: place))
            try sorted.insert(item, label, at: sorted.position(for: item, label, by: order))
        }
    }

    /// The sorted position of the item at an upstream position, while the labels are still the previous ones.
    @inlinable
    mutating func position(of position: Int, in list: ListSnapshot<Item>) throws -> Int {
        try sorted.position(of: list.tree.element(at: position), labels.label(at: position), by: order)
    }

    /// Replaces the upstream positions of items that are about to move or change by their sorted positions.
    @inlinable @inline(never)
    mutating func find(_ places: inout [SortedPlace], in list: ListSnapshot<Item>) throws {
        for place in places.indices { places[place].position = try position(of: places[place].position, in: list) }
    }

    /// Assigns the new labels to items that stay in place upstream.
    ///
    /// - Parameters:
    ///   - relabelled: Their upstream positions, and their previous labels.
    ///   - list: The upstream list.
    ///   - updated: The items that are updated, whose sorted positions are known.
    /// - Throws: An error if an item is not found.
    @inlinable
    mutating func relabel(
        _ relabelled: [(position: Int, old: UInt64)],
        in list: ListSnapshot<Item>,
        but updated: [SortedPlace] = []
    ) throws {
        if !relabelled.isEmpty { try relabelAll(relabelled, in: list, but: updated) }
    }

    @inlinable @inline(never)
    mutating func relabelAll(
        _ relabelled: [(position: Int, old: UInt64)],
        in list: ListSnapshot<Item>,
        but updated: [SortedPlace]
    ) throws {
        // Look up all positions before any label changes: in between, the list would not be sorted.
        var places = updated
        for (position, old) in relabelled.filtered(without: updated) {
            places.append((try sorted.position(of: list.tree.element(at: position), old, by: order), position))
        }
        sorted.labels.put(labels, at: places)
    }

    /// Sorts the changed items, and merges them with the rest.
    ///
    /// - Complexity: O(*n* + *k* log *n*).
    @inlinable
    mutating func merge(_ update: Update<ListSnapshot<Item>>) throws {
        let (after, changes) = (update.after, update.changes)
        // The sorted positions of everything deleted, moved or updated, found by the previous labels.
        var touched = changes.touched
        try find(&touched.places, in: update.before)
        guard case .items(let relabelled) = labels.follow(changes) else { return build(after) }
        try relabel(relabelled, in: after, but: touched.updated)
        let leaving = touched.places.ascendingPositions
        let arriving = changes.placesArriving
        let coming = ContiguousArray(at: arriving.indices) { after.tree.element(at: arriving[$0]) }
        let permutation = order.permutation(coming)
        let newLabels = labels.labels(at: arriving).permuted(by: permutation)
        let (items, oldLabels) = (sorted.items.tree.elements, sorted.labels.all)
        let plan = MergePlan(oldLabels, without: leaving, and: newLabels) { new, old in
            isSorted(coming[Int(permutation[new])], newLabels[new], before: items[old], oldLabels[old])
        }
        if plan.count != after.count { throw LostTrack() }
        sorted.replaceAll(labels: plan.labels) { position in
            switch plan.source(of: position) {
            case .old(let place): items[place]
            case .new(let number): coming[Int(permutation[number])]
            }
        }
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
