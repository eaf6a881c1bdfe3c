/// A consumer's position in the history of a source: the last snapshot it has received, and nothing else.
///
/// Each demand is answered with **one update**: the net difference from ``snapshot`` to the newest state, never empty.
/// If there is nothing newer, it waits.
///
/// - **Conflation.** An idle subscription retains one snapshot and no queue, however many commits pass.
/// - **Chain.** Each update starts where the previous one ended, and the first where the subscription started: no gap,
///   no repeat.
/// - **Sharing.** Subscribers that take the same step share one difference. Without demand, none is computed.
/// - **Lag.** ``lag`` is the number of commits the consumer is behind.
/// - **Off the main actor.** A difference is computed in the consumer's task or, if it is long, on a worker thread, but
///   never on the consumer's actor.
///
/// ```swift
/// let subscription = staff.subscribe()
/// render(subscription.snapshot)
/// for await update in subscription { render(update) }
/// ```
///
/// It ends when the source has finished and the remaining changes have been delivered. Cancelling the consuming task
/// ends its loop immediately. Releasing the subscription is enough to unsubscribe. Leaving a loop with `break` loses
/// nothing: a later loop, in any task, continues where it stopped.
///
/// ## Several tasks
///
/// Several tasks can iterate one subscription at once. They take turns: each update goes to exactly one of them, and
/// together they see one chain. Tasks with the same priority and executor are served in the order of their demands.
/// Among other tasks, the first one to run is served, so a task on a busy executor does not delay them. Cancelling a
/// task ends only its own call. To give every task all updates, give each its own subscription.
public final class SnapshotSubscription<Snapshot: SnapshotProtocol>: AsyncSequence, Sendable {
    /// The element: an update.
    public typealias Element = Update<Snapshot>
    /// The sequence does not throw.
    public typealias Failure = Never

    /// The type-erased part; its commits and updates have this subscription's snapshot type.
    @usableFromInline let core: SubscriptionCore

    @usableFromInline
    init(_ core: SubscriptionCore) {
        self.core = core
    }

    /// The last snapshot delivered: at first where the subscription started, then each update's `after`.
    public var snapshot: Snapshot { Self.snapshot(of: core.delivered) }

    /// The number of commits the consumer is behind; 0 if it has seen everything.
    public var lag: Int { core.lag }

    /// The updates as an `AsyncStream`.
    ///
    /// The stream shares this subscription's position. As with every `AsyncStream`, cancelling a task that iterates the
    /// stream ends it, so give each task its own stream. Iterating the subscription itself costs fewer executor hops.
    @inlinable
    public var updates: AsyncStream<Update<Snapshot>> {
        let core = core
        // The stream has a cancellation handler of its own, so a waiting call needs none. The stream keeps the handler
        // after it has ended, and must not retain the last snapshot then; a waiting call retains the subscription.
        return AsyncStream {
            Self.update(await core.take(isInHandler: true))
        } onCancel: { [weak core] in
            core?.wakeCancelled()
        }
    }

    /// Stops deliveries until ``resume()``: meanwhile calls of ``next(isolation:)`` wait, whatever is committed.
    ///
    /// A paused subscription has no demand, so no difference is computed for it, and ``PublishingSource/settled(at:)``
    /// does not wait for it. A call that is waiting stays, and goes on after ``resume()``. It ends early only if its task
    /// is cancelled, not if the source finishes. An update whose delivery has begun is still delivered.
    ///
    /// For a screen that is not visible, for example. Pausing twice counts once.
    public func pause() {
        core.pause()
    }

    /// Ends ``pause()``: what was committed meanwhile is delivered as one update.
    public func resume() {
        core.resume()
    }

    /// Whether the subscription is paused.
    public var isPaused: Bool { core.isPaused }

    /// A subscription that starts at this one's position and delivers at most one update per `interval`.
    ///
    /// The first update is immediate. Each later one comes at least `interval` after the previous one, with everything
    /// committed meanwhile. Nothing runs between updates: the consuming task sleeps on `clock`. An interval below zero
    /// counts as zero, one above 100 years as 100 years.
    public func throttled(
        for interval: Duration,
        clock: some Clock<Duration>
    ) -> SnapshotSubscription {
        SnapshotSubscription(core.throttled(by: ClockThrottle(interval: interval, clock: clock)))
    }

