public import DataSources

/// A subscriber that behaves badly in the ways it is told: it is slow, stalls, is cancelled, or subscribes again and again.
///
/// Faults combine. After each update the order is: it hands the update on, is cancelled, sleeps, stalls, subscribes again,
/// asks for more.
///
/// ```swift
/// let latch = Latch()
/// try await withThrowingTaskGroup { group in
///     group.addTask { try await FaultySubscriber(staff, .slow(.seconds(1), clock: executor.clock)).run() }
///     group.addTask { try await FaultySubscriber(staff, .stalled(after: 2, until: latch)).run() }
///     group.addTask { try await FaultySubscriber(staff, .resubscribing(every: 3), .cancelled(afterUpdates: 7)).run() }
///     ...
/// }
/// ```
///
/// It is a value: it keeps the source alive, and every call of ``run(_:)`` begins anew.
public struct FaultySubscriber<Snapshot: SnapshotProtocol>: Sendable {
    let subscribe: @Sendable () async -> Subscription<Snapshot>?
    let faults: [SubscriberFault]

    /// Creates a subscriber of `source` with these faults; without any it behaves well.
    public init(_ source: some DataSource<Snapshot>, _ faults: SubscriberFault...) {
        self.init(source, faults)
    }

    /// Creates a subscriber of `source` with these faults; without any it behaves well.
    public init(_ source: some DataSource<Snapshot>, _ faults: [SubscriberFault]) {
        subscribe = { await source.subscribe() }
        self.faults = faults
    }

    /// Creates a subscriber with these faults that subscribes in its own way.
    ///
    /// - Parameters:
    ///   - faults: How it behaves badly.
    ///   - subscribe: Called at the beginning and whenever it subscribes again; with `nil` the subscriber ends. To let go
    ///     of a source while the subscriber runs, capture it weakly here.
    public init(
        _ faults: SubscriberFault...,
        subscribe: @escaping @Sendable () async -> Subscription<Snapshot>?
    ) {
        self.subscribe = subscribe
        self.faults = faults
    }

    /// What a subscriber is given.
    public enum Delivery: Sendable {
        /// It has subscribed, and this is where it starts; the last snapshot again, or a state it may not know.
        case start(Snapshot)
        /// What separates what it had from what it has now.
        case update(Update<Snapshot>)
    }

    /// How a subscriber came to its end.
    public enum Ending: Hashable, Sendable {
        /// The source has finished, and everything was delivered.
        case finished
        /// It was cancelled, by a fault or with its caller.
        case cancelled
    }

    /// What became of a subscriber.
    public struct Report: Sendable {
        /// The last state it was given; `nil` if it never subscribed.
        public let snapshot: Snapshot?
        /// How many updates it was given.
        public let updates: Int
        /// How often it has subscribed.
        public let subscriptions: Int
        /// How it came to its end.
        public let ending: Ending
    }
}
