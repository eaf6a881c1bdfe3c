/// Which part of a long list is loaded, what its ends are doing, and what changes while a page is read.
///
/// ```
///      start.bound            on the screen           end.bound
///          │                 ├─────────────┤             │
///   …──────█████████████████████████████████████████████─┘──…
///          └───────── loaded: every row in between ──────┘
/// ```
///
/// The bounds are rows as they were when they were loaded: they stay where they are if those rows move or go.
struct FollowedPagesMachine<Item, Position>: Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Position: Comparable & Sendable {
    /// One end of what is loaded.
    struct Edge: Sendable {
        /// The outermost row loaded; `nil` if there are none beyond it.
        fileprivate(set) var bound: Item?
        /// Grows when the bound changes, but for a page that is added there.
        fileprivate(set) var moves = 0
        /// The number of loads that have ended, and the result of the last one: whether there were more rows.
        private(set) var endings = 0
        private(set) var lastEnding: Result<Bool, any Error>?
        private var isLoading = false
        private var attempts = 0

        var phase: PagePhase {
            // Before the first page nothing is known.
            if isLoading || moves == 0 { return .loading }
            if case .failure(let error) = lastEnding { return .failed(PageFailure(error, attempt: attempts)) }
            return bound == nil ? .atEnd : .idle
        }

        /// Whether rows on the screen load more there.
        var isOpen: Bool {
            switch phase {
            case .idle, .loading: true
            case .failed, .atEnd: false
            }
        }

        mutating func loadBegan() {
            attempts += 1
            isLoading = true
        }

        /// A load has ended; `nil` if it was cancelled, so that the next call loads.
        mutating func loadEnded(_ ending: Result<Bool, any Error>?) {
            isLoading = false
            if let ending { (endings, lastEnding) = (endings + 1, ending) }
        }

        fileprivate mutating func move(to bound: Item?) {
            self.bound = bound
            moves += 1
            // An error was that of another place.
            if case .failure = lastEnding { lastEnding = nil }
        }
    }

    /// How many rows may change while a page is read; beyond that it is read again.
    static var mostChanges: Int { 1 << 16 }

    private let order: ItemOrder<Item>
    private(set) var start = Edge()
    private(set) var end = Edge()
    /// The first and the last row on the screen, as they were then.
    private var onScreen: (first: Item, last: Item)?
    /// What has changed since the page under way was asked for; `nil` if none is, or too many have.
    private var recent: [(position: Position, changes: [RowChange<Item>])]?
    private var recentCount = 0

    init(_ order: ItemOrder<Item>) {
        self.order = order
    }

    subscript(edge: PageEdge) -> Edge {
        get { edge == .start ? start : end }
        set { if edge == .start { start = newValue } else { end = newValue } }
    }

    // MARK: Changes

    /// A transaction was told; returns its changes of what is loaded.
    mutating func received(_ changes: [RowChange<Item>], at position: Position) -> [RowChange<Item>] {
        recentCount += changes.count
        if recentCount > Self.mostChanges { recent = nil }
        recent?.append((position, changes))
        return changes.map(inLoadedPart)
    }

    /// A row outside of the loaded part counts as gone: it may have been moved out of it.
    private func inLoadedPart(_ change: RowChange<Item>) -> RowChange<Item> {
        guard case .upsert(let item) = change else { return change }
        if let first = start.bound, order.standing(item, first) == .before { return .delete(id: item.id) }
        if let last = end.bound, order.standing(last, item) == .before { return .delete(id: item.id) }
        return change
    }

    // MARK: Pages

    /// A page is asked for: from now on, changes are kept for it.
    mutating func readBegan() { (recent, recentCount) = ([], 0) }

    /// The page was shown, or is not needed.
    mutating func readEnded() { recent = nil }

    /// Whether all that has changed since the page was asked for is known.
    var knowsChanges: Bool { recent != nil }

    /// What was told after a position, since the page was asked for, of what is loaded.
    func changes(after position: Position) -> [RowChange<Item>] {
        (recent ?? []).lazy.filter { $0.position > position }.flatMap { $0.changes.map(inLoadedPart) }
    }

