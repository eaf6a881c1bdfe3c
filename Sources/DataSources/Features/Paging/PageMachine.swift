/// How far a paged source is, as far as its operators need to know.
@usableFromInline
package struct PageStatus: Equatable, Sendable {
    /// How many items are shown at most.
    @usableFromInline package var limit: Int
    /// Whether a remote may have more.
    @usableFromInline package var canFetch: Bool
    @usableFromInline package var isFetching = false
    /// Why the last fetch failed; `nil` when it did not.
    @usableFromInline package var failure: PageFailure?

    package init(limit: Int, canFetch: Bool) {
        self.limit = limit
        self.canFetch = canFetch
    }

    /// What is to be said of it while there are `count` items.
    @usableFromInline
    package func phase(count: Int) -> PagePhase {
        if isFetching { return .loading }
        if let failure { return .failed(failure) }
        return canFetch || count > limit ? .idle : .atEnd
    }
}

/// Shows page after page, and fetches where there is nothing more to show.
///
/// Calls have their turns one after the other; whoever asked before another call's load came to its end shares how it
/// ended. A load that was cancelled has no end: the next one whose turn comes makes its own.
package struct PageMachine: Sendable {
    /// How a load has ended.
    package enum Ending: Sendable {
        case loaded(hasMoreItems: Bool)
        case failed(any Error)
    }

    /// What a call does whose turn has come.
    package enum Turn: Sendable {
        /// Another call's load has ended since this one asked, and so has this one's.
        case share(Ending)
        /// One more page is shown.
        case shown
        /// Fetch the page with this number.
        case fetch(number: Int)
        /// There is nothing more.
        case stop
    }

    package let size: Int
    package private(set) var status: PageStatus
    private let fetches: Bool
    private var pagesFetched = 0
    private var attempts = 0
    private var endings = 0
    private var lastEnding: Ending?
    /// What the limit was before the page came that is being taken in; `nil` while there is none.
    private var limitBefore: Int?

    package init(size: Int, fetches: Bool) {
        self.size = size
        self.fetches = fetches
        status = PageStatus(limit: size, canFetch: fetches)
    }

    /// A call asks for more, and waits for its turn: what it is to come with then.
    package func loadRequested() -> Int { endings }

    package mutating func turnCame(for request: Int, count: Int) -> Turn {
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

    /// A page has come and is about to be taken in, where there are `count` items: makes room, so that its items are
    /// shown as they come.
    package mutating func pageFetched(count: Int) {
        limitBefore = status.limit
        if count >= status.limit { status.limit += size }
    }

    /// The page has been taken in; there were `before` items and are `after`.
    ///
    /// - Returns: Whether more are shown.
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
