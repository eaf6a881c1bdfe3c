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

/// Shows page after page, and fetches when there is nothing more to show.
///
/// Calls run one at a time, under a lock. A call that arrived before another call's load ended shares the result of
/// that load. A cancelled load has no result: the next call with the lock loads.
package struct PageMachine: Sendable {
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
        /// Fetch the page with this number.
        case fetch(number: Int)
        /// Return: there is nothing more.
        case stop
    }

    package let size: Int
    package private(set) var status: PageStatus
    private let fetches: Bool
    private var pagesFetched = 0
    private var attempts = 0
    private var endings = 0
    private var lastEnding: Ending?
    /// The limit before the current page arrived; `nil` if there is none.
    private var limitBefore: Int?

    package init(size: Int, fetches: Bool) {
        self.size = size
        self.fetches = fetches
        status = PageStatus(limit: size, canFetch: fetches)
    }

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
        status.isFetching = true
        status.failure = nil
        attempts += 1
        return .fetch(number: pagesFetched)
    }

    /// A page arrived for a list of `count` items and is about to be applied; raises the limit, so that its items are
    /// shown immediately.
    package mutating func pageFetched(count: Int) {
        limitBefore = status.limit
        if count >= status.limit { status.limit += size }
    }

    /// The page was applied; the list had `before` items and now has `after`.
    ///
    /// - Returns: Whether more items are shown.
    package mutating func pageTakenIn(before: Int, after: Int, isLast: Bool) -> Bool {
        let limit = limitBefore ?? status.limit
        if after <= limit { status.limit = limit }
        limitBefore = nil
        status.isFetching = false
        status.canFetch = !isLast
        pagesFetched += 1
        let hasMoreItems = min(after, status.limit) > min(before, limit)
        end(.loaded(hasMoreItems: hasMoreItems))
        return hasMoreItems
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
        pagesFetched = 0
    }

    private mutating func end(_ ending: Ending) {
        endings += 1
        lastEnding = ending
    }
}
