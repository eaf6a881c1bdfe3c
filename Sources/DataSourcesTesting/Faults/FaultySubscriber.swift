public import DataSources

/// A subscriber that misbehaves as told: it is slow, stalls, is cancelled, or resubscribes.
///
/// Faults combine. After each update it does this, in order: forward the update, cancel itself, sleep, stall,
/// resubscribe, ask for the next update.
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
/// It is a value that retains the source; every call of ``run(_:)`` starts from the beginning.
public struct FaultySubscriber<Snapshot: SnapshotProtocol>: Sendable {
    let subscribe: @Sendable () async -> SnapshotSubscription<Snapshot>?
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

    /// Creates a subscriber with these faults and a custom way to subscribe.
    ///
    /// - Parameters:
    ///   - faults: The ways in which it misbehaves.
    ///   - subscribe: Called at the start and for every resubscription; returning `nil` ends the subscriber. To release
    ///     a source while the subscriber runs, capture it weakly here.
    public init(
        _ faults: SubscriberFault...,
        subscribe: @escaping @Sendable () async -> SnapshotSubscription<Snapshot>?
    ) {
        self.subscribe = subscribe
        self.faults = faults
    }

    /// An event that a subscriber receives.
    public enum Delivery: Sendable {
        /// A subscription with its first state: the last snapshot again, or a new state.
        case start(Snapshot)
        /// An update from the previous state to the new one.
        case update(Update<Snapshot>)
    }

    /// The reason why a subscriber ended.
    public enum Ending: Hashable, Sendable {
        /// The source finished, and everything was delivered.
        case finished
        /// It was cancelled, by a fault or with its caller.
        case cancelled
    }

    /// The report of a subscriber.
    public struct Report: Sendable {
        /// The last state received; `nil` if it never subscribed.
        public let snapshot: Snapshot?
        /// The number of updates received.
        public let updates: Int
        /// The number of subscriptions.
        public let subscriptions: Int
        /// The reason why it ended.
        public let ending: Ending
    }
}
