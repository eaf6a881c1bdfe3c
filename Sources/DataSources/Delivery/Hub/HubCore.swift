internal import Synchronization

/// The shell around ``HubMachine``: it locks, lets the machine decide, unlocks, and then acts.
///
/// The source's hub and every subscription retain it, so a subscription can still deliver the remaining changes after
/// its source is released. A woken waiter receives the likely step, which is valid only if it still leads to the newest
/// state. Otherwise the waiter looks up the newest state itself, so the commits in between conflate.
@usableFromInline
final class HubCore: Sendable {
    /// Everything is guarded by the mutex; only this type's files access it.
    struct State {
        var machine: Machine
        /// The newest commit subscribers may see.
        var newest: HubCommit
        /// The newest commit while publishing is suspended.
        var held: HubCommit?
        /// The continuations of open settlements.
        var settlements: [SettlementID: Suspension] = [:]
        /// Whether there may be steps to `newest`.
        var mayHaveSteps = false
        var starts = Starts()
        /// The stamp of `newest`, see ``CutClock``; 0 for the first commit.
        var stamp: UInt64 = 0
        /// Whether `newest` was already published when the first source was derived from the hub.
        var isOriginal = true
        /// The scope of the sources derived from the hub; `nil` while there are none.
        var scope: CutScope?
        /// Whether a registered cut has kept a commit of the hub, see ``keepNewest(until:_:)``.
        var hasPast = false
        /// The dependents of a hub that is not itself derived.
        var dependents = DependentList<Invalidation.Dependent>()
    }

    /// Identifies the lifetime of this hub.
    @usableFromInline let epoch: UInt64
    let comparisons: HubComparisons
    /// The steps to the newest commit; changed under the lock, except when a commit is released.
    let steps = StepTable()
    /// What keeps a derived hub up to date; `nil` for an origin.
    let feed: (any HubFeed)?
    /// The timer whose deadlines the hub publishes; `nil` for other hubs.
    let timer: (any DeadlineTimer)?
    /// How the source is connected to a store; `nil` if it follows none, and for a derived hub.
    let status: SnapshotHub<ValueSnapshot<SourceStatus>>?
    /// The cut at which the hub was created; 0 for a derived hub, which can be taken to any cut.
    let birth: UInt64
    let state: Mutex<State>
    /// The number of the newest commit subscribers may see; the maximum once the hub has finished.
    ///
    /// It is written only under the lock. It is read without it to find out early that there is nothing to do.
    let newestNumber: Atomic<UInt64>

    @usableFromInline
    init(
        epoch: UInt64,
        commit: HubCommit,
        comparer: CommitComparer,
        type: any Any.Type,
        feed: (any HubFeed)? = nil,
        timer: (any DeadlineTimer)? = nil,
        status: SnapshotHub<ValueSnapshot<SourceStatus>>? = nil
    ) {
        self.epoch = epoch
        self.feed = feed
        birth = feed == nil ? CutClock.now : 0
        self.timer = timer
        self.status = status
        comparisons = HubComparisons(comparer: comparer, type: type)
        var first = State(machine: Machine(committed: commit.number), newest: commit)
        first.scope = feed?.scope
        state = Mutex(first)
        newestNumber = Atomic(commit.number)
    }

    deinit { dropPast() }

    @usableFromInline var newest: HubCommit { state.withLock { $0.newest } }

    /// Whether the hub has finished; takes no lock.
    @usableFromInline var isFinished: Bool { newestNumber.load(ordering: .acquiring) == .max }

    /// Waits until a publication that is under way has been made.
    func waitForPublication() { state.withLock { _ in } }

    var demandCount: Int { state.withLock { $0.machine.demandCount } }

    /// What the hub shows now.
    var shownNow: Shown { state.withLock { Shown(commit: $0.newest, isFinished: $0.machine.isFinished) } }

    var dependentCount: Int { state.withLock { $0.dependents.count } }

