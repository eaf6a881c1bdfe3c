/// Something that has a state, changes it, and can be followed by any number of subscribers.
///
/// ``ListSource`` and ``SectionedSource`` hold their data; ``PublishingSource`` is for sources of your own. What is
/// promised to subscribers is in <doc:Guarantees>.
///
/// On a source that holds its data these requirements are synchronous. A source that is derived from others has to
/// build its state when it is first asked for, so the protocol asks for the asynchronous form.
public protocol DataSource<Snapshot>: Sendable {
    /// The kind of state the source has.
    associatedtype Snapshot: SnapshotProtocol

    /// The newest state that subscribers may see.
    var snapshot: Snapshot { get async }

    /// A subscription that starts with the newest state.
    func subscribe() async -> Subscription<Snapshot>

    /// The updates since `snapshot`, which the consumer has already; since the empty state when it is `nil`.
    func updates(since snapshot: Snapshot?) async -> AsyncStream<Update<Snapshot>>
}

extension DataSource {
    /// A view of this source whose every subscription delivers at most one update per `interval`.
    ///
    /// The first update comes at once; see ``Subscription/throttled(for:clock:)``. An interval below zero counts as zero,
    /// one of more than 100 years as 100 years.
    public func throttled<C: Clock<Duration>>(
        for interval: Duration,
        clock: C = ContinuousClock()
    ) -> ThrottledSource<Self, C> {
        ThrottledSource(base: self, interval: interval, clock: clock)
    }
}

/// A source seen through a window of time: see ``DataSource/throttled(for:clock:)``.
public struct ThrottledSource<Base: DataSource, C: Clock<Duration>>: DataSource {
    let base: Base
    let interval: Duration
    let clock: C

    /// The newest state of the source beneath.
    public var snapshot: Base.Snapshot {
        get async { await base.snapshot }
    }

    /// A subscription that starts with the newest state and delivers at most one update per interval.
    public func subscribe() async -> Subscription<Base.Snapshot> {
        await base.subscribe().throttled(for: interval, clock: clock)
    }

    /// The updates since `snapshot`, at most one per interval.
    public func updates(since snapshot: Base.Snapshot? = nil) async -> AsyncStream<Update<Base.Snapshot>> {
        await base.subscribe().moved(to: snapshot ?? Base.Snapshot()).throttled(for: interval, clock: clock).updates
    }
}
