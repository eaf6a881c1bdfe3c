internal import Synchronization

/// The shell around ``HubMachine``: it locks, lets the machine decide, unlocks, and then acts.
///
/// It is kept alive by the source's hub and by every subscription, so that a subscription can still be given what was
/// left when its source went away. Whoever waits is woken with the step that is likely, which counts only if it leads to
/// the newest state still; else it looks for the newest state itself, so commits in between conflate.
@usableFromInline
final class HubCore: Sendable {
    /// Everything is guarded by the mutex; only this type's files touch it.
    struct State {
        var machine: Machine
        /// The newest commit subscribers may see.
        var newest: HubCommit
        /// The newest commit, while publishing is suspended.
        var held: HubCommit?
        /// By settlement, while it is open.
        var settlements: [SettlementID: Suspension] = [:]
        /// Whether there may be steps to `newest`.
        var mayHaveSteps = false
        var starts = Starts()
        /// The cut at which `newest` was published, see ``CutClock``; 0 for the first commit.
        var stamp: UInt64 = 0
        /// Whether `newest` is the commit with which the hub was derived from first, or was published before that.
        var isOriginal = true
        /// Where the cuts are registered that what is derived from the hub looks back to; `nil` as long as nothing is.
        var scope: CutScope?
        /// Stages that are needed for registered cuts, in order.
        var past: [PastCommit] = []
        /// What is derived from a hub that is not derived itself.
        var dependents = DependentList<Invalidation.Dependent>()
    }

    /// Distinguishes the lifetime of this hub from all others.
    @usableFromInline let epoch: UInt64
    let comparisons: HubComparisons
    /// The steps to the newest commit; changed under the lock, but for commits that go.
    let steps = StepTable()
    /// Where the states come from, when the source is derived from others.
    let feed: HubFeed?
    /// What makes the hub an origin that follows the time.
    let timer: (any DeadlineTimer)?
    /// The cut at which the hub was made; 0 for a derived one, which can be taken to any cut.
    let birth: UInt64
    let state: Mutex<State>
    /// The number of the newest commit subscribers may see; the highest there is once the hub has finished.
    ///
    /// It is only written under the lock, and read without it by those who would find nothing to do under it.
    let news: Atomic<UInt64>

    @usableFromInline
    init(
        epoch: UInt64,
        commit: HubCommit,
        comparer: CommitComparer,
        type: any Any.Type,
        feed: HubFeed? = nil,
        timer: (any DeadlineTimer)? = nil
    ) {
        self.epoch = epoch
        self.feed = feed
        birth = feed == nil ? CutClock.now : 0
        self.timer = timer
        comparisons = HubComparisons(comparer: comparer, type: type)
        var first = State(machine: Machine(committed: commit.number), newest: commit)
        first.scope = feed?.scope
        state = Mutex(first)
        news = Atomic(commit.number)
    }

    @usableFromInline var newest: HubCommit { state.withLock { $0.newest } }

    var isFinished: Bool { state.withLock { $0.machine.isFinished } }

    var demandCount: Int { state.withLock { $0.machine.demandCount } }

    /// What the hub shows now.
    var shownNow: Shown { state.withLock { Shown(commit: $0.newest, isFinished: $0.machine.isFinished) } }

    var dependentCount: Int { state.withLock { $0.dependents.count } }

    /// For how many demands there is room: for tests.
    var demandCapacity: Int { state.withLock { $0.machine.capacity } }

    // MARK: The source

    /// Makes a commit the newest, or holds it back.
    ///
    /// - Returns: The last commit that has been committed now; `nil` when the hub has finished.
    @usableFromInline
    func commit(_ makeCommit: MakeCommit) -> HubCommit? {
        while let (last, commit) = prepare(makeCommit) {
            guard let commit else { return last }
            let (isCommitted, outcome) = state.withLock { state -> (Bool, Outcome) in
                guard Self.allows(state, after: last) else { return (false, Outcome()) }
                return (true, record(commit, &state, in: nil))
            }
            outcome.act()
            if isCommitted { return commit }
        }
        return nil
    }

    /// Makes commits of several hubs the newest at one cut, or none when one of the hubs has finished.
    ///
    /// - Returns: The versions of the last commits now, in the order given.
    /// - Throws: ``EditError`` when one of the hubs has finished.
    static func commit(_ proposals: [Proposal]) throws(EditError) -> [Version] {
        let order = proposals.indices.sorted {
            ObjectIdentifier(proposals[$0].hub) < ObjectIdentifier(proposals[$1].hub)
        }
        while true {
            var prepared: [Prepared] = []
            for place in order {
                guard let (last, commit) = proposals[place].hub.prepare(proposals[place].makeCommit) else {
                    throw .sourceFinished
                }
                prepared.append(Prepared(hub: proposals[place].hub, last: last, commit: commit))
            }
            var group = Group()
            let outcomes = record(prepared[...], &group)
            for outcome in outcomes ?? [] { outcome.act() }
            // What is derived has been told of the commits even if they were not allowed then.
            for changes in group.changed { changes.tellSubscribers() }
            if outcomes == nil { continue }
            var versions: [(place: Int, version: Version)] = []
            for (place, done) in zip(order, prepared) { versions.append((place, done.version)) }
            return versions.sorted { $0.place < $1.place }.map(\.version)
        }
    }

