/// Which row of a frame each row of the next one is written over, so that little is written.
///
/// It is a sequence alignment (Needleman and Wunsch, 1970): rows that go or come cost about what a terminal is sent for
/// them, and a row over another one costs its columns that differ.
struct RowAlignment {
    /// Pairs of rows, ascending; all other rows go or come.
    private(set) var kept: [(old: Int, new: Int)] = []

    /// About the bytes of a sequence that moves the cursor, deletes a line or inserts one.
    private static let sequence = 8

    /// Aligns the rows of two frames.
    ///
    /// - Complexity: O(*n*² *w*) for *n* rows of *w* columns.
    init(_ old: [CellRow], _ new: [CellRow]) {
        var numbers: [CellRow.Cell: Int] = [.blank: 0]
        // Cells as numbers, which are quick to compare.
        func numbered(_ row: CellRow) -> [Int] {
            row.cells.map { cell in
                if let number = numbers[cell] { return number }
                defer { numbers[cell] = numbers.count }
                return numbers.count
            }
        }
        let (left, right) = (old.map(numbered), new.map(numbered))
        let arrivals = right.map { cells in cells.count { $0 != 0 } + 2 * Self.sequence }
        let width = right.count + 1
        // The costs of what is left of both frames, from a row of each on.
        var costs = [Int](repeating: 0, count: (left.count + 1) * width)
        for j in right.indices.reversed() {
            costs[left.count * width + j] = costs[left.count * width + j + 1] + arrivals[j]
        }
        for i in left.indices.reversed() {
            costs[i * width + right.count] = costs[(i + 1) * width + right.count] + Self.sequence
            for j in right.indices.reversed() {
                costs[i * width + j] = min(
                    costs[(i + 1) * width + j + 1] + Self.difference(left[i], right[j]),
                    costs[(i + 1) * width + j] + Self.sequence,
                    costs[i * width + j + 1] + arrivals[j])
            }
        }
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            let cost = costs[i * width + j]
            if cost == costs[(i + 1) * width + j + 1] + Self.difference(left[i], right[j]) {
                kept.append((i, j))
                (i, j) = (i + 1, j + 1)
            } else if cost == costs[(i + 1) * width + j] + Self.sequence {
                i += 1
            } else {
                j += 1
            }
        }
    }

    /// About the bytes that write a row over another one.
    private static func difference(_ old: [Int], _ new: [Int]) -> Int {
        if old == new { return 0 }
        var (bytes, isWriting) = (0, false)
        for column in new.indices {
            let differs = old[column] != new[column]
            if differs { bytes += isWriting ? 1 : 1 + sequence }
            isWriting = differs
        }
        return bytes
    }
}
