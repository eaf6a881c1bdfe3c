/// A source that publishes through a hub: declare ``hub``, and default implementations cover the rest.
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
    /// The state's type, redeclared so that the compiler infers it from the hub.
    associatedtype Snapshot
    /// The hub that publishes the source's commits.
    var hub: SnapshotHub<Snapshot> { get }
}

extension PublishingSource {
    /// The newest state that subscribers may see, with its version.
    ///
    /// - Complexity: O(1); callable from any task.
    public var snapshot: Snapshot { hub.snapshot }

    /// A subscription that starts with the newest state, without gap or repeat; callable from any task.
    public func subscribe() -> SnapshotSubscription<Snapshot> {
        hub.subscribe()
    }

    /// A subscription that starts with `snapshot`, the consumer's current state.
    public func subscribe(since snapshot: Snapshot) -> SnapshotSubscription<Snapshot> {
        hub.subscribe(since: snapshot)
    }

    /// The updates since `snapshot`, the consumer's current state; `nil` stands for the empty state.
    public func updates(since snapshot: Snapshot? = nil) -> AsyncStream<Update<Snapshot>> {
        hub.updates(since: snapshot)
    }

    /// Waits until every subscriber with an outstanding demand has received the commit `version`, or the task is
    /// cancelled; see ``SnapshotHub/settled(at:)``.
    ///
    /// These are the subscribers of this source; ``DerivedSource/settled(at:)`` waits for those of a derived one. A
    /// version of another source returns immediately.
    public func settled(at version: Version) async {
        await hub.settled(at: version)
    }

    /// Holds back all later commits; see ``SnapshotHub/suspendPublishing()``.
    public func suspendPublishing() {
        hub.suspendPublishing()
    }

    /// Publishes the commits held back as one update; see ``SnapshotHub/resumePublishing()``.
    public func resumePublishing() {
        hub.resumePublishing()
    }
}
