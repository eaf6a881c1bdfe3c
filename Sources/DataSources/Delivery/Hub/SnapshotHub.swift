/// Publishes a source's snapshots to its subscribers: the only part needed to write a source of your own.
///
/// Publishing is synchronous and costs O(waiting subscribers). It computes no difference; consumers do that on demand.
/// The hub finishes when the source that owns it is released.
///
/// ```swift
/// actor Thermometers: PublishingSource {
///     nonisolated let hub = SnapshotHub<ListSnapshot<Reading>>()
///     private var draft = ListDraft<Reading>()
///
///     func received(_ reading: Reading) {
///         draft.upsert(reading)
///         hub.publish(draft.snapshot)
///     }
/// }
/// ```
///
/// Snapshots of one draft share structure, so the difference of two costs what changed. Unrelated snapshots are
/// compared item by item.
public final class SnapshotHub<Snapshot: SnapshotProtocol>: Sendable {
    @usableFromInline let core: HubCore

    /// Creates a hub with an initial state.
    ///
    /// - Parameters:
    ///   - snapshot: The state.
    ///   - status: For a source that follows a store: the hub of its status, as of a `Parameter`. Sources derived from it
    ///     pass the status on; see ``DerivableSource/upstreamStatus``.
    @inlinable
    public init(_ snapshot: Snapshot = Snapshot(), status: SnapshotHub<ValueSnapshot<SourceStatus>>? = nil) {
        let epoch = UInt64.random(in: .min ... .max)
        core = HubCore(
            epoch: epoch,
            commit: Commit(number: 1, snapshot: snapshot.committed(as: Version(epoch: epoch, number: 1))),
            comparer: CommitComparer(of: Snapshot.self),
            type: Snapshot.self,
            status: status
        )
    }

    /// Creates a hub that goes on from a version of an earlier hub: the next commit has the next number, in the same epoch.
    ///
    /// It is for a process that takes over the source of another one. The version must be one that no other process goes
    /// on from; what guards that is the fence of a log, see `FrameLog` in DataSourcesWire, and never a clock. Otherwise
    /// two states have one version.
    ///
    /// - Parameters:
    ///   - snapshot: The state of that version.
    ///   - version: The version. `nil` is returned if its number is 0, or above `Int64.max`.
    ///   - status: For a source that follows a store: the hub of its status.
    @inlinable
    public init?(
        _ snapshot: Snapshot, at version: Version, status: SnapshotHub<ValueSnapshot<SourceStatus>>? = nil
    ) {
        guard (1...UInt64(Int64.max)).contains(version.number) else { return nil }
        core = HubCore(
            epoch: version.epoch,
            commit: Commit(number: version.number, snapshot: snapshot.committed(as: version)),
            comparer: CommitComparer(of: Snapshot.self),
            type: Snapshot.self,
            status: status
        )
    }

    deinit {
        core.finish()
    }

    // MARK: Publishing

    /// Publishes `snapshot` as the newest state and wakes the waiting subscribers.
    ///
    /// - Returns: The version of the commit, or of the last commit if `snapshot` is identical to it; `nil` if the hub
    ///   has finished and the snapshot was dropped.
    @discardableResult
    @inlinable
    public func publish(_ snapshot: Snapshot) -> Version? {
        core.publish(snapshot)
    }

    /// Publishes `snapshot` and the status of a source that follows a store at one cut: sources derived from both see
    /// both in one update.
    ///
    /// If the hub or the status has finished, nothing is published.
    public func publish(_ snapshot: Snapshot, status: SourceStatus) {
        var proposals = [HubCore.Proposal(of: snapshot, to: core)]
        if let hub = core.status?.core { proposals.append(HubCore.Proposal(of: ValueSnapshot(status), to: hub)) }
        _ = try? HubCore.commit(proposals)
    }

    /// Holds back later publications until each suspension is ended by ``resumePublishing()``.
    ///
    /// Commits still get their versions. Meanwhile subscribers receive nothing, and ``snapshot`` does not change.
    public func suspendPublishing() {
        core.suspend()
    }

    /// Ends one ``suspendPublishing()``; after the last, everything held back is published as one update.
    public func resumePublishing() {
        core.resume()
    }

    /// Publishes what is held back and ends publishing; subscriptions end after they have delivered the remaining
    /// changes.
    public func finish() {
        core.finish()
    }

    /// Whether the hub has finished.
    public var isFinished: Bool { core.isFinished }

    // MARK: Subscribing

    /// The newest state that subscribers may see, with its version.
    ///
    /// - Complexity: O(1).
    public var snapshot: Snapshot { newest.snapshot }

    /// The version of the newest state that subscribers may see.
    public var version: Version { Version(epoch: core.epoch, number: core.newest.number) }

    /// A subscription that starts with the newest state, without gap or repeat.
    public func subscribe() -> SnapshotSubscription<Snapshot> {
        return SnapshotSubscription(SubscriptionCore(hub: core))
    }

    /// A subscription that starts with `snapshot`, the consumer's current state.
    ///
    /// Its first update leads from there to the newest state. The snapshot can be any: for one of this source the
    /// update costs the changes since; any other, such as a decoded one, is compared as a whole. Its version affects
    /// only ``SnapshotSubscription/lag``, and only if it is an earlier version of this source.
    public func subscribe(since snapshot: Snapshot) -> SnapshotSubscription<Snapshot> {
        subscribe().moved(to: snapshot)
    }

    /// The updates since `snapshot`; `nil` stands for the empty state, so the first update inserts all content, if any.
    public func updates(since snapshot: Snapshot? = nil) -> AsyncStream<Update<Snapshot>> {
        subscribe(since: snapshot ?? Snapshot()).updates
    }

    /// Waits until every subscriber with an outstanding demand has received the commit `version`, or the task is
    /// cancelled.
    ///
    /// It does not wait for subscribers that are busy with an earlier update. While publishing is suspended, no
    /// subscriber has received a commit that is held back. For a future version, it waits for that version or for the
    /// end of the source. A version of another source returns immediately.
    ///
    /// - Complexity: O(log *n*) amortized in the number of waiting callers.
    public func settled(at version: Version) async {
        if version.epoch != core.epoch { return }
        let wait = Simulation.running?.waitBegan {
            "all that ask for \(Snapshot.self) to be given version \(version.number)"
        }
        await core.settled(at: version.number)
        wait?.ended()
    }

    private var newest: Commit<Snapshot> { downcast(core.newest, to: Commit<Snapshot>.self) }

    /// The number of differences computed for the hub's subscribers so far; for metrics and gates.
    ///
    /// Subscribers that take the same step share one, so this is the number of distinct steps.
    public var differencesComputed: Int { core.comparisons.differencesComputed.load(ordering: .relaxed) }

    /// The number of differences stopped halfway because every consumer had left.
    public var differencesStopped: Int { core.comparisons.differencesStopped.load(ordering: .relaxed) }

    /// The number of outstanding demands: for tests.
    package var demandCount: Int { core.demandCount }

    /// The number of demands there is room for: for tests.
    package var demandCapacity: Int { core.demandCapacity }

    /// The number of dependents that the next change invalidates, obsolete ones included: for tests.
    package var dependentCount: Int { core.dependentCount }

    /// The number of past commits kept for registered cuts: for tests.
    package var pastCount: Int { core.pastCount }

    /// The number of distinct cuts registered for the hub and those connected with it: for tests.
    package var cutCount: Int { core.scope.cutCount }

    /// The number of commits of all these hubs that those cuts keep: for tests.
    package var keptCount: Int { core.scope.keptCount }
}

internal import Synchronization
