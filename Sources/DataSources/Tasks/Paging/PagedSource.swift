internal import Synchronization

/// The first pages of another source: a list that shows more on demand.
///
/// ```swift
/// let page = staff.sorted(by: \.name).paged(size: 50)
/// for await update in await page.subscribe() { ... }         // the first 50
///
/// try await page.loadMore()                                  // 100, as one update
/// try await page.didShow(position: 97)                       // near the end: 150
/// ```
///
/// The pages follow the other source, as `prefix(_:)` does: an item inserted before the end of the last page pushes
/// another one off it. A paged source is itself derivable.
///
/// A source made with ``ListSource/paged(size:prefetchDistance:fetch:)`` has a remote: when the list has nothing more
/// to show, the next page is fetched and appended to it.
///
/// | State | ``loadMore()`` |
/// |---|---|
/// | the list has more items | shows one more page |
/// | no more items, but a remote | fetches the next page with a new item, appends it to the list and shows it |
/// | nothing more | does nothing and returns `false` |
///
/// - **One at a time.** A call during another call's load waits for it and shares its result or its error. If the
///   loading task is cancelled, a waiting task takes over.
/// - **Anew.** ``refresh()`` fetches what is shown again, and replaces the list by it in one transaction.
/// - **In the caller's task.** Only calls load, and cancelling the calling task cancels its fetch.
/// - **End.** It finishes when the other source has finished and ``finish()`` was called; until then there may be more
///   pages to show.
/// - **Laws.** It keeps all laws of <doc:Guarantees> but 12 and 16: nothing is submitted, and loads return no version.
public final class PagedSource<Item: Identifiable & Equatable & Sendable>: DerivableSource, ComputedSource
where Item.ID: Sendable {
    /// The state: a list.
    public typealias Snapshot = ListSnapshot<Item>

    /// The remote that provides further pages.
    struct Remote: Sendable {
        let list: ListSource<Item>
        /// Fetches the page at a place; its second result is the place of the next one.
        let fetch: @Sendable (PageMachine.Place, _ size: Int) async throws -> ([Item], next: PageMachine.Place)
    }

    private let shown: DerivedSource<ListSnapshot<Item>>
    /// The phase of the source, as a source that a view can follow beside the items.
    ///
    /// ```swift
    /// for await update in page.phases.updates() { footer.show(update.after.value) }
    /// ```
    public let phases: DerivedSource<ValueSnapshot<PagePhase>>
    /// How near to the end a displayed item must be to load more.
    public let prefetchDistance: Int

    private let items: @Sendable () async -> ListSnapshot<Item>
    private let remote: Remote?
    private let status: Parameter<PageStatus>
    /// Held by the call that loads.
    private let lock = AsyncLock()
    /// Changed only by the call that holds the lock; the mutex guards it against concurrent reads.
    private let machine: Mutex<PageMachine>

    @usableFromInline
    convenience init(
        size: Int,
        prefetchDistance: Int?,
        of items: @escaping @Sendable () async -> ListSnapshot<Item>,
        derive: (Parameter<PageStatus>) -> (DerivedSource<ListSnapshot<Item>>, DerivedSource<ValueSnapshot<PagePhase>>)
    ) {
        self.init(size: size, prefetchDistance: prefetchDistance, of: items, remote: nil, derive: derive)
    }

    @usableFromInline
    convenience init<Cursor: Sendable>(
        size: Int,
        prefetchDistance: Int?,
        list: ListSource<Item>,
        fetch: @escaping @Sendable (PageRequest<Cursor>) async throws -> Page<Item, Cursor>,
        derive: (Parameter<PageStatus>) -> (DerivedSource<ListSnapshot<Item>>, DerivedSource<ValueSnapshot<PagePhase>>)
    ) {
        let remote = Remote(list: list) { place, size in
            var cursor: Cursor?
            // Places are made below, of this type.
            if case .at(let next) = place { cursor = next as? Cursor }
            let page = try await fetch(PageRequest(cursor: cursor, size: size))
            return (page.items, PageMachine.Place(next: page.next))
        }
        self.init(
            size: size, prefetchDistance: prefetchDistance, of: { list.snapshot }, remote: remote, derive: derive)
    }

    private init(
        size: Int,
        prefetchDistance: Int?,
        of items: @escaping @Sendable () async -> ListSnapshot<Item>,
        remote: Remote?,
        derive: (Parameter<PageStatus>) -> (DerivedSource<ListSnapshot<Item>>, DerivedSource<ValueSnapshot<PagePhase>>)
    ) {
        // Pages without items would never end.
        let size = Swift.max(1, size)
        self.prefetchDistance = Swift.max(0, prefetchDistance ?? size / 2)
        self.items = items
        self.remote = remote
        let machine = PageMachine(size: size, fetches: remote != nil)
        status = Parameter(machine.status)
        self.machine = Mutex(machine)
        (shown, phases) = derive(status)
    }

    // MARK: Loading

    /// Shows one more page, fetching it if necessary.
    ///
    /// Subscribers receive the page as one update. A call during another call's load shares its result. If the task is
    /// cancelled while it waits for another call, it does nothing.
    ///
    /// If `fetch` calls this method of its own source, it deadlocks.
    ///
    /// A page whose items are all in the list is followed by the next one, up to 16 in one call.
    ///
    /// - Returns: Whether more items are shown; `false` at the end, or if 16 pages contained nothing new.
    /// - Throws: Any error of the fetch, to every call that waited for it; it can be retried. ``EditError`` if the list
    ///   has finished meanwhile.
    /// - Complexity: O(*k* log *n*) for a page of *k* items, plus the fetch.
    @discardableResult
    public func loadMore() async throws -> Bool {
        let request = machine.withLock { $0.loadRequested() }
        guard await lock.acquire({ "the page that another call loads" }) else { return false }
        defer { lock.release() }
        let items = await items()
        if status.hub.isFinished { return false }
        switch transition({ $0.lockAcquired(for: request, count: items.count) }) {
        case .share(.loaded(let hasMoreItems)): return hasMoreItems
        case .share(.failed(let error)): throw error
        case .shown: return true
        case .stop: return false
        case .fetch(let place): return try await fetch(place)
        }
    }

    /// Fetches the shown pages anew, from the first one on, and replaces the list by them in one transaction.
    ///
    /// Subscribers receive the net difference as one update. As many items stay shown as before, if the remote has them.
    /// Items that the remote no longer has, and items of pages that were not shown, leave the list; ``loadMore()`` goes
    /// on after the last page fetched. Until all pages are there, nothing changes.
    ///
    /// A call while another call refreshes waits; those that wait share one refresh. Without a remote, and if the task is
    /// cancelled while it waits, it does nothing.
    ///
    /// - Throws: Any error of the fetch, to every call that shares it: the list is then unchanged, and the error is in
    ///   ``phases``. ``EditError`` if the list has finished meanwhile.
    /// - Complexity: That of ``ListSource/replaceAll(with:)``, plus the fetches.
    public func refresh() async throws {
        guard let remote else { return }
        let request = machine.withLock { $0.refreshRequested() }
        guard await lock.acquire({ "the page that another call loads" }) else { return }
        defer { lock.release() }
        if status.hub.isFinished { return }
        switch transition({ $0.lockAcquired(forRefresh: request) }) {
        case .share(let error): if let error { throw error }
        case .fetch(let count): try await refresh(from: remote, count: count)
        }
    }

    /// Reports that the item at a position is displayed; loads more if it is within ``prefetchDistance`` items of the
    /// last one shown.
    ///
    /// Call it for each displayed item or for the last one in view; far from the end it costs almost nothing. It loads
    /// as many pages as necessary. After a failed load it does nothing, so that scrolling does not retry endlessly;
    /// ``loadMore()`` retries.
    ///
    /// ```swift
    /// row.task { try? await page.didShow(position: position) }
    /// ```
    ///
    /// - Parameter position: The position; positions outside the list count as those of the first or the last item.
    /// - Returns: Whether more items are shown.
    /// - Throws: As ``loadMore()``.
    @discardableResult
    public func didShow(position: Int) async throws -> Bool {
        var (position, hasLoaded) = (position, false)
        while true {
            let count = await items().count
            let status = machine.withLock { $0.status }
            let shown = Swift.min(count, status.limit)
            if !hasLoaded { position = Swift.min(position, shown - 1) }
            if status.failure != nil || position < shown - 1 - prefetchDistance { return hasLoaded }
            guard try await loadMore() else { return hasLoaded }
            hasLoaded = true
        }
    }

    /// Shows only the first page again, and forgets that the remote has ended: it is called again at the end of the
    /// list.
    ///
    /// Items stay in the list. It waits for a running load; if the task is cancelled meanwhile, it does nothing.
    public func reset() async {
        guard await lock.acquire({ "the page that another call loads" }) else { return }
        defer { lock.release() }
        transition { $0.resetRequested() }
    }

    /// Ends loading; subscriptions end once the other source has finished and they have delivered the remaining
    /// changes.
    public func finish() {
        status.finish()
    }

    // MARK: Phase

    /// The number of pages shown, full or not.
    public var shownPages: Int { machine.withLock { $0.status.limit / $0.size } }

    /// The current phase; see ``phases``.
    public var phase: PagePhase {
        get async { await phases.snapshot.value ?? .idle }
    }

    /// Whether there is, or may be, more to show.
    public var hasMore: Bool {
        get async { await phase != .atEnd }
    }
}