    /// A subscription to the same source that starts with `snapshot`, the consumer's current state.
    ///
    /// Any snapshot is allowed; see ``SnapshotHub/subscribe(since:)``.
    public func moved(to snapshot: Snapshot) -> SnapshotSubscription {
        let newest = core.newest
        for known in [newest, core.delivered] where Self.snapshot(of: known).isIdentical(to: snapshot) {
            return SnapshotSubscription(core.moved(to: known))
        }
        // The snapshot claims its version. Only a number that the hub has passed is used, and the number alone shares
        // nothing.
        var number: UInt64 = 0
        if let version = snapshot.version, version.epoch == core.epoch, version.number < newest.number {
            number = version.number
        }
        let commit = Commit(number: number, snapshot: snapshot)
        // Under the number 0, only the empty state is shared.
        guard number > 0 || snapshot.isIdentical(to: Snapshot()) else {
            return SnapshotSubscription(core.moved(to: commit))
        }
        return SnapshotSubscription(
            core.started(at: commit) { Self.snapshot(of: $0).isIdentical(to: snapshot) }
        )
    }

    /// An iterator over this subscription's updates.
    @inlinable
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: self)
    }

    /// Iterates over a subscription's updates.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        @usableFromInline let subscription: SnapshotSubscription

        @inlinable
        init(subscription: SnapshotSubscription) {
            self.subscription = subscription
        }

        /// The next update; `nil` once the subscription has ended or the task is cancelled.
        @inlinable
        public mutating func next() async -> Update<Snapshot>? {
            await subscription.next(isolation: #isolation)
        }

        /// The next update; `nil` once the subscription has ended or the task is cancelled.
        ///
        /// - Parameter actor: The caller's actor, left only to wait or to compute.
        /// - Returns: The update; `nil` once the subscription has ended or the task is cancelled.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Update<Snapshot>? {
            await subscription.next(isolation: actor)
        }
    }

    /// Waits for the net difference from ``snapshot`` to the newest state, and advances to that state.
    ///
    /// - Parameter actor: The caller's actor, left only to wait or to compute.
    /// - Returns: The update; `nil` once the subscription has ended or the task is cancelled.
    @inlinable
    public func next(isolation actor: isolated (any Actor)? = #isolation) async -> Update<Snapshot>? {
        Self.update(actor == nil ? await core.take() : await core.next(isolation: actor))
    }

    @inlinable
    static func snapshot(of commit: HubCommit) -> Snapshot {
        downcast(commit, to: Commit<Snapshot>.self).snapshot
    }

    /// The update for the consumer: it starts at the snapshot that the consumer has, even if net no-ops came in
    /// between.
    @inlinable
    static func update(_ delivery: consuming Delivery?) -> Update<Snapshot>? {
        guard let delivery else { return nil }
        let update = Update(downcast(delivery.update, to: SharedUpdate<Snapshot>.self))
        guard let delivered = delivery.delivered else { return update }
        return self.update(update, from: delivered)
    }

    /// An update with another start, of equal content.
    // Not inlined: it is rare, and its copies would enlarge the frame of every consumer's loop.
    @inlinable @inline(never)
    static func update(_ update: Update<Snapshot>, from delivered: HubCommit) -> Update<Snapshot> {
        let annotation = update.shared.annotation
        let before = snapshot(of: delivered)
        return Update(before: before, after: update.after, changes: update.changes, annotation: annotation)
    }
}

// MARK: - Recording

extension SnapshotSubscription {
    /// The commit up to which the consumer has seen everything, possibly later than that of ``snapshot``: for
    /// recorders.
    package var seen: Version { Version(epoch: core.epoch, number: core.seen) }

    /// The newest commit that subscribers may see: for recorders.
    package var newest: Version { Version(epoch: core.epoch, number: core.newest.number) }

    /// Whether the source has finished and everything has been delivered: for recorders.
    package var hasEnded: Bool { core.isFinished && lag == 0 }

    /// As ``next(isolation:)``, but also returns `nil` after a net no-op, which only advances ``seen``.
    @concurrent
    package func advance() async -> Update<Snapshot>? {
        Self.update(await core.take(returnsFromNothing: true))
    }
}
