internal import Synchronization

/// The first pages of another source: a list that shows more when it is asked to.
///
/// ```swift
/// let page = staff.sorted(by: \.name).paged(size: 50)
/// for await update in await page.subscribe() { ... }         // the first 50
///
/// try await page.loadMore()                                  // 100, as one update
/// try await page.didShow(position: 97)                       // near the end: 150
/// ```
///
/// What is shown follows the other source, as `prefix(_:)` does: an item that is inserted before the
/// end of the last page pushes another one off it. A paged source is a source in turn.
///
/// Behind one made with ``ListSource/paged(size:prefetchDistance:fetch:)`` there is a remote: where the list has no more
/// to show, the next page is fetched and appended to it.
///
/// | What is there | ``loadMore()`` |
/// |---|---|
/// | more than is shown | shows one page more |
/// | no more, but a remote | fetches the next page, appends it to the list and shows it |
/// | no more | nothing; it returns `false` |
///
/// - **One at a time.** A call that comes while another one loads waits for it and shares how it ends, also when it fails.
///   If the one that loads is cancelled, one of those who wait loads instead.
/// - **In the caller's task.** Nothing is loaded but by whoever asks, and cancelling that task cancels its fetch.
/// - **The end.** It goes on as long as the other source, or as there may be more to show of it: it finishes when the
///   other one has and it is told to ``finish()``.
public final class PagedSource<Item: Identifiable & Equatable & Sendable>: DerivableSource where Item.ID: Sendable {
    /// The state is a list.
    public typealias Snapshot = ListSnapshot<Item>

    /// Where pages come from that are not in the list.
    struct Remote: Sendable {
        let list: ListSource<Item>
        let fetch: @Sendable (PageRequest<Item>) async throws -> Page<Item>
    }

    private let shown: DerivedSource<ListSnapshot<Item>>
    /// What the source is about, as a source that a view can follow beside the items.
    ///
    /// ```swift
    /// for await update in page.phases.updates() { footer.show(update.after.value) }
    /// ```
    public let phases: DerivedSource<ValueSnapshot<PagePhase>>
    /// How near to the end an item has to be for its display to load more.
    public let prefetchDistance: Int

