extension Changes where P == Int {
    /// Whether there are so many changes to a list of `count` items that going through all of it is cheaper than making
    /// them one by one.
    ///
    /// - Complexity: O(1).
    @inlinable
    func isUpheaval(of count: Int) -> Bool {
        let runs = deletions.runs.count + insertions.runs.count + moves.runs.count + updates.runs.count
        return runs > 64 + count / 16
    }

    /// The positions of what is new or updated, ascending, in the space after: what an operator asks its closure about.
    ///
    /// - Complexity: O(*k*); O(*k* log *k*) when there are updates.
    @inlinable
    var freshPositions: [Int] {
        var positions = Array(insertions)
        if updates.isEmpty { return positions }
        positions.append(contentsOf: updates.lazy.map(\.after))
        positions.sort()
        return positions
    }
}

/// Positions in pairs, gone through from the first to the last in the space after.
@usableFromInline
struct PairCursor<P: Position> {
    @usableFromInline var iterator: PositionPairs<P>.Iterator
    /// The next pair; `nil` after the last.
    @usableFromInline var next: PositionPair<P>?

    @inlinable
    init(_ pairs: PositionPairs<P>) {
        iterator = pairs.makeIterator()
        next = iterator.next()
    }

    /// The next pair if it is the one of `position`; then the cursor goes past it.
    @inlinable
    mutating func take(at position: P) -> PositionPair<P>? {
        guard let pair = next, pair.after == position else { return nil }
        next = iterator.next()
        return pair
    }

    /// The next position if it is below `bound`; then the cursor goes past it.
    @inlinable
    mutating func take(below bound: P) -> P? {
        guard let pair = next, pair.after < bound else { return nil }
        next = iterator.next()
        return pair.after
    }
}
