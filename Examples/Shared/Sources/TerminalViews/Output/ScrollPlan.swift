/// Rows that have moved up or down, as deletions and insertions of lines, which a terminal does itself.
struct ScrollPlan {
    /// The sequence that moves the rows.
    private(set) var sequence = ""
    /// What the terminal shows after that.
    private(set) var rows: [CellRow]

    /// Finds the rows that have moved from one frame to the next; `nil` if none have.
    ///
    /// - Complexity: O(*n*²) for *n* rows between the first and the last that differ.
    init?(from old: [CellRow], to new: [CellRow]) {
        rows = old
        guard let first = new.indices.first(where: { old[$0] != new[$0] }),
            let last = new.indices.last(where: { old[$0] != new[$0] }), last - first >= 3
        else { return nil }
        let kept = Self.commonRows(Array(old[first...last]), Array(new[first...last]))
        guard kept.contains(where: { $0.old != $0.new }) else { return nil }
        let count = last - first + 1
        let (keptOld, keptNew) = (Set(kept.map(\.old)), Set(kept.map(\.new)))
        let deleted = Self.runs((0..<count).filter { !keptOld.contains($0) })
        let inserted = Self.runs((0..<count).filter { !keptNew.contains($0) })
        // Rows outside of the margins stay where they are.
        sequence = "\u{1B}[\(first + 1);\(last + 1)r"
        let blank = CellRow(blank: old[first].cells.count)
        for run in deleted.reversed() {
            sequence += "\u{1B}[\(first + run.lowerBound + 1);1H\u{1B}[\(run.count)M"
            rows.removeSubrange(first + run.lowerBound..<first + run.upperBound)
            rows.insert(contentsOf: Array(repeating: blank, count: run.count), at: last + 1 - run.count)
        }
        for run in inserted {
            sequence += "\u{1B}[\(first + run.lowerBound + 1);1H\u{1B}[\(run.count)L"
            rows.removeSubrange(last + 1 - run.count...last)
            rows.insert(contentsOf: Array(repeating: blank, count: run.count), at: first + run.lowerBound)
        }
        sequence += "\u{1B}[r"
    }

    /// A longest common subsequence, as pairs of positions.
    private static func commonRows(_ old: [CellRow], _ new: [CellRow]) -> [(old: Int, new: Int)] {
        var numbers: [CellRow: Int] = [:]
        func number(_ row: CellRow) -> Int {
            if let number = numbers[row] { return number }
            let number = numbers.count
            numbers[row] = number
            return number
        }
        let (left, right) = (old.map(number), new.map(number))
        let width = right.count + 1
        var lengths = [Int](repeating: 0, count: (left.count + 1) * width)
        for i in left.indices.reversed() {
            for j in right.indices.reversed() {
                lengths[i * width + j] =
                    left[i] == right[j]
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var pairs: [(old: Int, new: Int)] = []
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if left[i] == right[j] {
                pairs.append((i, j))
                (i, j) = (i + 1, j + 1)
            } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return pairs
    }

    /// Neighbours as ranges.
    private static func runs(_ positions: [Int]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for position in positions {
            if let last = runs.last, last.upperBound == position {
                runs[runs.count - 1] = last.lowerBound..<position + 1
            } else {
                runs.append(position..<position + 1)
            }
        }
        return runs
    }
}