// MARK: - Fetching

extension PagedSource {
    /// Fetches pages and applies them, until one has new items; called with the lock.
    private func fetch(_ place: PageMachine.Place) async throws -> Bool {
        guard let remote else { return false }
        let size = machine.withLock { $0.size }
        var place = place
        do {
            while true {
                let (items, next) = try await remote.fetch(place, size)
                transition { $0.pageFetched(count: remote.list.snapshot.count) }
                let (before, after) = try await remote.list.transaction({ draft in
                    let before = draft.count
                    for item in items { draft.upsert(item) }
                    return (before, draft.count)
                }).result
                switch transition({ $0.pageApplied(before: before, after: after, next: next) }) {
                case .fetch(let next): place = next
                case .stop(let hasMoreItems): return hasMoreItems
                }
            }
        } catch {
            if Task.isCancelled {
                transition { $0.fetchCancelled() }
            } else {
                transition { $0.fetchFailed(error) }
            }
            throw error
        }
    }

    /// Fetches pages until there are `count` items, and replaces the list by them; called with the lock.
    private func refresh(from remote: Remote, count: Int) async throws {
        let size = machine.withLock { $0.size }
        do {
            var draft = ListDraft<Item>()
            var (place, knownPages) = (PageMachine.Place.start, 0)
            repeat {
                let (items, next) = try await remote.fetch(place, size)
                let before = draft.count
                // An item that comes twice, because others edit the remote meanwhile, keeps its first position.
                for item in items { draft.upsert(item) }
                knownPages = draft.count > before ? 0 : knownPages + 1
                place = next
            } while draft.count < count && !place.isEnd && knownPages < PageMachine.mostKnownPages
            try await remote.list.replaceAll(with: draft.snapshot)
            transition { $0.refreshApplied(next: place) }
        } catch {
            if Task.isCancelled {
                transition { $0.fetchCancelled() }
            } else {
                transition { $0.refreshFailed(error) }
            }
            throw error
        }
    }

