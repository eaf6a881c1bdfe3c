/// A range of positions before that a range of positions after takes the place of.
struct ChangedRange: Hashable, Sendable {
    let before: Range<Int>
    let after: Range<Int>

    /// The ranges in which changes move rows, ascending; rows between them correspond one to one.
    ///
    /// A move is in the range that the row leaves and in the one that it comes to.
    ///
    /// - Complexity: O(*r* log *r*) in the number of runs of changes.
    static func all<ID>(in changes: FlatRowChanges<ID>) -> [ChangedRange] {
        var gone = united(changes.deletions + changes.moves.map(\.before))[...]
        var come = united(changes.insertions + changes.moves.map(\.after))[...]
        var ranges: [ChangedRange] = []
        var (before, after) = (0, 0)
        while !gone.isEmpty || !come.isEmpty {
            let stay = Swift.min(
                gone.first.map { $0.lowerBound - before } ?? .max, come.first.map { $0.lowerBound - after } ?? .max)
            (before, after) = (before + stay, after + stay)
            let (from, to) = (before, after)
            if let run = gone.first, run.lowerBound == before {
                before = run.upperBound
                gone.removeFirst()
            }
            if let run = come.first, run.lowerBound == after {
                after = run.upperBound
                come.removeFirst()
            }
            ranges.append(ChangedRange(before: from..<before, after: to..<after))
        }
        return ranges
    }

    /// The same positions in ranges that neither overlap nor touch, ascending.
    private static func united(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var united: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = united.last, range.lowerBound <= last.upperBound {
                united[united.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                united.append(range)
            }
        }
        return united
    }

    /// The range from this one to the end of `other`, which comes later.
    func through(_ other: ChangedRange) -> ChangedRange {
        ChangedRange(
            before: before.lowerBound..<other.before.upperBound, after: after.lowerBound..<other.after.upperBound)
    }

    /// Makes ranges with fewer than `gap` rows between them one.
    static func merged(_ ranges: [ChangedRange], gap: Int) -> [ChangedRange] {
        var merged: [ChangedRange] = []
        for range in ranges {
            if let last = merged.last, range.before.lowerBound - last.before.upperBound < gap {
                merged[merged.count - 1] = last.through(range)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// Whether a row moves from one of the ranges to another.
    static func areCrossed<ID>(_ ranges: [ChangedRange], by moves: [FlatRowChanges<ID>.Move]) -> Bool {
        // The number of the last range that starts at or before a position.
        func number(of position: Int, _ start: (ChangedRange) -> Int) -> Int {
            var (low, high) = (0, ranges.count)
            while low < high {
                let middle = (low + high) / 2
                if start(ranges[middle]) <= position { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return moves.contains { move in
            number(of: move.before.lowerBound) { $0.before.lowerBound }
                != number(of: move.after.lowerBound) { $0.after.lowerBound }
        }
    }
}
