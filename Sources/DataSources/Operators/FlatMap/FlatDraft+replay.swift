extension FlatDraft {
    /// Applies changes one by one.
    ///
    /// First it removes the items that are deleted or moved, from the last position to the first. Then it inserts and
    /// updates, from the first position to the last, so positions stay valid throughout.
    ///
    /// - Parameters:
    ///   - changes: The changes of the list.
    ///   - items: The list after the changes.
    ///   - base: The start of the list, if it is a part of the draft's input.
    ///   - make: Appends the results of an item.
    /// - Throws: An error when ids misbehave; the draft is then inconsistent.
    @inlinable
    mutating func replay<Item>(
        _ changes: ListChanges,
        to items: ListSnapshot<Item>,
        at base: Int = 0,
        make: (_ item: Item, _ results: inout ContiguousArray<Result>) -> Void
    ) throws {
        let moving = results(of: changes.moves, at: base)
        for range in changes.departures.reversed() { try remove(range, at: base) }
        var (moves, updates) = (PairCursor(changes.moves), PairCursor(changes.updates))
        var (movesDone, resultsDone) = (0, 0)
        var results: ContiguousArray<Result> = []
        for range in changes.arrivals {
            while let position = updates.take(below: range.lowerBound) {
                try remake(items, at: position, base, make: make)
            }
            results.removeAll(keepingCapacity: true)
            var sizes: [UInt32] = []
            sizes.reserveCapacity(range.count)
            items.forEach(in: range) { position, item in
                let start = results.count
                let isUpdated = updates.take(at: position) != nil
                if moves.take(at: position) != nil {
                    let end = resultsDone + Int(moving.sizes[movesDone])
                    if !isUpdated { results.append(contentsOf: moving.results[resultsDone..<end]) }
                    (movesDone, resultsDone) = (movesDone + 1, end)
                    if isUpdated { make(item, &results) }
                } else {
                    make(item, &results)
                }
                sizes.append(UInt32(results.count - start))
            }
            try insert(results, sizes, at: base + range.lowerBound)
        }
        while let position = updates.take(below: .max) { try remake(items, at: position, base, make: make) }
    }

    /// The first result of the item at a position; `nil` if it has none.
    @inlinable
    func result(at position: Int) -> Result? {
        let units = weights.units(at: position)
        return units.isEmpty ? nil : draft.tree.element(at: units.lowerBound)
    }

    /// The results of the items that are about to move, in the order in which they arrive.
    @inlinable
    func results(of moves: PositionPairs<Int>, at base: Int) -> (results: ContiguousArray<Result>, sizes: [UInt32]) {
        var results: ContiguousArray<Result> = []
        var sizes: [UInt32] = []
        for run in moves.runs {
            let range = base + run.before..<base + run.before + run.count
            sizes += weights.weights(in: range)
            draft.tree.forEachSpan(in: weights.sum(upTo: range.lowerBound)..<weights.sum(upTo: range.upperBound)) {
                results.append(contentsOf: $0)
            }
        }
        return (results, sizes)
    }

    @inlinable
    mutating func remove(_ range: Range<Int>, at base: Int) throws {
        let range = base + range.lowerBound..<base + range.upperBound
        let start = weights.sum(upTo: range.lowerBound)
        let size = weights.removeSubrange(range)
        if size == 0 { return }
        try draft.removeSubrange(start..<start + size)
    }

    @inlinable
    mutating func insert(_ results: ContiguousArray<Result>, _ sizes: [UInt32], at position: Int) throws {
        if !results.isEmpty {
            let start = weights.sum(upTo: position)
            try draft.insert(contentsOf: results, at: start)
        }
        weights.insert(contentsOf: sizes, at: position)
    }

    /// Replaces the results of the updated item at `position`; the item does not move.
    @inlinable
    mutating func remake<Item>(
        _ items: ListSnapshot<Item>,
        at position: Int,
        _ base: Int,
        make: (_ item: Item, _ results: inout ContiguousArray<Result>) -> Void
    ) throws {
        var results: ContiguousArray<Result> = []
        make(items.tree.element(at: position), &results)
        // The usual case of a filter: nothing before and after.
        if results.isEmpty, weights[base + position] == 0 { return }
        let units = weights.units(at: base + position)
        if results.count != units.count { weights[base + position] = UInt32(results.count) }
        try draft.put(results, in: units)
    }
}

extension ListDraft {
    /// Replaces the items in `range`; leaves equal items at both ends unchanged.
    @inlinable
    mutating func put(_ items: ContiguousArray<Item>, in range: Range<Int>) throws {
        var (old, new) = (range, items[...])
        while !old.isEmpty, let item = new.first, tree.element(at: old.lowerBound) == item {
            new.removeFirst()
            old = old.lowerBound + 1..<old.upperBound
        }
        while !old.isEmpty, let item = new.last, tree.element(at: old.upperBound - 1) == item {
            new.removeLast()
            old = old.lowerBound..<old.upperBound - 1
        }
        if old.isEmpty, new.isEmpty { return }
        if old.count == new.count, zip(old, new).allSatisfy({ tree.element(at: $0).id == $1.id }) {
            for (position, item) in zip(old, new) { put(item, at: position) }
        } else {
            try replaceSubrange(old, with: new)
        }
    }
}

extension FlatDraft {
    /// Inserts one result, without changing a weight.
    @inlinable
    mutating func insert(_ result: Result, at position: Int) throws {
        try draft.insert(result, at: position)
    }

    /// Removes one result, without changing a weight.
    @inlinable
    mutating func remove(at position: Int) throws {
        _ = try draft.remove(at: position)
    }
}
