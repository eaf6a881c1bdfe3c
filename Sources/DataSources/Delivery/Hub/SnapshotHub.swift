/// Where a source publishes its snapshots and subscribers find them: all that is needed to write a source of your own.
///
/// Publishing is synchronous and costs O(subscribers that wait at this cut). No difference is computed here: that is
/// done by whoever asks. The hub finishes when the source that holds it goes away.
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
/// Snapshots taken from one draft share structure, and then the difference of two costs what changed. Snapshots made
/// anew each time are compared item by item.
public final class SnapshotHub<Snapshot: SnapshotProtocol>: Sendable {
    @usableFromInline let core: HubCore

    /// Creates a hub whose first state is `snapshot`.
    @inlinable
    public init(_ snapshot: Snapshot = Snapshot()) {
        let epoch = UInt64.random(in: .min ... .max)
        core = HubCore(
            epoch: epoch,
            commit: Commit(number: 1, snapshot: snapshot.committed(as: Version(epoch: epoch, number: 1))),
            comparer: CommitComparer(of: Snapshot.self),
            type: Snapshot.self
        )
    }

    deinit {
        core.finish()
    }

    // MARK: Publishing

    /// Makes `snapshot` the newest state and wakes the subscribers that wait.
    ///
    /// - Returns: The version of the commit, or that of the last one when `snapshot` is that very state; `nil` when the
    ///   hub has finished, and nobody will see it.
    @discardableResult
    @inlinable
    public func publish(_ snapshot: Snapshot) -> Version? {
        core.publish(snapshot)
    }

    /// Holds back what is published from now on, until as many calls of ``resumePublishing()`` have been made.
    ///
    /// Commits still get their versions. Subscribers are told nothing meanwhile, and ``snapshot`` stays as it is.
    public func suspendPublishing() {
        core.suspend()
    }

    /// Takes back one ``suspendPublishing()``; after the last, all that was held back becomes one update.
    public func resumePublishing() {
        core.resume()
    }

    /// Publishes what is held back, and then nothing more: subscriptions end once they have delivered what is left.
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

    /// A subscription that starts with the newest state: no gap, no repeat.
    public func subscribe() -> Subscription<Snapshot> {
        return Subscription(SubscriptionCore(hub: core))
    }

    /// A subscription that starts with `snapshot`, which its consumer has already.
    ///
    /// Its first update leads from there to the newest state. The snapshot may be any: one of this source costs the
    /// changes since, another one, a decoded one too, is compared as a whole. Its version only counts for
    /// ``Subscription/lag``, if it is one that this source has left behind.
    public func subscribe(since snapshot: Snapshot) -> Subscription<Snapshot> {
        subscribe().moved(to: snapshot)
    }

    /// The updates since `snapshot`, or since the empty state: then the first one inserts what is there, if anything is.
    public func updates(since snapshot: Snapshot? = nil) -> AsyncStream<Update<Snapshot>> {
        subscribe(since: snapshot ?? Snapshot()).updates
    }

    /// Returns once every subscriber that is asking has been given the commit `version`, or the task is cancelled.
    ///
    /// A subscriber that is busy with an earlier update, and does not ask, is not waited for. While publishing is
    /// suspended, a commit that is held back has been given to nobody. A version that is yet to come is waited for, or
    /// the end of the source. A version of another source is settled.
    ///
    /// - Complexity: O(log *n*) amortized in the number of callers that wait.
    public func settled(at version: Version) async {
        if version.epoch != core.epoch { return }
        let wait = Simulation.running?.waitBegan {
            "all that ask for \(Snapshot.self) to be given version \(version.number)"
        }
        await core.settled(at: version.number)
        wait?.ended()
    }

    private var newest: Commit<Snapshot> { unsafeDowncast(core.newest, to: Commit<Snapshot>.self) }

    /// How many differences have been computed for the hub's subscribers since it was made.
    ///
    /// Subscribers that take the same step share one; so this is the number of distinct steps. For metrics and gates.
    public var differencesComputed: Int { core.comparisons.differencesComputed.load(ordering: .relaxed) }

    /// How many differences stopped half way because nobody wanted them any more.
    public var differencesStopped: Int { core.comparisons.differencesStopped.load(ordering: .relaxed) }

    /// How many consumers ask at this cut: for tests.
    package var demandCount: Int { core.demandCount }

    /// For how many consumers that ask there is room: for tests.
    package var demandCapacity: Int { core.demandCapacity }

    /// How many derived sources are to be told of the next change, whether they still care or not: for tests.
    package var dependentCount: Int { core.dependentCount }

    /// How many commits are kept for cuts that somebody looks back to: for tests.
    package var pastCount: Int { core.pastCount }
}

internal import Synchronization