    /// The request for what is shown now, or for the first page.
    func everything(count: Int, size: Int) -> RowPageRequest<Item> {
        RowPageRequest(start.bound.map { .from($0) } ?? .start, size: Swift.max(count, size))
    }

    /// The next page at an end; `nil` if there is none.
    func next(_ edge: PageEdge, size: Int) -> RowPageRequest<Item>? {
        self[edge].bound.map { RowPageRequest(edge == .start ? .before($0) : .after($0), size: size) }
    }

    /// The rows of a page that are beyond an end.
    func beyond(_ edge: PageEdge, _ rows: [Item]) -> [Item] {
        guard let bound = self[edge].bound else { return [] }
        return rows.filter { order.standing(bound, $0) == (edge == .start ? .after : .before) }
    }

    /// A page is added at an end.
    mutating func extended(_ edge: PageEdge, by rows: [Item], hasMore: Bool) {
        let outermost = edge == .start ? rows.first : rows.last
        self[edge].bound = hasMore ? outermost : nil
        self[edge].loadEnded(.success(!rows.isEmpty))
    }

    /// A page replaces all that was loaded.
    mutating func replaced(by page: RowPage<Item, Position>, at place: RowPageRequest<Item>.Place) {
        let (first, last) = (page.rows.first, page.rows.last)
        switch place {
        case .start:
            start.move(to: nil)
            end.move(to: page.hasMore ? last : nil)
        case .from(let item), .after(let item):
            start.move(to: first ?? item)
            end.move(to: page.hasMore ? last : nil)
        case .end:
            start.move(to: page.hasMore ? first : nil)
            end.move(to: nil)
        case .before(let item):
            start.move(to: page.hasMore ? first : nil)
            end.move(to: last ?? item)
        }
    }

    // MARK: The screen

    /// Rows are on the screen; positions that are not those of rows count as the nearest ones.
    mutating func shown(_ positions: Range<Int>, of draft: borrowing ListDraft<Item>) {
        if draft.isEmpty { return onScreen = nil }
        let first = Swift.min(Swift.max(0, positions.lowerBound), draft.count - 1)
        let last = Swift.min(Swift.max(first, positions.upperBound - 1), draft.count - 1)
        onScreen = (draft.tree.element(at: first), draft.tree.element(at: last))
    }

    /// The first or the last rows of a page are on the screen.
    mutating func jumped(to place: RowPageRequest<Item>.Place, _ draft: borrowing ListDraft<Item>) {
        shown(place.isBackward ? draft.count - 1..<draft.count : 0..<1, of: draft)
    }

    /// The positions that those on the screen have now; empty if none was told.
    private func screen(_ draft: borrowing ListDraft<Item>) -> Range<Int> {
        guard let (first, last) = onScreen else { return 0..<0 }
        let lower = draft.tree.partitioningPosition { order.standing($0, first) != .before }
        let upper = draft.tree.partitioningPosition { order.standing(last, $0) == .before }
        return lower..<Swift.max(lower, upper)
    }

    /// Whether what is on the screen is within a distance of an end.
    func isNear(_ edge: PageEdge, _ draft: borrowing ListDraft<Item>, distance: Int) -> Bool {
        let screen = screen(draft)
        return edge == .start ? screen.lowerBound <= distance : screen.upperBound >= draft.count - distance
    }

    /// The positions of the rows to keep, or `nil` for all of them; the others are let go.
    ///
    /// - Parameters:
    ///   - draft: What is loaded.
    ///   - limit: How many stay.
    ///   - margin: How many on both sides of the screen stay, whatever the limit is.
    /// - Returns: The positions.
    mutating func kept(of draft: borrowing ListDraft<Item>, limit: Int, margin: Int) -> Range<Int>? {
        if draft.count <= limit { return nil }
        let screen = screen(draft)
        let limit = Swift.max(limit, screen.count + 2 * margin)
        if draft.count <= limit { return nil }
        let lower = Swift.min(Swift.max(0, screen.lowerBound - (limit - screen.count) / 2), draft.count - limit)
        let upper = lower + limit
        if lower > 0 { start.move(to: draft.tree.element(at: lower)) }
        if upper < draft.count { end.move(to: draft.tree.element(at: upper - 1)) }
        return lower..<upper
    }
}
