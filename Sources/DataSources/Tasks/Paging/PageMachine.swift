/// The state of a paged source, as its operators need it.
@usableFromInline
package struct PageStatus: Equatable, Sendable {
    /// The maximum number of items shown.
    @usableFromInline package var limit: Int
    /// Whether the remote may have more.
    @usableFromInline package var canFetch: Bool
    @usableFromInline package var isFetching = false
    /// The error of the last fetch; `nil` if it did not fail.
    @usableFromInline package var failure: PageFailure?

    package init(limit: Int, canFetch: Bool) {
        self.limit = limit
        self.canFetch = canFetch
    }

    /// The phase of the source while it has `count` items.
    @usableFromInline
    package func phase(count: Int) -> PagePhase {
        if isFetching { return .loading }
        if let failure { return .failed(failure) }
        return canFetch || count > limit ? .idle : .atEnd
    }
}

/// Shows page after page, fetches when there is nothing more to show, and fetches all shown pages anew.
///
/// Calls run one at a time, under a lock. A call that arrived before another call's load ended shares the result of
/// that load; a refresh shares that of a refresh that began after it arrived. What was cancelled has no result: the next
/// call with the lock does it.
package struct PageMachine: Sendable {
    /// Where the next page of the remote begins.
    package enum Place: Sendable {
        case start
        case at(any Sendable)
        case end

        /// Whether nothing follows.
        package var isEnd: Bool { if case .end = self { true } else { false } }

        /// The place after a page whose next cursor is this one.
        package init(next: (any Sendable)?) {
            self = next.map { .at($0) } ?? .end
        }
    }

    /// The result of a load.
    package enum Ending: Sendable {
        case loaded(hasMoreItems: Bool)
        case failed(any Error)
    }

    /// What a call does when it has the lock.
    package enum Action: Sendable {
        /// Share the result of a load that has ended since the call arrived.
        case share(Ending)
        /// Return: one more page is shown.
        case shown
        /// Fetch the page at this place.
        case fetch(Place)
        /// Return: there is nothing more.
        case stop
    }

    /// What a call does when it has applied a page.
    package enum Step: Sendable {
        /// Fetch the next page: this one had only known items.
        case fetch(Place)
        case stop(hasMoreItems: Bool)
    }

    /// What a refresh does when it has the lock.
    package enum Refresh: Sendable {
        /// Share the result of a refresh that began since the call arrived.
        case share((any Error)?)
        /// Fetch pages from the start until there are this many items.
        case fetch(count: Int)
    }

    /// How many pages without a new item one call fetches.
    package static let mostKnownPages = 16

    package let size: Int
    package private(set) var status: PageStatus
    private let fetches: Bool
    private var next = Place.start
    private var knownPages = 0
    private var attempts = 0
    private var endings = 0
    private var lastEnding: Ending?
    private var refreshesBegun = 0
    /// The last refresh that has a result, and its error.
    private var lastRefresh: (number: Int, error: (any Error)?)?
    /// The limit before the current page arrived; `nil` if there is none.
    private var limitBefore: Int?

    package init(size: Int, fetches: Bool) {
        self.size = size
        self.fetches = fetches
        status = PageStatus(limit: size, canFetch: fetches)
    }

    // MARK: Loading

    /// A call arrived and waits for the lock; returns a token to pass on when it has the lock.
    package func loadRequested() -> Int { endings }

    package mutating func lockAcquired(for request: Int, count: Int) -> Action {
        if endings > request, let lastEnding { return .share(lastEnding) }
        if count > status.limit {
            status.limit += size
            end(.loaded(hasMoreItems: true))
            return .shown
        }
        if !status.canFetch { return .stop }
        knownPages = 0
        begin()
        return .fetch(next)
    }

    /// A page arrived for a list of `count` items and is about to be applied; raises the limit, so that its items are
    /// shown immediately.
    package mutating func pageFetched(count: Int) {
        limitBefore = status.limit
        if count >= status.limit { status.limit += size }
    }

    /// The page was applied; the list had `before` items and now has `after`.
    package mutating func pageApplied(before: Int, after: Int, next: Place) -> Step {
        let limit = limitBefore ?? status.limit
        if after <= limit { status.limit = limit }
        limitBefore = nil
        advance(to: next)
        knownPages += 1
        let hasMoreItems = min(after, status.limit) > min(before, limit)
        if !hasMoreItems, status.canFetch, knownPages < Self.mostKnownPages { return .fetch(next) }
        status.isFetching = false
        end(.loaded(hasMoreItems: hasMoreItems))
        return .stop(hasMoreItems: hasMoreItems)
    }

    package mutating func fetchFailed(_ error: any Error) {
        fetchCancelled()
        status.failure = PageFailure(error, attempt: attempts)
        end(.failed(error))
    }

    package mutating func fetchCancelled() {
        if let limitBefore { status.limit = limitBefore }
        limitBefore = nil
        status.isFetching = false
    }

    package mutating func resetRequested() {
        status = PageStatus(limit: size, canFetch: fetches)
        next = .start
    }

    // MARK: Refreshing

    /// A refresh arrived and waits for the lock; returns a token to pass on when it has the lock.
    package func refreshRequested() -> Int { refreshesBegun }

    package mutating func lockAcquired(forRefresh request: Int) -> Refresh {
        if let lastRefresh, lastRefresh.number > request { return .share(lastRefresh.error) }
        refreshesBegun += 1
        begin()
        return .fetch(count: status.limit)
    }

    /// The fetched pages replaced the list; the pages after them begin at `next`.
    package mutating func refreshApplied(next: Place) {
        advance(to: next)
        status.isFetching = false
        lastRefresh = (refreshesBegun, nil)
    }

    package mutating func refreshFailed(_ error: any Error) {
        fetchCancelled()
        status.failure = PageFailure(error, attempt: attempts)
        lastRefresh = (refreshesBegun, error)
    }

    // MARK: Both

    private mutating func begin() {
        status.isFetching = true
        status.failure = nil
        attempts += 1
    }

    private mutating func advance(to place: Place) {
        next = place
        status.canFetch = fetches && !place.isEnd
    }

    private mutating func end(_ ending: Ending) {
        endings += 1
        lastEnding = ending
    }
}
