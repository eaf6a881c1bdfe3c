extension Changes where P == Int {
    /// The ranges of positions before that items leave, by deletion or move; ascending.
    ///
    /// Removed from the last range to the first, all positions stay valid; the items that stay are left. Adjacent
    /// positions are one range. See also ``arrivals``.
    ///
    /// - Complexity: O(*r* log *r*) in the number of runs.
    @inlinable public var departures: [Range<Int>] {
        if moves.isEmpty { return deletions.ranges }
        return Self.joined(deletions.ranges + moves.runs.map { Range(positionsFrom: $0.before, count: $0.count) })
    }

    /// The ranges of positions after that items come to, by insertion or move; ascending.
    ///
    /// Inserted from the first range to the last, after the ``departures`` are removed, all positions are valid.
    /// Adjacent positions are one range.
    ///
    /// - Complexity: O(*r* log *r*) in the number of runs.
    @inlinable public var arrivals: [Range<Int>] {
        if moves.isEmpty { return insertions.ranges }
        return Self.joined(insertions.ranges + moves.runs.map { Range(positionsFrom: $0.after, count: $0.count) })
    }

    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
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
