/// A request of ``FollowedPages`` for rows that follow one another in the order of the list.
public struct RowPageRequest<Item: Sendable>: Sendable {
    /// Where the page lies.
    public enum Place: Sendable {
        /// The first rows of all.
        case start
        /// The last rows of all.
        case end
        /// The first rows from this one on, which is itself the first of them if it is still there.
        case from(Item)
        /// The first rows after this one, which may not be there any more.
        case after(Item)
        /// The last rows before this one, which may not be there any more.
        case before(Item)

        /// Whether the page is found from its end, towards the start.
        public var isBackward: Bool {
            switch self {
            case .end, .before: true
            case .start, .from, .after: false
            }
        }
    }

    /// Where the page lies.
    public let place: Place
    /// The number of rows requested.
    public let size: Int

    /// Creates a request.
    public init(_ place: Place, size: Int) {
        (self.place, self.size) = (place, size)
    }
}

/// The answer to a ``RowPageRequest``.
public struct RowPage<Item: Sendable, Position: Sendable>: Sendable {
    /// The rows in the order of the list, whatever the place was.
    public let rows: [Item]
    /// Whether there are more in the direction of the request: before these if it was for the end or for rows before one,
    /// and otherwise after them.
    public let hasMore: Bool
    /// The position of the store's state that they were read from.
    public let position: Position

    /// Creates a page.
    public init(_ rows: [Item], hasMore: Bool, at position: Position) {
        (self.rows, self.hasMore, self.position) = (rows, hasMore, position)
    }
}

/// An end of the rows that ``FollowedPages`` has loaded.
public enum PageEdge: Hashable, Sendable, CaseIterable {
    /// Before the first row.
    case start
    /// After the last row.
    case end
}