    private let items: @Sendable () async -> ListSnapshot<Item>
    private let remote: Remote?
    private let status: Parameter<PageStatus>
    /// Whose turn it is to load.
    private let lock = AsyncLock()
    /// Only who has the turn changes it; the mutex guards it against those who look.
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
    convenience init(
        size: Int,
        prefetchDistance: Int?,
        list: ListSource<Item>,
        fetch: @escaping @Sendable (PageRequest<Item>) async throws -> Page<Item>,
        derive: (Parameter<PageStatus>) -> (DerivedSource<ListSnapshot<Item>>, DerivedSource<ValueSnapshot<PagePhase>>)
    ) {
        let remote = Remote(list: list, fetch: fetch)
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
        // Without items on a page there would be no end of pages.
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

    /// Shows one page more, which may have to be fetched first.
    ///
    /// The page is one update for subscribers. A call that comes while another one loads shares its page. In a task that
    /// is cancelled while it waits for another call it does nothing.
    ///
    /// A `fetch` that calls this method of its own source waits for itself for ever.
    ///
    /// - Returns: Whether more is shown; `false` at the end, and when a page brought nothing new.
    /// - Throws: What the fetch throws, to all calls that have waited for it; it can be tried again. ``EditError`` when
    ///   the list has finished meanwhile.
    /// - Complexity: O(*k* log *n*) for a page of *k* items, beside the fetch.
    @discardableResult
    public func loadMore() async throws -> Bool {
        let request = machine.withLock { $0.loadRequested() }
        guard await lock.acquire({ "its turn to load a page" }) else { return false }
        defer { lock.release() }
        let items = await items()
        if status.hub.isFinished { return false }
        switch transition({ $0.turnCame(for: request, count: items.count) }) {
        case .share(.loaded(let hasMoreItems)): return hasMoreItems
        case .share(.failed(let error)): throw error
        case .shown: return true
        case .stop: return false
        case .fetch(let number): return try await fetch(number, after: items)
        }
    }

    /// Takes note that the item at a position is displayed: loads more when it is within ``prefetchDistance`` items of the
    /// last one shown.
    ///
    /// To be called by whatever displays items, for each of them or for the last one in view; far from the end that costs
    /// next to nothing. It loads as many pages as it takes. After a load has failed it does nothing, so that scrolling
    /// does not repeat it without end; ``loadMore()`` tries again.
    ///
    /// ```swift
    /// row.task { try? await page.didShow(position: position) }
    /// ```
    ///
    /// - Parameter position: The position; one beyond the last item counts as the last one's, one below zero as the first
    ///   one's.
    /// - Returns: Whether more is shown.
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

    /// Shows the first page only, and forgets where the remote ended: it is asked again where the list ends.
    ///
    /// Items stay in the list. It waits for a load that is going on; in a task that is cancelled meanwhile it does nothing.
    public func reset() async {
        guard await lock.acquire({ "its turn to go back to the first page" }) else { return }
        defer { lock.release() }
        transition { $0.resetRequested() }
    }

    /// Lets subscriptions end once the other source has finished and they have been given what is left; no more is loaded.
    public func finish() {
        status.finish()
    }

    // MARK: What it is about

    /// How many pages are shown, full or not.
    public var shownPages: Int { machine.withLock { $0.status.limit / $0.size } }

    /// What the source is about at this cut; see ``phases``.
    public var phase: PagePhase {
        get async { await phases.snapshot.value ?? .idle }
    }

    /// Whether there is, or may be, more than is shown.
    public var hasMore: Bool {
        get async { await phase != .atEnd }
    }
}

// MARK: - Fetching

extension PagedSource {
    /// Fetches a page and takes it in; for who has the turn.
    private func fetch(_ number: Int, after items: ListSnapshot<Item>) async throws -> Bool {
        guard let remote else { return false }
        let size = machine.withLock { $0.size }
        do {
            let last = items.count > 0 ? items[items.count - 1] : nil
            let page = try await remote.fetch(
                PageRequest(number: number, offset: items.count, last: last, size: size))
            transition { $0.pageFetched(count: remote.list.snapshot.count) }
            let (before, after) = try await remote.list.transaction(returning: { draft in
                let before = draft.count
                for item in page.items { draft.upsert(item) }
                return (before, draft.count)
            }).result
            let isLast = page.isLast ?? (page.items.count < size)
            return transition { $0.pageTakenIn(before: before, after: after, isLast: isLast) }
        } catch {
            if Task.isCancelled {
                transition { $0.fetchCancelled() }
            } else {
                transition { $0.fetchFailed(error) }
            }
            throw error
        }
    }

    /// Changes the machine and tells the operators; for who has the turn.
    @discardableResult
    private func transition<Result: Sendable>(_ change: (inout PageMachine) -> Result) -> Result {
        // What it was is handed out: errors that it no longer has go once the lock is open.
        let (_, result, status) = machine.withLock { machine in
            let last = machine
            return (last, change(&machine), machine.status)
        }
        self.status.set(status)
        return result
    }
}

// MARK: - A source in turn

extension PagedSource {
    /// What derived sources follow.
    public var upstream: Upstream<ListSnapshot<Item>> { shown.upstream }

    /// The pages that are shown.
    ///
    /// - Complexity: As that of every ``DerivedSource``.
    public var snapshot: ListSnapshot<Item> {
        get async { await shown.snapshot }
    }

    /// A subscription that starts with the pages that are shown.
    public func subscribe() async -> Subscription<ListSnapshot<Item>> {
        await shown.subscribe()
    }

    /// A subscription that starts with `snapshot`, which its consumer has already.
    public func subscribe(since snapshot: ListSnapshot<Item>) -> Subscription<ListSnapshot<Item>> {
        shown.subscribe(since: snapshot)
    }

    /// The updates since `snapshot`, or since the empty state: then the first one inserts what is there, if anything is.
    public func updates(since snapshot: ListSnapshot<Item>? = nil) -> AsyncStream<Update<ListSnapshot<Item>>> {
        shown.updates(since: snapshot)
    }

    /// Returns once every subscriber that is asking has been given the state `version`, or the task is cancelled.
    public func settled(at version: Version) async {
        await shown.settled(at: version)
    }

    /// How many consumers ask at this cut: for tests.
    package var demandCount: Int { shown.demandCount }
}
