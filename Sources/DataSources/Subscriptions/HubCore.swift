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
        var machine: HubMachine
        /// The newest stage subscribers may see.
        var newest: HubStage
        /// The newest commit, while publishing is suspended.
        var held: HubStage?
        /// By ask, while it waits.
        var continuations: [UnsafeContinuation<DifferenceStep?, Never>?] = []
        /// By settlement, while it is open.
        var settlements: [Int: UnsafeContinuation<Void, Never>] = [:]
        /// The step to `newest` from what was that before, if the commit has woken somebody to take it.
        var likelyStep: DifferenceStep?
        /// The other steps to `newest`, by what they start from.
        var steps: [UInt64: DifferenceStep] = [:]
        /// The moment at which `newest` was published, see ``Moments``; 0 for the first stage.
        var stamp: UInt64 = 0
        /// Whether `newest` is the stage with which the hub was derived from first, or was published before that.
        var isOriginal = true
        /// Where the moments are registered that what is derived from the hub looks back to; `nil` as long as nothing is.
        var scope: MomentScope?
        /// Stages that are needed for registered moments, in order.
        var past: [PastStage] = []
        /// What is derived from a hub that is not derived itself.
        var dependents = DependentList<InputChanges.Dependent>()

        func step(from key: UInt64) -> DifferenceStep? {
            if let likelyStep, likelyStep.before.number == key { return likelyStep }
            return steps[key]
        }
    }

    /// Steps from here on are taken by one subscription only, so they are not kept for others: on a hub that publishes
    /// nothing they would pile up.
    static let firstUnsharedKey: UInt64 = 1 << 63

    /// Distinguishes the lifetime of this hub from all others.
    @usableFromInline let epoch: UInt64
    let comparisons: HubComparisons
    /// Where the states come from, when the source is derived from others.
    let derivation: Derivation?
    /// What makes the hub an origin that follows the time.
    let alarm: (any Alarm)?
    /// The moment at which the hub was made; 0 for a derived one, which can be taken to any moment.
    let birth: UInt64
    let state: Mutex<State>
    /// The number of the newest stage subscribers may see; the highest there is once the hub has finished.
    ///
    /// It is only written under the lock, and read without it by those who would find nothing to do under it.
    let news: Atomic<UInt64>

    @usableFromInline
    init(
        epoch: UInt64,
        stage: HubStage,
        comparer: StageComparer,
        type: any Any.Type,
        feed: Derivation? = nil,
        alarm: (any Alarm)? = nil
    ) {
        self.epoch = epoch
        derivation = feed
        birth = feed == nil ? Moments.now : 0
        self.alarm = alarm
        comparisons = HubComparisons(comparer: comparer, type: type)
        var first = State(machine: HubMachine(committed: stage.number), newest: stage)
        first.scope = feed?.scope
        state = Mutex(first)
        news = Atomic(stage.number)
        derivation?.changes.belong(to: self)
    }

    @usableFromInline var newest: HubStage { state.withLock { $0.newest } }

    var isFinished: Bool { state.withLock { $0.machine.isFinished } }

    var askCount: Int { state.withLock { $0.machine.askCount } }

    /// What the hub shows now.
    var shownNow: Shown { state.withLock { Shown(stage: $0.newest, isFinished: $0.machine.isFinished) } }

    var dependentCount: Int { state.withLock { $0.dependents.count } }

    // MARK: The source

    /// Makes a stage the newest, or holds it back.
    ///
    /// - Parameter makeStage: Gets the last stage and the number of the next; `nil` when there is nothing to commit.
    /// - Returns: The last stage that has been committed now; `nil` when the hub has finished.
    @usableFromInline
    func commit(_ makeStage: (_ last: HubStage, _ number: UInt64) -> HubStage?) -> HubStage? {
        let (stage, outcome) = state.withLock { state -> (HubStage?, Outcome) in
            if state.machine.isFinished { return (nil, Outcome()) }
            let last = state.held ?? state.newest
            guard let stage = makeStage(last, state.machine.committed + 1) else { return (last, Outcome()) }
            return (stage, commit(stage, &state, in: nil))
        }
        outcome.act()
        return stage
    }

    /// Makes stages of several hubs the newest at one moment, or none when one of the hubs has finished.
    ///
    /// - Returns: The versions of the last commits now, in the order given.
    /// - Throws: ``EditError`` when one of the hubs has finished.
    static func commit(_ commits: [Commit]) throws(EditError) -> [Version] {
        let order = commits.indices.sorted { ObjectIdentifier(commits[$0].hub) < ObjectIdentifier(commits[$1].hub) }
        var group = Group()
        let done = commit(order.map { commits[$0] }[...], &group)
        for (_, outcome) in done ?? [] { outcome.act() }
        for changes in group.changed { changes.tellSubscribers() }
        guard let done else { throw .sourceFinished }
        var versions: [(place: Int, version: Version)] = []
        for (place, (version, _)) in zip(order, done) { versions.append((place, version)) }
        return versions.sorted { $0.place < $1.place }.map(\.version)
    }

    /// What commits to several hubs at one moment share.
    private struct Group {
        /// The derived hubs that have been told of the commits, and whose subscribers are to be told.
        var changed: [InputChanges] = []
        /// The moment, once all hubs are locked and all that is derived from them has been told.
        var stamp: UInt64 = 0
    }

    /// Locks one hub after the other, and commits with all of them locked.
    private static func commit(
        _ commits: ArraySlice<Commit>, _ group: inout Group
    ) -> [(version: Version, outcome: Outcome)]? {
        guard let first = commits.first else {
            group.stamp = Moments.next()
            return []
        }
        let hub = first.hub
        return hub.state.withLock { state in
            if state.machine.isFinished { return nil }
            let last = state.held ?? state.newest
            let stage = first.makeStage(last, state.machine.committed + 1)
            if stage != nil { group.changed += hub.tellDependents(&state) }
            guard let others = commit(commits.dropFirst(), &group) else { return nil }
            let outcome = stage.map { hub.commit($0, &state, in: group) } ?? Outcome()
            return [(Version(epoch: hub.epoch, number: (stage ?? last).number), outcome)] + others
        }
    }

    private func commit(_ stage: HubStage, _ state: inout State, in group: Group?) -> Outcome {
        switch state.machine.snapshotCommitted() {
        case .held:
            let letGo = state.held
            state.held = stage
            return Outcome(letGo: letGo)
        case .published(let wake, let settled):
            return show(stage, &state, wake, settled, in: group)
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

    private func publishHeld(_ input: (inout HubMachine) -> HubMachine.Publication) {
        let outcome = state.withLock { state -> Outcome in
            guard case .published(let wake, let settled) = input(&state.machine) else { return Outcome() }
            return show(state.held ?? state.newest, &state, wake, settled, in: nil)
        }
        outcome.act()
    }

    /// What is to be done, and to be let go of, once the lock is open: with a snapshot may go the last reference to an
    /// item, and what that does is not known.
    private struct Outcome {
        var settled: [UnsafeContinuation<Void, Never>] = []
        var woken: [UnsafeContinuation<DifferenceStep?, Never>] = []
        /// What the woken are likely to take.
        var step: DifferenceStep?
        var letGo: HubStage?
        var letGoStep: DifferenceStep?
        var letGoSteps: [UInt64: DifferenceStep] = [:]
        /// The derived hubs that have been told of the change, and whose subscribers are to be told.
        var changed: [InputChanges] = []

        func act() {
            for continuation in settled { continuation.resume() }
            for continuation in woken { continuation.resume(returning: step) }
            for changes in changed { changes.tellSubscribers() }
        }
    }

    private func show(
        _ stage: HubStage,
        _ state: inout State,
        _ wake: [HubMachine.AskID],
        _ settled: [Int],
        in group: Group?
    ) -> Outcome {
        var outcome = Outcome(settled: Self.takeSettled(settled, &state))
        // What is derived from the hub is told before the stamp is taken: see `tellDependents(_:)`.
        if group == nil { outcome.changed = tellDependents(&state) }
        keepNewest(
            until: group?.stamp ?? derivation?.workMoment.load(ordering: .relaxed) ?? Moments.next(), &state)
        if stage !== state.newest {
            if !wake.isEmpty {
                outcome.step = DifferenceStep(before: state.newest, after: stage, comparisons: comparisons)
            }
            #if DATASOURCES_MUTANTS
            if Mutation.isActive(.sharesNoSteps) || Mutation.isActive(.keepsStaleSteps) { outcome.step = nil }
            #endif
            outcome.letGo = state.newest
            outcome.letGoStep = state.likelyStep
            outcome.letGoSteps = state.steps
            state.newest = stage
            state.likelyStep = outcome.step
            state.steps = [:]
            #if DATASOURCES_MUTANTS
            if Mutation.isActive(.keepsStaleSteps) { state.steps = outcome.letGoSteps }
            #endif
        }
        state.held = nil
        news.store(state.machine.isFinished ? .max : stage.number, ordering: .releasing)
        outcome.woken.reserveCapacity(wake.count)
        for id in wake {
            if let continuation = state.continuations[id].take() { outcome.woken.append(continuation) }
        }
        return outcome
    }

    static func takeSettled(_ ids: [Int], _ state: inout State) -> [UnsafeContinuation<Void, Never>] {
        ids.compactMap { state.settlements.removeValue(forKey: $0) }
    }
}
