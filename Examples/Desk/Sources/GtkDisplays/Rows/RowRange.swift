/// A range of rows before an update, and the range of rows that takes its place.
struct RowRange: Equatable, Sendable {
    let before: Range<Int>
    let after: Range<Int>

    /// The smallest range that covers both and what lies between them.
    func joined(with next: RowRange) -> RowRange {
        RowRange(
            before: before.lowerBound..<next.before.upperBound, after: after.lowerBound..<next.after.upperBound)
    }

    /// The ranges that change, ascending; the rows between them correspond one to one.
    static func all<ID>(in changes: RowChanges<ID>) -> [RowRange] {
        var leaving = united(changes.leaving)[...]
        var arriving = united(changes.arriving)[...]
        var result: [RowRange] = []
        var (old, new) = (0, 0)
        while !leaving.isEmpty || !arriving.isEmpty {
            let unchanged = min(
                leaving.first.map { $0.lowerBound - old } ?? .max, arriving.first.map { $0.lowerBound - new } ?? .max)
            let (oldStart, newStart) = (old + unchanged, new + unchanged)
            (old, new) = (oldStart, newStart)
            if let range = leaving.first, range.lowerBound == old {
                old = range.upperBound
                leaving.removeFirst()
            }
            if let range = arriving.first, range.lowerBound == new {
                new = range.upperBound
                arriving.removeFirst()
            }
            result.append(RowRange(before: oldStart..<old, after: newStart..<new))
        }
        return result
    }

    /// The same positions in ranges that neither overlap nor touch.
    private static func united(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges where !range.isEmpty {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}