    /// The number of demands there is room for: for tests.
    var demandCapacity: Int { state.withLock { $0.machine.capacity } }

    // MARK: The source

    /// Publishes a commit as the newest, or holds it back.
    ///
    /// - Returns: The last commit; `nil` if the hub has finished.
    @usableFromInline
    func commit(_ makeCommit: MakeCommit) -> HubCommit? {
        while let (last, commit) = prepare(makeCommit) {
            guard let commit else { return last }
            var outcome = Outcome()
            let isCommitted = state.withLock { state in
                guard Self.allows(state, after: last) else { return false }
                record(commit, &state, in: nil, &outcome)
                return true
            }
            outcome.act()
            if isCommitted { return commit }
        }
        return nil
    }

    /// Publishes commits of several hubs at one cut, or none if one of the hubs has finished.
    ///
    /// - Returns: The versions of the hubs' last commits, in the order given.
    /// - Throws: ``EditError`` if one of the hubs has finished.
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
            // Dependents were invalidated even if the commits were not allowed.
            for changes in group.changed { changes.wakeSubscribers() }
            if outcomes == nil { continue }
            var versions: [(place: Int, version: Version)] = []
            for (place, done) in zip(order, prepared) { versions.append((place, done.version)) }
            return versions.sorted { $0.place < $1.place }.map(\.version)
        }
    }

    /// A commit prepared to follow another one.
    private struct Prepared {
        let hub: HubCore
        let last: HubCommit
        /// `nil` if there is nothing to commit.
        let commit: HubCommit?

        var version: Version { Version(epoch: hub.epoch, number: (commit ?? last).number) }
    }

    /// The shared state of commits to several hubs at one cut.
    private struct Group {
        /// The derived hubs invalidated by the commits, whose subscribers must be woken.
        var changed: [Invalidation] = []
        /// The cut, taken once all hubs are locked and their dependents invalidated.
        var stamp: UInt64 = 0
    }

    /// The last commit and the one to follow it; `nil` if the hub has finished.
    private func prepare(_ makeCommit: MakeCommit) -> (last: HubCommit, commit: HubCommit?)? {
        guard let last = state.withLock({ $0.machine.isFinished ? nil : $0.held ?? $0.newest }) else { return nil }
        let commit = makeCommit(last, last.number + 1)
        if let commit, let annotation = feed == nil ? BoxedAnnotation.current : feed?.workAnnotation {
            // Not published yet.
            unsafe commit.annotation = annotation
        }
        return (last, commit)
    }

    /// Whether a commit prepared to follow `last` is still valid.
    private static func allows(_ state: borrowing State, after last: HubCommit) -> Bool {
        return !state.machine.isFinished && (state.held ?? state.newest) === last
    }

    /// Locks the hubs one by one in order and commits with all of them locked; returns `nil` if one of them has
    /// finished or has another last commit.
    private static func record(_ commits: ArraySlice<Prepared>, _ group: inout Group) -> [Outcome]? {
        guard let first = commits.first else {
            group.stamp = CutClock.next()
            return []
        }
        let hub = first.hub
        return hub.state.withLock { state in
            guard allows(state, after: first.last) else { return nil }
            if first.commit != nil { group.changed += hub.invalidateDependents(&state) }
            guard let others = record(commits.dropFirst(), &group) else { return nil }
            var outcome = Outcome()
            if let commit = first.commit { hub.record(commit, &state, in: group, &outcome) }
            return [outcome] + others
        }
    }

    private func record(_ commit: HubCommit, _ state: inout State, in group: Group?, _ outcome: inout Outcome) {
        switch state.machine.snapshotCommitted() {
        case .held:
            outcome.released = state.held
            state.held = commit
        case .published(let wake, let settled): show(commit, &state, wake, settled, in: group, &outcome)
        // The callers have checked under this lock that the hub has not finished.
        case .refused: break
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
        var outcome = Outcome()
        state.withLock { state in
            guard case .published(let wake, let settled) = input(&state.machine) else { return }
            show(state.held ?? state.newest, &state, wake, settled, in: nil, &outcome)
        }
        outcome.act()
    }

    /// What to do and to release after the lock.
    ///
    /// Releasing a snapshot can release the last reference to an item, whose deinitializer can run any code.
    private struct Outcome {
        var settled: [Suspension] = []
        var woken = WaiterQueue<Waiter>()
        /// The step that the woken demands will probably take.
        var step: DifferenceStep?
        var released: HubCommit?
        var releasedSteps = StepTable.Removed()
        /// The derived hubs invalidated by the change, whose subscribers must be woken.
        var changed: [Invalidation] = []

        func act() {
            if !settled.isEmpty { for continuation in settled { continuation.resume() } }
            // Not the optional itself: its copies would go through metadata.
            if let step {
                woken.forEach { $0.resume(returning: step) }
            } else {
                woken.forEach { $0.resume(returning: nil) }
            }
            if !changed.isEmpty { for changes in changed { changes.wakeSubscribers() } }
        }
    }

    private func show(
        _ commit: HubCommit,
        _ state: inout State,
        _ wake: WaiterQueue<Waiter>,
        _ settled: [SettlementID],
        in group: Group?,
        _ outcome: inout Outcome
    ) {
        if !settled.isEmpty { outcome.settled = Self.takeSettled(settled, &state) }
        outcome.woken = wake
        // Dependents are invalidated before the stamp is taken: see `invalidateDependents(_:)`.
        if group == nil { outcome.changed = invalidateDependents(&state) }
        let stamp = group?.stamp ?? feed?.workCut ?? CutClock.next()
        keepNewest(until: stamp, &state)
        if commit !== state.newest {
            if !wake.isEmpty {
                outcome.step = DifferenceStep(before: state.newest, after: commit, comparisons: comparisons)
            }
            outcome.releasedSteps = stepsEnd(likely: outcome.step, &state)
            outcome.released = state.newest
            state.newest = commit
        }
        state.held = nil
        newestNumber.store(state.machine.isFinished ? .max : commit.number, ordering: .releasing)
    }

    /// The newest commit is about to be replaced; only `likely` leads to the new one.
    private func stepsEnd(likely: DifferenceStep?, _ state: inout State) -> StepTable.Removed {
        guard likely != nil || state.mayHaveSteps else { return StepTable.Removed() }
        state.mayHaveSteps = likely != nil
        return steps.newestChanged(likely: likely, from: state.newest)
    }
}

