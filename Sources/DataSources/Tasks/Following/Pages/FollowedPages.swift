/// A part of a long list that follows a table or query of a store: pages are loaded at both ends as they are needed, and
/// let go when they are far away.
///
/// ```swift
/// let invoices = FollowedPages<Invoice, LogPosition>(sortedBy: .descending(\.day).then(.ascending(\.id))) { request in
///     try await database.page(request)
/// }
/// try await invoices.run { position in try await database.changes(since: position) }     // in a task
///
/// try await invoices.didShow(80..<110)                     // rows on the screen: loads the next page if it is near
/// ```
///
/// - **States of the store.** It shows all rows of a committed state from the first to the last one that it has loaded,
///   and ``position`` tells which state. A page that was read while others wrote is shown as of that state: what was
///   committed meanwhile is applied to it first.
/// - **By key, not by number.** A page begins at a row, so rows that come and go before it neither shift nor repeat
///   anything. See `Keyset` for the query.
/// - **Edits** of loaded rows arrive in place, each transaction as one update. A row that is moved into the loaded part
///   appears, and one that is moved out of it disappears. Rows elsewhere cost nothing.
/// - **Nothing twice.** A loaded row is not fetched again, except when the store cannot tell what has changed since the
///   last connection; then all that are shown are fetched as one page.
/// - **Bounded.** It keeps about ``limit`` rows around those that were shown last. Rows that are let go are deletions
///   before or after what is on the screen: a view that keeps its place by an id does not move.
/// - **In the caller's task.** Only calls load pages, one at a time, and cancelling the calling task cancels its fetch.
///   The first page, and all that are shown after a gap, are loaded by ``run(backoff:clock:connecting:)``.
public actor FollowedPages<Item, Position>: PublishingSource
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Position: Comparable & Sendable {
    /// The state: a list.
    public typealias Snapshot = ListSnapshot<Item>

    /// Publishes the states.
    public nonisolated let hub: SnapshotHub<ListSnapshot<Item>>
    /// How it is connected to the store.
    public nonisolated let status: Parameter<SourceStatus>
    /// The position of the state that it shows; `nil` before the first page.
    public nonisolated let position = Parameter<Position?>(nil)
    /// What is before the first row; changes together with the rows.
    public nonisolated let startPhase = Parameter(PagePhase.loading)
    /// What is after the last row; changes together with the rows.
    public nonisolated let endPhase = Parameter(PagePhase.loading)
    /// The number of rows of a page.
    public nonisolated let size: Int
    /// About how many rows it keeps.
    public nonisolated let limit: Int
    /// How near to an end a row on the screen must be to load more there.
    public nonisolated let prefetchDistance: Int

    private let drafts: RowDrafts<Item>
    let fetch: @Sendable (RowPageRequest<Item>) async throws -> RowPage<Item, Position>
    private(set) var draft = ListDraft<Item>()
    var machine: FollowedPagesMachine<Item, Position>
    private var isFollowing = false
    /// Held by the call that loads.
    let lock = AsyncLock()

    /// Creates a list without rows, with the status `loading`.
    ///
    /// - Parameters:
    ///   - order: The order of the rows, which is that of the store's pages. It leaves no two rows tied: end it with the
    ///     key.
    ///   - size: The number of rows of a page; less than one counts as one.
    ///   - limit: About how many rows it keeps; at least four pages, and as many as are on the screen with a page and
    ///     the distance on both sides.
    ///   - prefetchDistance: How near to an end a row on the screen must be to load more there; half a page by default.
    ///     Less than zero counts as zero.
    ///   - fetch: Reads a page, in the task that loads it. Its position is one that ``run(backoff:clock:connecting:)`` is
    ///     told, with no changes if there were none: the page is not shown before.
    @inlinable
    public init(
        sortedBy order: ItemOrder<Item>, size: Int = 100, limit: Int = 1_000, prefetchDistance: Int? = nil,
        fetch: @escaping @Sendable (RowPageRequest<Item>) async throws -> RowPage<Item, Position>
    ) {
        let status = Parameter(SourceStatus.loading(nil))
        self.init(
            order, RowDrafts(sortedBy: order), size, limit, prefetchDistance, SnapshotHub(status: status.hub), status,
            fetch)
    }

    @usableFromInline
    init(
        _ order: ItemOrder<Item>, _ drafts: RowDrafts<Item>, _ size: Int, _ limit: Int, _ prefetchDistance: Int?,
        _ hub: SnapshotHub<ListSnapshot<Item>>, _ status: Parameter<SourceStatus>,
        _ fetch: @escaping @Sendable (RowPageRequest<Item>) async throws -> RowPage<Item, Position>
    ) {
        // More would overflow when they are added up.
        let size = Swift.min(Swift.max(1, size), 1 << 30)
        machine = FollowedPagesMachine(order)
        (self.drafts, self.hub, self.status, self.fetch, self.size) = (drafts, hub, status, fetch, size)
        self.prefetchDistance = Swift.min(Swift.max(0, prefetchDistance ?? size / 2), 1 << 30)
        self.limit = Swift.max(limit, 4 * size)
    }

    // MARK: Changes

    /// Keeps the list connected until the store has ended or the task is cancelled.
    ///
    /// As ``FollowedList/run(backoff:clock:connecting:)`` does, with one difference: where the store would send a whole
    /// state, it tells only ``RowEvent/loading(count:)``, and the list fetches its rows itself: the first page, or as many
    /// as it has, beginning at the first of them. ``RowEvent/rows(_:)`` and ``RowEvent/loaded(at:)`` are not allowed.
    /// The changes of all rows are told; those that are not loaded are skipped.
    ///
    /// - Parameters:
    ///   - backoff: How long to wait after failures.
    ///   - clock: The clock that measures the time.
    ///   - connect: Opens a connection that goes on after a position; with `nil` it begins with `loading`, as always when
    ///     the store no longer knows the position.
    /// - Throws: The error that it gives up with; `CancellationError` if the task is cancelled.
    public func run<Events: AsyncSequence, C: Clock<Duration>>(
        backoff: Backoff = Backoff(),
        clock: C = ContinuousClock(),
        connecting connect: @Sendable (_ position: Position?) async throws -> Events
    ) async throws where Events.Element == RowEvent<Item, Position>, Events: Sendable {
        try await Reconnection(status: status, position: position).run(backoff, clock) {
            try await receive(from: connect(position.value))
        }
    }

    private func receive<Events: AsyncSequence>(from events: Events) async throws
    where Events.Element == RowEvent<Item, Position> {
        if isFollowing { throw FollowError(code: .busy, message: "the list follows another sequence of events") }
        isFollowing = true
        defer { isFollowing = false }
        for try await event in events {
            try Task.checkCancellation()
            if try await receive(event) { return }
        }
        try Task.checkCancellation()
        throw FollowError(code: .disconnected, message: "the sequence of events has ended, and the store has not")
    }

    /// Handles an event; returns whether it is the last one.
    private func receive(_ event: RowEvent<Item, Position>) async throws -> Bool {
        switch event {
        case .loading:
            status.set(.loading(nil))
            try await loadAgain()
        case .rows, .loaded:
            throw Self.unexpected("rows of a whole state, but pages are fetched")
        case .changes(let changes, let position):
            guard let last = self.position.value else { throw Self.unexpected("changes, but there was no first page") }
            if position <= last { return false }
            drafts.apply(&draft, machine.received(changes, at: position))
            letGo()
            try publish(position, status.value)
        case .ready:
            if position.value == nil { throw Self.unexpected("that it is ready, but there was no first page") }
            status.set(.ready)
        case .finished:
            status.set(.finished)
            // What is being fetched comes too late.
            for edge in PageEdge.allCases { machine[edge].loadEnded(nil) }
            showPhases()
            hub.finish()
            for phase in [startPhase, endPhase] { phase.finish() }
            status.finish()
            position.finish()
            return true
        }
        return false
    }

    private static func unexpected(_ what: String) -> FollowError {
        FollowError(code: .unexpectedEvent, message: "the store told \(what)")
    }

    /// Fetches the first page, or what is shown, anew.
    private func loadAgain() async throws {
        var request = machine.everything(count: draft.count, size: size)
        var page = try await fetch(request)
        if page.rows.isEmpty, case .from(let first) = request.place {
            // All of them are gone, and so are those after them.
            request = RowPageRequest(.before(first), size: size)
            page = try await fetch(request)
        }
        try Task.checkCancellation()
        if let position = position.value, page.position < position {
            throw FollowError(code: .disconnected, message: "a page is older than what was told before")
        }
        try replace(with: page, at: request.place)
        try publish(page.position, .ready)
    }

    // MARK: Showing

    /// Shows a page in place of all that is loaded.
    func show(_ page: RowPage<Item, Position>, at place: RowPageRequest<Item>.Place) throws {
        try replace(with: page, at: place)
        machine.jumped(to: place, draft)
        try publishWithChanges(after: page.position)
    }

    /// Adds a page at an end; returns whether it has rows.
    func add(_ page: RowPage<Item, Position>, at edge: PageEdge) throws -> Bool {
        let rows = machine.beyond(edge, page.rows)
        if rows.isEmpty, page.hasMore {
            throw Self.unexpected("that there are more rows, but a page without any that was not loaded")
        }
        machine.extended(edge, by: rows, hasMore: page.hasMore)
        drafts.apply(&draft, rows.map { .upsert($0) })
        try publishWithChanges(after: page.position)
        return !rows.isEmpty
    }

    /// Publishes the draft, which has a page that was read at a position, with what was committed after it.
    private func publishWithChanges(after position: Position) throws {
        drafts.apply(&draft, machine.changes(after: position))
        letGo()
        try publish(self.position.value ?? position, status.value)
    }

    private func replace(with page: RowPage<Item, Position>, at place: RowPageRequest<Item>.Place) throws {
        var whole = ListDraft<Item>()
        try drafts.add(&whole, page.rows)
        try drafts.load(&draft, &whole)
        machine.replaced(by: page, at: place)
    }

    /// Lets the rows go that are far from the screen, if there are more than the limit.
    private func letGo() {
        guard let kept = machine.kept(of: draft, limit: limit, margin: prefetchDistance + size) else { return }
        // The positions are those of the draft.
        try? draft.removeSubrange(kept.upperBound..<draft.count)
        try? draft.removeSubrange(0..<kept.lowerBound)
    }

    /// Publishes the draft, its position, a status and the phases at one cut.
    private func publish(_ position: Position, _ status: SourceStatus) throws(EditError) {
        _ = try HubCore.commit([
            drafts.propose(&draft, hub.core),
            HubCore.Proposal(of: ValueSnapshot(Optional(position)), to: self.position.hub.core),
            HubCore.Proposal(of: ValueSnapshot(status), to: self.status.hub.core),
            HubCore.Proposal(of: ValueSnapshot(machine.start.phase), to: startPhase.hub.core),
            HubCore.Proposal(of: ValueSnapshot(machine.end.phase), to: endPhase.hub.core),
        ])
    }
}
