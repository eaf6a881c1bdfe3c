public import DataSources
public import DataSourcesWire

/// The cards in the columns of a board, derived from what holds them.
public typealias BoardSource = DerivedSource<SectionedSnapshot<Column, Card>>

/// The feed of a view of the board, whatever its states come from.
public struct BoardFeed: Sendable {
    typealias Frames = any AsyncIteratorProtocol<EncodedFrame, WireError> & Sendable
    typealias State = (snapshot: SectionedSnapshot<Column, Card>, position: FeedPosition?)

    /// The frames for a client that has a state, as server-sent events.
    let frames: @Sendable (_ position: FeedPosition?) -> Frames
    /// Wakes the clients, see `Feed.run(every:heartbeat:clock:)`.
    let run: @Sendable (_ interval: Duration, _ heartbeat: Duration, _ clock: FrameClock) async -> Void
    let shutDown: @Sendable () -> Void
    let statistics: @Sendable () -> FeedStatistics
    /// The newest state, with its position in the feed; all commits before the call are in it, if it is ready.
    let state: @Sendable () async -> State
    /// The numbers of the states, when they are made.
    let states: @Sendable (_ isMade: (UInt64) -> Void) async -> Void

    /// Waits until there is a state to show.
    let ready: @Sendable () async throws(Refusal) -> Void

    /// The feed of a view that is made here.
    ///
    /// - Parameters:
    ///   - source: The view.
    ///   - history: How many states are kept for clients that come back.
    ///   - ready: Waits until there is a state to show; what it keeps is kept as long as the feed is.
    public init(
        of source: BoardSource, history: HistoryBounds,
        ready: @escaping @Sendable () async throws(Refusal) -> Void = {}
    ) {
        let feed = Feed(of: source, history: history)
        self.init(feed, ready: ready) {
            let snapshot = await source.snapshot
            return (snapshot, snapshot.version.map { FeedPosition($0) })
        } states: { isMade in
            for await update in await source.subscribe() {
                if let version = update.after.version { isMade(version.number) }
                let start = ContinuousClock.now
                // The feed sends the same update to clients that wait, so this is not computed for the measurement alone.
                _ = update.changes
                Measurements.difference.record(duration: ContinuousClock.now - start)
            }
        }
    }

    /// The feed of a view that another process makes, with the positions that it has there.
    ///
    /// - Parameters:
    ///   - replica: The view, as far as this process knows it.
    ///   - history: How many states are kept for clients that come back.
    ///   - ready: Waits until there is a state to show; what it keeps is kept as long as the feed is.
    public init(
        relaying replica: Replica<SectionedSnapshot<Column, Card>>, history: HistoryBounds,
        ready: @escaping @Sendable () async throws(Refusal) -> Void
    ) {
        self.init(Feed(relaying: replica, history: history), ready: ready) {
            (await replica.confirmed, await replica.position)
        } states: { isMade in
            for await _ in replica.subscribe() {
                if let position = await replica.position { isMade(position.number) }
            }
        }
    }

    private init<Source>(
        _ feed: Feed<Source>, ready: @escaping @Sendable () async throws(Refusal) -> Void,
        state: @escaping @Sendable () async -> State,
        states: @escaping @Sendable (_ isMade: (UInt64) -> Void) async -> Void
    ) {
        (self.ready, self.state, self.states) = (ready, state, states)
        frames = { feed.frames(since: $0, as: .json, framing: .eventStream).makeAsyncIterator() }
        run = { await feed.run(every: $0, heartbeat: $1, clock: $2) }
        shutDown = { feed.shutDown() }
        statistics = { feed.statistics }
    }
}
