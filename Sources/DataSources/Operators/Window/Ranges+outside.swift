// Of the positions of a list, those that ascending ranges leave out are numbered in their order: ranges of what leaves
// its place before, or of what has come to its place after, leave out what stays, and so the numbers are the same in
// both spaces.

extension Array where Element == Range<Int> {
    /// The numbers of the positions in `range` that these ranges leave out.
    ///
    /// - Complexity: O(*r*) in the number of ranges.
    @usableFromInline
    func outside(_ range: Range<Int>) -> Range<Int> {
        let (before, within) = (covered(below: range.lowerBound), covered(below: range.upperBound))
        return range.lowerBound - before..<range.upperBound - within
    }

    /// The position that has a number among those that these ranges leave out.
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

    /// How many positions below `bound` these ranges cover.
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
    /// Where the item is that was at `position`; when it is gone, where the next one is that has stayed in its place.
    ///
    /// - Parameters:
    ///   - position: A position before.
    ///   - count: The number of items before.
    /// - Returns: A position after; `nil` when there is none.
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
