/// A list put together from ranges of two states, without copying: what a list model shows between two edits.
public struct PiecedList<Rows: FlatRows>: RandomAccessCollection, Sendable {
    struct Piece: Sendable {
        /// The position of its first row in this list.
        let start: Int
        let rows: Rows
        /// The position of its first row in `rows`.
        let offset: Int
    }

    private var pieces: [Piece] = []
    /// The number of rows.
    public private(set) var count = 0

    /// Creates an empty list.
    public init() {}

    mutating func append(_ range: Range<Int>, of rows: Rows) {
        if range.isEmpty { return }
        pieces.append(Piece(start: count, rows: rows, offset: range.lowerBound))
        count += range.count
    }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { count }

    /// The row at a position of the list.
    ///
    /// - Complexity: O(log *n*).
    public subscript(position: Int) -> Rows.Row {
        guard let row = row(at: position) else { preconditionFailure("position \(position) is not in 0..<\(count)") }
        return row
    }

    /// The row at a position; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*).
    public func row(at position: Int) -> Rows.Row? {
        guard position >= 0, position < count else { return nil }
        // The last piece that starts at or before the position.
        var (low, high) = (0, pieces.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= position { low = middle } else { high = middle }
        }
        let piece = pieces[low]
        return piece.rows[piece.offset + position - piece.start]
    }
}