extension HubCore {
    /// Whether a deadline has passed that has not been published.
    var isDue: Bool { timer?.isDue ?? false }

    /// The step from one of this hub's commits to another; shared if the latter is the newest.
    ///
    /// The caller retains the commit that it starts from.
    func step(from before: HubCommit, to after: HubCommit) -> DifferenceStep {
        state.withLock { state in
            after === state.newest
                ? sharedStep(from: before, &state)
                : DifferenceStep(before: before, after: after, comparisons: comparisons)
        }
    }
}

extension HubCore {
    /// Waits until every demand has received the commit `number`, or the task is cancelled.
    func settled(at number: UInt64) async {
        guard let id = state.withLock({ $0.machine.settlementRequested(at: number) }) else { return }
        await suspendTask { suspension in
            state.withLock { state in
                if Task.isCancelled {
                    _ = state.machine.settlementCancelled(id)
                    return false
                }
                guard state.machine.isOpen(id) else { return false }
                state.settlements[id] = suspension
                return true
            }
        } unpark: { [self] in
            state.withLock { state in
                guard let suspension = state.settlements.removeAndShrink(forKey: id) else { return nil }
                _ = state.machine.settlementCancelled(id)
                return suspension
            }
        }
    }

    static func takeSettled(_ ids: [SettlementID], _ state: inout State) -> [Suspension] {
        ids.compactMap { state.settlements.removeAndShrink(forKey: $0) }
    }
}
