extension FlatDraft {
    /// Applies many changes in one pass over the whole list.
    @inlinable
    mutating func replayThroughout<Item>(
        _ changes: ListChanges,
        to items: ListSnapshot<Item>,
        make: (_ item: Item, _ results: inout ContiguousArray<Result>) -> Void
    ) {
        let old = ContiguousArray(draft.snapshot.map { $0 })
        let starts = self.starts
        var results: ContiguousArray<Result> = []
        var sizes: [UInt32] = []
        results.reserveCapacity(old.count)
        sizes.reserveCapacity(items.count)
        let (departures, insertions) = (changes.departures, changes.insertions.ranges)
        var (departed, inserted) = (0, 0)
        var (moves, updates) = (PairCursor(changes.moves), PairCursor(changes.updates))
        // The former position of the next item that stays, and the position of the next item.
        var (before, position) = (0, 0)
        var iterator = items.makeIterator()
        while let item = iterator.next() {
            let start = results.count
            let isUpdated = updates.take(at: position) != nil
            while inserted < insertions.count, insertions[inserted].upperBound <= position { inserted += 1 }
            if inserted < insertions.count, insertions[inserted].contains(position) {
                make(item, &results)
            } else {
                var source = before
                if let move = moves.take(at: position) {
                    source = move.before
                } else {
                    while departed < departures.count, departures[departed].lowerBound <= source {
                        source = departures[departed].upperBound
                        departed += 1
                    }
                    before = source + 1
                }
                if isUpdated {
                    make(item, &results)
                } else {
                    results.append(contentsOf: old[starts[source]..<starts[source + 1]])
                }
            }
            sizes.append(UInt32(results.count - start))
            position += 1
        }
        replaceAll(with: results, sizes)
    }

    /// The prefix sums of the weights.
    @inlinable var starts: [Int] {
        var result = [0]
        result.reserveCapacity(weights.count + 1)
        var sum = 0
        for weight in weights.weights(in: 0..<weights.count) {
            sum += Int(weight)
            result.append(sum)
        }
        return result
    }
}
