extension Changes where P == Int {
    /// Where items leave their places, because they go or because they move; ascending, in the space before.
    ///
    /// Taken out from the last range to the first, no position is off; what is left then is what stays in its place.
    /// Neighbours are one range. See also ``arrivals``.
    ///
    /// - Complexity: O(*r* log *r*) in the number of runs.
    @inlinable public var departures: [Range<Int>] {
        if moves.isEmpty { return deletions.ranges }
        return Self.joined(deletions.ranges + moves.runs.map { Range(positionsFrom: $0.before, count: $0.count) })
    }

    /// Where items come to their places, because they are new or have moved there; ascending, in the space after.
    ///
    /// Put in from the first range to the last, after the ``departures`` are out, no position is off. Neighbours are one
    /// range.
    ///
    /// - Complexity: O(*r* log *r*) in the number of runs.
    @inlinable public var arrivals: [Range<Int>] {
        if moves.isEmpty { return insertions.ranges }
        return Self.joined(insertions.ranges + moves.runs.map { Range(positionsFrom: $0.after, count: $0.count) })
    }

    @inlinable
    static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, last.upperBound == range.lowerBound {
                result[result.count - 1] = last.lowerBound..<range.upperBound
            } else {
                result.append(range)
            }
        }
        return result
    }
}
