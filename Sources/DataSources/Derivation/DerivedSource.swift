internal import Synchronization

/// A source whose state is a function of other sources' states, updated incrementally.
///
/// ```swift
/// let wellPaid = staff.filter { $0.salary > 100 }.sorted { $0.name < $1.name }
/// for await update in await wellPaid.subscribe() { ... }
/// ```
///
/// - **Pulled.** It does nothing without demand. A demand refreshes it in the consumer's task, off the consumer's
///   actor; long work moves to a worker thread. The cost is that of the changes upstream since the last refresh, not of
///   the whole state.
/// - **Shared.** All subscribers share the result of a refresh.
/// - **Glitch-free.** Each of its states is computed from the states of all its origins at one consistent cut. A
///   transaction appears once and as a whole, even if several paths lead from its origins to this source.
/// - **A source itself.** Subscribers, sharing, chaining and finishing work as on every source. It has its own
///   versions.
///
/// It keeps the origins that it is derived from alive. Its subscriptions do not keep it alive and go on without it. It
/// finishes when all its origins have finished and their remaining changes have been delivered.
public final class DerivedSource<Snapshot: SnapshotProtocol>: DerivableSource, ComputedSource {
    @usableFromInline let core: HubCore
    private let bases: [any Sendable]

    @usableFromInline
    init(core: HubCore, bases: [any Sendable]) {
        self.core = core
        self.bases = bases
    }

    /// The handle that derived sources follow.
    public var upstream: Upstream<Snapshot> {
        // It keeps the bases alive instead of this source, so that the hub is out of reach once the program has released
        // the source; see `FusedOperator`.
        Upstream(core: core, source: bases)
    }

    /// The state computed from the origins' newest published states.
    ///
    /// If the task is cancelled, it can be an older one.
    ///
    /// - Complexity: That of the changes upstream since the last refresh; the first time, that of building the state.
    public var snapshot: Snapshot {
        get async {
            await refresh()
            return downcast(core.newest, to: Commit<Snapshot>.self).snapshot
        }
    }

    /// A subscription that starts with the state computed from the origins' newest published states.
    ///
    /// - Complexity: As ``snapshot``.
    public func subscribe() async -> SnapshotSubscription<Snapshot> {
        await refresh()
        return SnapshotSubscription(SubscriptionCore(hub: core))
    }

    /// A subscription that starts with `snapshot`, the consumer's current state.
    public func subscribe(since snapshot: Snapshot) -> SnapshotSubscription<Snapshot> {
        SnapshotSubscription(SubscriptionCore(hub: core)).moved(to: snapshot)
    }

    /// The updates since `snapshot`; `nil` stands for the empty state, so the first update inserts all content, if any.
    public func updates(since snapshot: Snapshot? = nil) -> AsyncStream<Update<Snapshot>> {
        subscribe(since: snapshot ?? Snapshot()).updates
    }

    /// Waits until every subscriber of this source with an outstanding demand has received what follows from `version`,
    /// or the task is cancelled.
    ///
    /// The version is one of this source, or one of a source that it is derived from, such as the receipt of an edit:
    ///
    /// ```swift
    /// let receipt = try await staff.append(carol)
    /// await wellPaid.settled(at: receipt)
    /// ```
    ///
    /// For a version upstream, it first computes this source's state, as ``snapshot`` does. If that version is not
    /// published yet, it waits for that before, together with the subscribers of its source. If the version changes
    /// nothing here, there is nothing to wait for. A version of a source that this one does not follow, and one that its
    /// source has finished without, returns immediately.
    ///
    /// - Complexity: That of ``snapshot``, plus O(sources upstream); for a version of this source, O(log *n*) amortized
    ///   in the number of waiting callers.
    public func settled(at version: Version) async {
        let wait = Simulation.running?.waitBegan {
            "all that ask for \(Snapshot.self) to be given what follows from version \(version.number)"
        }
        await settle(at: version)
        wait?.ended()
    }

    @concurrent
    private func settle(at version: Version) async {
        guard let number = await core.number(containing: version) else { return }
        // A version that the source upstream will never have; one of this source is waited for until the end.
        if number == .max, version.epoch != core.epoch { return }
        await core.settled(at: number)
    }

    /// The number of differences computed for the source's subscribers so far.
    public var differencesComputed: Int { core.comparisons.differencesComputed.load(ordering: .relaxed) }

    /// The number of outstanding demands: for tests.
    package var demandCount: Int { core.demandCount }

    /// The number of inputs that refreshes have read so far: for tests.
    package var inputsRead: Int { core.derivation?.invalidation.inputsRead.load(ordering: .relaxed) ?? 0 }

    /// The number of operators upstream that this source has taken over: for tests.
    package var fusedCount: Int { core.derivation?.fusedCount ?? 0 }

    /// The number of registered dependents, which the next change invalidates: for tests.
    package var dependentCount: Int { core.derivation?.invalidation.dependentCount ?? 0 }

    /// The number of past commits kept for registered cuts: for tests.
    package var pastCount: Int { core.pastCount }

    @concurrent
    private func refresh() async {
        await core.derivation?.refresh(core)
    }
}
