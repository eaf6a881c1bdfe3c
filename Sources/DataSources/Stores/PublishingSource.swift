/// A source that publishes through a hub: write an actor with a hub, and everything else is there.
///
/// ```swift
/// actor Ticker: PublishingSource {
///     nonisolated let hub = SnapshotHub<ListSnapshot<Quote>>()
///     private var draft = ListDraft<Quote>()
///
///     func quoted(_ quote: Quote) {
///         draft.upsert(quote)
///         hub.publish(draft.snapshot)
///     }
/// }
///
/// for await update in ticker.subscribe() { ... }
/// ```
public protocol PublishingSource<Snapshot>: DerivableSource {
    /// The kind of state the source has: named again here, so that the compiler finds it by the hub.
    associatedtype Snapshot
    /// Where the source publishes.
    var hub: SnapshotHub<Snapshot> { get }
}

extension PublishingSource {
    /// The newest state that subscribers may see, with its version.
    ///
    /// - Complexity: O(1), from any task.
    public var snapshot: Snapshot { hub.snapshot }

    /// A subscription that starts with the newest state: no gap, no repeat.
    ///
    /// From any task.
    public func subscribe() -> Subscription<Snapshot> {
        hub.subscribe()
    }

    /// A subscription that starts with `snapshot`, which its consumer has already.
    public func subscribe(since snapshot: Snapshot) -> Subscription<Snapshot> {
        hub.subscribe(since: snapshot)
    }

    /// The updates since `snapshot`, which the consumer has already; since the empty state when it is `nil`.
    public func updates(since snapshot: Snapshot? = nil) -> AsyncStream<Update<Snapshot>> {
        hub.updates(since: snapshot)
    }

    /// Returns once every subscriber that is asking has been given the commit `version`, or the task is cancelled.
    public func settled(at version: Version) async {
        await hub.settled(at: version)
    }

    /// Holds back what is committed from now on; see ``SnapshotHub/suspendPublishing()``.
    public func suspendPublishing() {
        hub.suspendPublishing()
    }

    /// Publishes what was held back, as one update; see ``SnapshotHub/resumePublishing()``.
    public func resumePublishing() {
        hub.resumePublishing()
    }
}
