// Ascending ranges leave out some positions of a list; those are numbered in order. If the ranges are the departures
// before an update, or its arrivals after it, the positions left out are the items that stay, so their numbers are the
// same before and after.

extension Array where Element == Range<Int> {
    /// The numbers of the positions in `range` that these ranges leave out.
    ///
    /// - Complexity: O(*r*) in the number of ranges.
    @usableFromInline
    func outside(_ range: Range<Int>) -> Range<Int> {
        let (before, within) = (covered(below: range.lowerBound), covered(below: range.upperBound))
        return range.lowerBound - before..<range.upperBound - within
    }

    /// The position with a number among those that these ranges leave out.
    ///
    /// - Complexity: O(*r*) in the number of ranges.
    @usableFromInline
    func position(ofOutside number: Int) -> Int {
        var position = number
        for range in self {
            if range.lowerBound > position { break }
            position += range.count
        }
        return position
    }

    /// The number of positions below `bound` that these ranges cover.
    private func covered(below bound: Int) -> Int {
        var count = 0
        for range in self {
            if range.lowerBound >= bound { break }
            count += Swift.min(range.upperBound, bound) - range.lowerBound
        }
        return count
    }
}

extension Changes where P == Int {
    /// The new position of the item at `position`, or if it is deleted, of the next item that stays in place.
    ///
    /// - Parameters:
    ///   - position: A position before.
    ///   - count: The number of items before.
    /// - Returns: A position after; `nil` if there is none.
    /// - Complexity: O(*r* log *r*) in the number of runs.
    @usableFromInline
    package func carried(_ position: Int, of count: Int) -> Int? {
        for run in moves.runs where run.before <= position && position < run.before + run.count {
            return run.after + position - run.before
        }
        let departures = departures
        let next = departures.first { $0.contains(position) }?.upperBound ?? position
        return next < count ? arrivals.position(ofOutside: departures.outside(next..<next + 1).lowerBound) : nil
    }
}
