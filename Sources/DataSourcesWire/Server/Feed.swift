public import DataSources
internal import Synchronization

/// Serves a source to any number of clients, as streams of frames that go on from whatever state a client has.
///
/// ```swift
/// let feed = Feed(of: board)
/// for try await frame in feed.frames(since: position, as: .json, framing: .eventStream) {
///     try await writer.write(frame.bytes)
/// }
/// ```
///
/// - **Resumable.** A client that comes back with a state in the history receives the difference, otherwise a whole
///   state after a reset that says why.
/// - **Conflated.** A client is sent the net difference to the newest state when it asks for the next frame. A slow
///   client costs the state that it has, never a queue.
/// - **Shared.** A frame is encoded once for all clients that make the same step.
/// - **Bounded.** No state or step makes a frame of more than `bytesPerFrame`: a larger step is sent as a whole state, in
///   parts. If a single item or header is larger, the streams that have to send it end; see ``EndReason/unsendable``.
/// - **Private.** A client sees what is in the source. To hide items from some clients, serve a derived source.
/// - **Relayed.** In other processes, feeds of replicas serve the same source under the same positions: see
///   ``init(relaying:history:itemsPerPart:bytesPerFrame:digests:clock:)``.
///
/// Without ``run(every:heartbeat:clock:)``, a client is woken by each commit. With thousands of clients, run the feed: it
/// wakes them at most once in an interval, sends heartbeats, and ends their streams with the source.
public final class Feed<Source: DataSource>: Sendable where Source.Snapshot: WireSnapshot {
    /// The states that are served.
    public typealias Snapshot = Source.Snapshot

    /// The source.
    public let source: Source
    let itemsPerPart, bytesPerFrame: Int
    let sendsDigests: Bool
    let relay = FeedRelay()
    let encodings = SharedEncodings()
    let shapes = FeedShapes()
    let log: CommandLog?
    /// In a relay, the states to serve, under the versions that the replica's source gave them.
    let states: ConfirmedStates<Snapshot>?
    private let elapsed: @Sendable () -> Duration
    let counters = FeedCounters()
    /// Guards the history; in a relay it is empty.
    private let history: Mutex<FeedHistory<Snapshot>>

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - source: The source; it is kept alive.
    ///   - history: How many states are kept for clients that come back.
    ///   - itemsPerPart: How many items of a whole state are in one frame at most; 1,000 by default. A step that changes
    ///     more than twenty times as many items is sent as a whole state.
    ///   - bytesPerFrame: How many bytes of a state or a step are in one frame at most, without framing; 4 MiB by default,
    ///     a quarter of what a ``Replica`` accepts by default. From 1 byte up to 1 GiB: other numbers are clamped.
    ///   - log: The commands of the source, to be named in frames.
    ///   - digests: Whether heartbeats have a digest of the state, by which a replica finds out that its state differs. A
    ///     digest costs O(*n*): the encoding of all items, once for each state at which a heartbeat is sent, here and in
    ///     each replica. Clients from before digests refuse such streams.
    ///   - clock: The clock that measures the age of states.
    public convenience init<C: Clock<Duration>>(
        of source: Source, history: HistoryBounds = HistoryBounds(), itemsPerPart: Int = 1_000,
        bytesPerFrame: Int = 4 << 20, log: CommandLog? = nil, digests: Bool = false, clock: C = ContinuousClock()
    ) {
        let start = clock.now
        self.init(
            source, states: nil, history: history, itemsPerPart: itemsPerPart, bytesPerFrame: bytesPerFrame, log: log,
            digests: digests
        ) { start.duration(to: clock.now) }
    }

    init(
        _ source: Source, states: ConfirmedStates<Snapshot>?, history: HistoryBounds, itemsPerPart: Int,
        bytesPerFrame: Int, log: CommandLog?, digests: Bool, elapsed: @escaping @Sendable () -> Duration
    ) {
        self.source = source
        self.states = states
        self.log = log
        sendsDigests = digests
        self.itemsPerPart = Swift.min(Swift.max(1, itemsPerPart), 100_000)
        self.bytesPerFrame = Swift.min(Swift.max(1, bytesPerFrame), 1 << 30)
        self.history = Mutex(FeedHistory(history))
        self.elapsed = elapsed
    }

