/// A consumer's place in the history of a source: the last snapshot it has been given, and nothing else.
///
/// Whenever the consumer asks for more it is given **one update**: the net difference from ``snapshot`` to the newest
/// state, never empty. If there is nothing newer, it waits. What follows from that:
///
/// - **Conflation.** A consumer that does not ask holds one snapshot and no queue, however many commits pass.
/// - **Chain.** Each update starts where the one before ended; the first where the subscription started. No gap, no
///   repeat.
/// - **Sharing.** Subscribers that take the same step share one difference; with nobody asking there is none.
/// - **Lag.** ``lag`` says how many commits the consumer is behind.
/// - **Off the main task.** The difference is computed in the consuming task, but never on its actor: a consumer on the
///   main actor or another one hops off it for the work.
///
/// ```swift
/// let subscription = staff.subscribe()
/// render(subscription.snapshot)
/// for await update in subscription { render(update) }
/// ```
///
/// It ends when the source has finished and what was left has been delivered. Cancelling the consuming task ends its
/// loop at once. Dropping a subscription is enough to be rid of it; `break`ing out of a loop loses nothing: a later loop,
/// in whatever task, goes on where that one stopped.
///
/// ## Several tasks
///
/// Several tasks may ask one subscription at once. They are served one after the other; every update goes to exactly one
/// of them, and together they see one chain. Tasks of one priority that run on one executor are served in the order in
/// which they asked. Among others, whichever runs first is: one whose executor is busy does not delay them. Cancelling one
/// of them only ends its own call. To give every task all updates, give each a subscription of its own.
public final class Subscription<Snapshot: SnapshotProtocol>: AsyncSequence, Sendable {
    /// What the sequence delivers.
    public typealias Element = Update<Snapshot>
    /// The sequence does not throw.
    public typealias Failure = Never

    /// All that does not depend on the snapshot's type; its commits and updates are of this one.
    @usableFromInline let core: SubscriptionCore

    @usableFromInline
    init(_ core: SubscriptionCore) {
        self.core = core
    }

    /// The last snapshot the consumer has been given: where the subscription started, then each update's `after`.
    public var snapshot: Snapshot { Self.snapshot(of: core.given) }

    /// How many commits the consumer is behind; 0 when it has seen everything.
    public var lag: Int { core.lag }

    /// The updates as an `AsyncStream`.
    ///
    /// It asks this very subscription, so that the stream and the sequence share one place in the history. Cancelling a
    /// task that iterates a stream ends that stream, as with every `AsyncStream`; so give each task one of its own.
    /// Iterating the subscription itself costs fewer hops between executors.
    @inlinable
    public var updates: AsyncStream<Update<Snapshot>> {
        AsyncStream {
            Self.update(await self.core.take())
        }
    }

    /// A subscription that starts where this one is and delivers at most one update per `interval`.
    ///
    /// The first update comes at once; the next ones no earlier than `interval` after the one before, each with
    /// everything that was committed meanwhile. Nothing runs between updates: the consuming task sleeps on `clock`.
    /// An interval below zero counts as zero, one of more than 100 years as 100 years.
    public func throttled(
        for interval: Duration,
        clock: some Clock<Duration>
    ) -> Subscription {
        Subscription(core.throttled(by: ClockThrottle(interval: interval, clock: clock)))
    }

    /// A subscription to the same source that starts with `snapshot`, which its consumer has already.
    ///
    /// The snapshot may be any; see ``SnapshotHub/subscribe(since:)``.
    public func moved(to snapshot: Snapshot) -> Subscription {
        let newest = core.newest
        for known in [newest, core.given] where Self.snapshot(of: known).isIdentical(to: snapshot) {
            return Subscription(core.moved(to: known))
        }
        // The version is whatever the snapshot says; only a number that the hub has left behind is taken for one, and
        // that number shares nothing.
        var number: UInt64 = 0
        if let version = snapshot.version, version.epoch == core.epoch, version.number < newest.number {
            number = version.number
        }
        let commit = Commit(number: number, snapshot: snapshot)
        // Under the number 0 only the empty state is shared.
        guard number > 0 || snapshot.isIdentical(to: Snapshot()) else { return Subscription(core.moved(to: commit)) }
        return Subscription(
            core.started(at: commit) { Self.snapshot(of: $0).isIdentical(to: snapshot) }
        )
    }

    /// An iterator that asks this subscription.
    @inlinable
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: self)
    }

    /// Asks a subscription for one update after the other.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        @usableFromInline let subscription: Subscription

        @inlinable
        init(subscription: Subscription) {
            self.subscription = subscription
        }

        /// The next update; `nil` once the subscription has ended or the task is cancelled.
        @inlinable
        public mutating func next() async -> Update<Snapshot>? {
            await subscription.next(isolation: #isolation)
        }

        /// The next update; `nil` once the subscription has ended or the task is cancelled.
        ///
        /// - Parameter actor: The actor of the caller, which is left only to wait or to compute.
        /// - Returns: The update; `nil` once the subscription has ended or the task is cancelled.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Update<Snapshot>? {
            await subscription.next(isolation: actor)
        }
    }

    /// Waits for the net difference from ``snapshot`` to the newest state, and moves on to it.
    ///
    /// - Parameter actor: The actor of the caller, which is left only to wait or to compute.
    /// - Returns: The update; `nil` once the subscription has ended or the task is cancelled.
    @inlinable
    public func next(isolation actor: isolated (any Actor)? = #isolation) async -> Update<Snapshot>? {
        Self.update(actor == nil ? await core.take() : await core.next(isolation: actor))
    }

    @inlinable
    static func snapshot(of commit: HubCommit) -> Snapshot {
        unsafeDowncast(commit, to: Commit<Snapshot>.self).snapshot
    }

    /// The update as the consumer is to see it: from the very snapshot that it has, whatever came to nothing in between.
    @inlinable
    static func update(_ delivery: consuming Delivery?) -> Update<Snapshot>? {
        guard let delivery else { return nil }
        let update = Update(unsafeDowncast(delivery.update, to: SharedUpdate<Snapshot>.self))
        guard let given = delivery.given else { return update }
        return Update(before: snapshot(of: given), after: update.after, changes: update.changes)
    }
}

// MARK: - Recording

extension Subscription {
    /// The commit the consumer knows everything up to, which may be later than that of ``snapshot``: for recorders.
    package var seen: Version { Version(epoch: core.epoch, number: core.seen) }

    /// The newest commit that subscribers may see: for recorders.
    package var newest: Version { Version(epoch: core.epoch, number: core.newest.number) }

    /// Whether the source has finished and everything has been delivered: for recorders.
    package var hasEnded: Bool { core.isFinished && lag == 0 }

    /// As ``next(isolation:)``, but `nil` also when what is newer comes to nothing, and only ``seen`` has moved on.
    @concurrent
    package func advance() async -> Update<Snapshot>? {
        Self.update(await core.take(returnsFromNothing: true))
    }
}
