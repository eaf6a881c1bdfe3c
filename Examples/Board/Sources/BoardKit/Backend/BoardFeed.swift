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
    /// The newest state, with its position in the feed; all commits before the call are in it.
    let state: @Sendable () async throws -> State
    /// The numbers of the states, when they are made.
    let states: @Sendable (_ isMade: (UInt64) -> Void) async -> Void

    /// The feed of a view that is made here.
    public init(of source: BoardSource, history: HistoryBounds) {
        let feed = Feed(of: source, history: history)
        self.init(feed) {
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

    /// The feed of a view that another process makes: its positions are those of that one.
    public init(relaying replica: Replica<SectionedSnapshot<Column, Card>>, history: HistoryBounds) {
        let feed = Feed(relaying: replica, history: history)
        self.init(feed) {
            try await replica.synced(within: .seconds(10))
            return (await replica.confirmed, await replica.position)
        } states: { isMade in
            for await _ in replica.subscribe() {
                if let position = await replica.position { isMade(position.number) }
            }
        }
    }

    private init<Source>(
        _ feed: Feed<Source>, state: @escaping @Sendable () async throws -> State,
        states: @escaping @Sendable (_ isMade: (UInt64) -> Void) async -> Void
    ) {
        (self.state, self.states) = (state, states)
        frames = { feed.frames(since: $0, as: .json, framing: .eventStream).makeAsyncIterator() }
        run = { await feed.run(every: $0, heartbeat: $1, clock: $2) }
        shutDown = { feed.shutDown() }
        statistics = { feed.statistics }
    }
}
