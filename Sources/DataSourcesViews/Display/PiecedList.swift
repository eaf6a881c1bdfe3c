import DataSources

/// A list put together from ranges of two states, without copying: what a list model shows between two edits.
public struct PiecedList<Item: Identifiable & Equatable & Sendable>: RandomAccessCollection, Sendable
where Item.ID: Sendable {
    struct Piece: Sendable {
        /// The position of its first item in this list.
        let start: Int
        let snapshot: ListSnapshot<Item>
        /// The position of its first item in `snapshot`.
        let offset: Int
    }

    private var pieces: [Piece] = []
    /// The number of items.
    public private(set) var count = 0

    init() {}

    mutating func append(_ range: Range<Int>, of snapshot: ListSnapshot<Item>) {
        if range.isEmpty { return }
        pieces.append(Piece(start: count, snapshot: snapshot, offset: range.lowerBound))
        count += range.count
    }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of items.
    public var endIndex: Int { count }

    /// The item at a position of the list.
    ///
    /// - Complexity: O(log *n*).
    public subscript(position: Int) -> Item {
        guard let item = item(at: position) else { preconditionFailure("position \(position) is not in 0..<\(count)") }
        return item
    }

    /// The item at a position; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*).
    public func item(at position: Int) -> Item? {
        guard position >= 0, position < count else { return nil }
        // The last piece that starts at or before the position.
        var (low, high) = (0, pieces.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= position { low = middle } else { high = middle }
        }
        let piece = pieces[low]
        return piece.snapshot[piece.offset + position - piece.start]
    }
}
