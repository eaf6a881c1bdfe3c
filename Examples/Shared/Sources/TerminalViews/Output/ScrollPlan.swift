/// Rows that have moved up or down, as deletions and insertions of lines, which a terminal does itself.
struct ScrollPlan {
    /// The sequence that moves the rows.
    private(set) var sequence = ""
    /// What the terminal shows after that.
    private(set) var rows: [CellRow]

    /// Finds the rows that have moved from one frame to the next; `nil` if none have.
    ///
    /// A row also moves if only a part of it does, for example the columns of a table beside other columns: what differs
    /// is written afterwards.
    ///
    /// - Complexity: O(*n*² *w*) for *n* rows of *w* columns between the first and the last that differ.
    init?(from old: [CellRow], to new: [CellRow]) {
        rows = old
        guard let first = new.indices.first(where: { old[$0] != new[$0] }),
            let last = new.indices.last(where: { old[$0] != new[$0] }), last - first >= 3
        else { return nil }
        let kept = RowAlignment(Array(old[first...last]), Array(new[first...last])).kept
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