    /// Changes the machine and publishes its status; called with the lock.
    @discardableResult
    private func transition<Result: Sendable>(_ change: (inout PageMachine) -> Result) -> Result {
        // The old machine is moved out, so that its errors are released after the lock.
        let (_, result, status) = machine.withLock { machine in
            let last = machine
            return (last, change(&machine), machine.status)
        }
        self.status.set(status)
        return result
    }
}

// MARK: - Deriving and subscribing

extension PagedSource {
    /// The handle that derived sources follow.
    public var upstream: Upstream<ListSnapshot<Item>> { shown.upstream }

    /// The pages shown.
    ///
    /// - Complexity: As for every ``DerivedSource``.
    public var snapshot: ListSnapshot<Item> {
        get async { await shown.snapshot }
    }

    /// A subscription that starts with the pages shown.
    public func subscribe() async -> SnapshotSubscription<ListSnapshot<Item>> {
        await shown.subscribe()
    }

    /// A subscription that starts with `snapshot`, the consumer's current state.
    public func subscribe(since snapshot: ListSnapshot<Item>) -> SnapshotSubscription<ListSnapshot<Item>> {
        shown.subscribe(since: snapshot)
    }

    /// The updates since `snapshot`; `nil` stands for the empty state, so the first update inserts all content, if any.
    public func updates(since snapshot: ListSnapshot<Item>? = nil) -> AsyncStream<Update<ListSnapshot<Item>>> {
        shown.updates(since: snapshot)
    }

    /// Waits until every subscriber with an outstanding demand has received what follows from `version`, one of this
    /// source or of the list; see ``DerivedSource/settled(at:)``.
    public func settled(at version: Version) async {
        await shown.settled(at: version)
    }

    /// The number of outstanding demands: for tests.
    package var demandCount: Int { shown.demandCount }
}
