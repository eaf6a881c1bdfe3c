internal import Synchronization

/// A source whose state is a function of other sources' states, kept up to date change by change.
///
/// ```swift
/// let wellPaid = staff.filter { $0.salary > 100 }.sorted { $0.name < $1.name }
/// for await update in await wellPaid.subscribe() { ... }
/// ```
///
/// - **Pulled.** It does nothing while nobody asks. Whoever asks brings it up to date, in its own task and off its actor,
///   and pays for what has changed upstream since somebody last asked, not for what is there.
/// - **Shared.** What one subscriber has brought up to date is so for all of them.
/// - **Glitch-free.** Its states are functions of what all its origins had to show at one cut: a transaction is seen
///   once and as a whole, however many ways lead from there to here.
/// - **A source in turn.** Subscribers, sharing, chains and ends are as on every source; its versions are its own.
///
/// It keeps the sources that it is derived from alive; its subscriptions do not, but go on without it. It finishes when
/// all its origins have, once what was left has been seen.
public final class DerivedSource<Snapshot: SnapshotProtocol>: DerivableSource {
    @usableFromInline let core: HubCore
    private let bases: [any Sendable]

    @usableFromInline
    init(core: HubCore, bases: [any Sendable]) {
        self.core = core
        self.bases = bases
    }

    /// What derived sources follow.
    public var upstream: Upstream<Snapshot> { Upstream(core: core, source: self) }

    /// The state that belongs to what the origins have to show.
    ///
    /// In a task that is cancelled it may be an older one.
    ///
    /// - Complexity: That of what has changed upstream since somebody last asked; the first time that of building it.
    public var snapshot: Snapshot {
        get async {
            await refresh()
            return unsafeDowncast(core.newest, to: Commit<Snapshot>.self).snapshot
        }
    }

    /// A subscription that starts with the state that belongs to what the origins have to show.
    ///
    /// - Complexity: As ``snapshot``.
    public func subscribe() async -> Subscription<Snapshot> {
        await refresh()
        return Subscription(SubscriptionCore(hub: core))
    }

    /// A subscription that starts with `snapshot`, which its consumer has already.
    public func subscribe(since snapshot: Snapshot) -> Subscription<Snapshot> {
        Subscription(SubscriptionCore(hub: core)).moved(to: snapshot)
    }

    /// The updates since `snapshot`, or since the empty state: then the first one inserts what is there, if anything is.
    public func updates(since snapshot: Snapshot? = nil) -> AsyncStream<Update<Snapshot>> {
        subscribe(since: snapshot ?? Snapshot()).updates
    }

    /// Returns once every subscriber that is asking has been given the state `version`, or the task is cancelled.
    ///
    /// The version is one of this source; a version of another source is settled.
    public func settled(at version: Version) async {
        if version.epoch == core.epoch { await core.settled(at: version.number) }
    }

    /// How many differences have been computed for the source's subscribers since it was made.
    public var differencesComputed: Int { core.comparisons.differencesComputed.load(ordering: .relaxed) }

    /// How many consumers ask at this cut: for tests.
    package var demandCount: Int { core.demandCount }

    /// How many inputs have been read to bring it up to date, all in all: for tests.
    package var inputsRead: Int { core.derivation?.invalidation.inputsRead.load(ordering: .relaxed) ?? 0 }

    /// How many derived sources are to be told of its next change: for tests.
    package var dependentCount: Int { core.derivation?.invalidation.dependentCount ?? 0 }

    /// How many commits it keeps for cuts that somebody looks back to: for tests.
    package var pastCount: Int { core.pastCount }

    @concurrent
    private func refresh() async {
        await core.derivation?.refresh(core)
    }
}