    /// A commit that is to follow another one.
    private struct Prepared {
        let hub: HubCore
        let last: HubCommit
        /// `nil` when there is nothing to commit.
        let commit: HubCommit?

        var version: Version { Version(epoch: hub.epoch, number: (commit ?? last).number) }
    }

    /// What commits to several hubs at one cut share.
    private struct Group {
        /// The derived hubs that have been told of the commits, and whose subscribers are to be told.
        var changed: [Invalidation] = []
        /// The cut, once all hubs are locked and all that is derived from them has been told.
        var stamp: UInt64 = 0
    }

    /// The last commit, and the one that is to follow it; `nil` when the hub has finished.
    private func prepare(_ makeCommit: MakeCommit) -> (last: HubCommit, commit: HubCommit?)? {
        guard let last = state.withLock({ $0.machine.isFinished ? nil : $0.held ?? $0.newest }) else { return nil }
        return (last, makeCommit(last, last.number + 1))
    }

    /// Whether a commit may be committed that was prepared to follow `last`.
    private static func allows(_ state: borrowing State, after last: HubCommit) -> Bool {
        return !state.machine.isFinished && (state.held ?? state.newest) === last
    }

    /// Locks one hub after the other, and commits with all of them locked; `nil` when one of them has another last commit
    /// by now or has finished.
    private static func record(_ commits: ArraySlice<Prepared>, _ group: inout Group) -> [Outcome]? {
        guard let first = commits.first else {
            group.stamp = CutClock.next()
            return []
        }
        let hub = first.hub
        return hub.state.withLock { state in
            guard allows(state, after: first.last) else { return nil }
            if first.commit != nil { group.changed += hub.tellDependents(&state) }
            guard let others = record(commits.dropFirst(), &group) else { return nil }
            return [first.commit.map { hub.record($0, &state, in: group) } ?? Outcome()] + others
        }
    }

    private func record(_ commit: HubCommit, _ state: inout State, in group: Group?) -> Outcome {
        switch state.machine.snapshotCommitted() {
        case .held:
            let letGo = state.held
            state.held = commit
            return Outcome(letGo: letGo)
        case .published(let wake, let settled):
            return show(commit, &state, wake, settled, in: group)
        case .refused:
            // The callers have looked whether the hub has finished, under this lock.
            return Outcome()
        }
    }

    func suspend() {
        state.withLock { $0.machine.publishingSuspended() }
    }

    func resume() {
        publishHeld { $0.publishingResumed() }
    }

    @usableFromInline
    func finish() {
        publishHeld { $0.sourceFinished() }
    }

    private func publishHeld(_ input: (inout Machine) -> Machine.Publication) {
        let outcome = state.withLock { state -> Outcome in
            guard case .published(let wake, let settled) = input(&state.machine) else { return Outcome() }
            return show(state.held ?? state.newest, &state, wake, settled, in: nil)
        }
        outcome.act()
    }

    /// What is to be done, and to be let go of, once the lock is open: with a snapshot may go the last reference to an
    /// item, and what that does is not known.
    private struct Outcome {
        var settled: [Suspension] = []
        var woken = WaiterQueue<Waiter>()
        /// What the woken are likely to take.
        var step: DifferenceStep?
        var letGo: HubCommit?
        var letGoSteps = StepTable.Removed()
        /// The derived hubs that have been told of the change, and whose subscribers are to be told.
        var changed: [Invalidation] = []

        func act() {
            for continuation in settled { continuation.resume() }
            woken.forEach { $0.resume(returning: step) }
            for changes in changed { changes.tellSubscribers() }
        }
    }

    private func show(
        _ commit: HubCommit,
        _ state: inout State,
        _ wake: WaiterQueue<Waiter>,
        _ settled: [SettlementID],
        in group: Group?
    ) -> Outcome {
        var outcome = Outcome(settled: Self.takeSettled(settled, &state), woken: wake)
        // What is derived from the hub is told before the stamp is taken: see `tellDependents(_:)`.
        if group == nil { outcome.changed = tellDependents(&state) }
        let stamp = group?.stamp ?? feed?.workCut.load(ordering: .relaxed) ?? nextStamp(state)
        keepNewest(until: stamp, &state)
        if commit !== state.newest {
            if !wake.isEmpty {
                outcome.step = DifferenceStep(before: state.newest, after: commit, comparisons: comparisons)
            }
            outcome.letGoSteps = stepsEnd(likely: outcome.step, &state)
            outcome.letGo = state.newest
            state.newest = commit
        }
        state.held = nil
        news.store(state.machine.isFinished ? .max : commit.number, ordering: .releasing)
        return outcome
    }

    /// The stamp of a publication.
    private func nextStamp(_ state: borrowing State) -> UInt64 {
        return CutClock.next()
    }

    /// The newest commit is to be another one, to which only `likely` leads.
    private func stepsEnd(likely: DifferenceStep?, _ state: inout State) -> StepTable.Removed {
        guard likely != nil || state.mayHaveSteps else { return StepTable.Removed() }
        state.mayHaveSteps = likely != nil
        return steps.newestChanged(likely: likely, from: state.newest)
    }
}