    /// The frames for a client.
    ///
    /// Each iteration is a stream of its own. It ends after a frame `end`, or if the task is cancelled.
    ///
    /// - Parameters:
    ///   - position: The state that the client has; `nil` if it has none.
    ///   - format: The format of the frames.
    ///   - framing: What surrounds each frame.
    /// - Returns: A sequence that throws ``WireError`` if an item cannot be encoded, or is larger than a frame may be; after
    ///   a frame that tells the client.
    public func frames(
        since position: FeedPosition? = nil, as format: FrameFormat = .json, framing: Framing = .none
    ) -> FeedFrames<Source> {
        FeedFrames(feed: self, position: position, format: format, framing: framing)
    }

    // MARK: Running

    /// Wakes clients at most once in an interval, sends heartbeats, and ends their streams when the source finishes.
    ///
    /// It runs in the caller's task, until that is cancelled, the source has finished, or the feed is shut down. A second
    /// call while one runs returns at once, and so does one after ``shutDown()``. When it is cancelled, clients go on
    /// without it.
    ///
    /// - Parameters:
    ///   - interval: The time between two frames to the same client, at least; 100 ms by default, from zero up to a year.
    ///   - heartbeat: The time between heartbeats; 15 s by default, from 1 ms up to a year.
    ///   - clock: The clock that measures the time.
    public func run<C: Clock<Duration>>(
        every interval: Duration = .milliseconds(100), heartbeat: Duration = .seconds(15),
        clock: C = ContinuousClock()
    ) async {
        let (interval, heartbeat) = (interval.clamped, Swift.max(heartbeat.clamped, .milliseconds(1)))
        if let states {
            await states.catchUp(states)
            guard relay.begin(at: states.newest) else { return }
            return await passOn(every: interval, heartbeat: heartbeat, clock: clock) {
                states.newest
            } next: { [relay] in
                await states.next(after: relay.newest)
            }
        }
        let subscription = await source.subscribe()
        guard relay.begin(at: FeedStep(subscription.snapshot)) else { return }
        await passOn(every: interval, heartbeat: heartbeat, clock: clock) { [source] in
            FeedStep(await source.subscribe().snapshot)
        } next: { [source] in
            if let update = await subscription.advance() { return .step(FeedStep(update.after, update)) }
            if Task.isCancelled { return .cancelled }
            // Commits that cancel each other out: a client that began, or had a heartbeat, between them has a state that
            // the others never had.
            let newest = FeedStep(await source.subscribe().snapshot)
            return subscription.hasEnded ? .end(newest) : .step(newest)
        }
    }

    /// Ends all streams, and all later ones, with a frame that tells clients to connect again elsewhere or later.
    ///
    /// A stream of a running feed that has not sent the newest state sends it first. ``run(every:heartbeat:clock:)``
    /// returns.
    public func shutDown() {
        relay.end(.shutdown)
    }

    // MARK: For streams

    /// The state that a client has, if it is kept.
    func kept(_ number: UInt64, in life: Int) -> Snapshot? {
        states?.kept(number, in: life) ?? history.withLock { $0.snapshot(number) }
    }

    /// A state has been sent; in a relay it is in the history already.
    func sent(_ snapshot: Snapshot, bytes: Int) {
        guard states == nil, let version = snapshot.version else { return }
        let time = elapsed()
        let removed = history.withLock { $0.stateSent(snapshot, version.number, at: time, bytes: bytes) }
        // Released outside of the lock.
        _ = consume removed
    }

    /// What the feed has done so far.
    public var statistics: FeedStatistics {
        counters.statistics(encoded: encodings.made, kept: states?.count ?? history.withLock { $0.count })
    }
}
