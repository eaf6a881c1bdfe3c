extension Changes where P == Int {
    /// Whether one pass over a list of `count` items is cheaper than applying the changes one by one.
    ///
    /// - Complexity: O(1).
    @inlinable
    func isUpheaval(of count: Int) -> Bool {
        RebuildPolicy.ofRuns.rebuilds(runCount, of: count)
    }

    /// The number of runs of adjacent changes.
    @inlinable package var runCount: Int {
        deletions.runs.count + insertions.runs.count + moves.runs.count + updates.runs.count
    }

    /// The positions after the update of inserted and updated items, ascending: those an operator calls its closure
    /// for.
    ///
    /// - Complexity: O(*k*); O(*k* log *k*) if there are updates.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    var freshPositions: [Int] {
        var positions = Array(insertions)
        if updates.isEmpty { return positions }
        positions.append(contentsOf: updates.lazy.map(\.after))
        positions.sort()
        return positions
    }
}

/// A cursor over pairs of positions, in the order of the positions after.
@usableFromInline
struct PairCursor<P: Position> {
    @usableFromInline var iterator: PositionPairs<P>.Iterator
    /// The next pair; `nil` at the end.
    @usableFromInline var next: PositionPair<P>?

    @inlinable
    init(_ pairs: PositionPairs<P>) {
        iterator = pairs.makeIterator()
        next = iterator.next()
    }

    /// Returns the next pair and advances, if the pair is at `position`.
    @inlinable
    mutating func take(at position: P) -> PositionPair<P>? {
        guard let pair = next, pair.after == position else { return nil }
        next = iterator.next()
        return pair
    }

    /// Returns the next position and advances, if the position is below `bound`.
    @inlinable
    mutating func take(below bound: P) -> P? {
        guard let pair = next, pair.after < bound else { return nil }
        next = iterator.next()
        return pair.after
    }
}
