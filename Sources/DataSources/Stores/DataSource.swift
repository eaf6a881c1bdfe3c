/// A mutable state that any number of subscribers can follow.
///
/// ``ListSource`` and ``SectionedSource`` store their data; a source of your own conforms to ``PublishingSource``.
/// <doc:Guarantees> lists what every subscriber can rely on.
///
/// The requirements are asynchronous since a derived source computes its state on the first demand. On sources that
/// store their data they are synchronous.
public protocol DataSource<Snapshot>: Sendable {
    /// The kind of state the source has.
    associatedtype Snapshot: SnapshotProtocol

    /// The newest state that subscribers may see.
    var snapshot: Snapshot { get async }

    /// A subscription that starts with the newest state.
    func subscribe() async -> SnapshotSubscription<Snapshot>

    /// The updates since `snapshot`, the consumer's current state; `nil` stands for the empty state.
    func updates(since snapshot: Snapshot?) async -> AsyncStream<Update<Snapshot>>
}

extension DataSource {
    /// A view of this source whose subscriptions each deliver at most one update per `interval`.
    ///
    /// The first update is immediate; see ``SnapshotSubscription/throttled(for:clock:)``. An interval below zero counts as
    /// zero; one above 100 years counts as 100 years.
    public func throttled<C: Clock<Duration>>(
        for interval: Duration,
        clock: C = ContinuousClock()
    ) -> ThrottledSource<Self, C> {
        ThrottledSource(base: self, interval: interval, clock: clock)
    }
}

/// A source whose subscriptions are throttled; see ``DataSource/throttled(for:clock:)``.
public struct ThrottledSource<Base: DataSource, C: Clock<Duration>>: ComputedSource {
    let base: Base
    let interval: Duration
    let clock: C

    /// The newest state of the base source.
    public var snapshot: Base.Snapshot {
        get async { await base.snapshot }
    }

    /// A subscription that starts with the newest state and delivers at most one update per interval.
    public func subscribe() async -> SnapshotSubscription<Base.Snapshot> {
        await base.subscribe().throttled(for: interval, clock: clock)
    }

    /// The updates since `snapshot`, at most one per interval.
    public func updates(since snapshot: Base.Snapshot? = nil) async -> AsyncStream<Update<Base.Snapshot>> {
        await base.subscribe().moved(to: snapshot ?? Base.Snapshot()).throttled(for: interval, clock: clock).updates
    }
}
