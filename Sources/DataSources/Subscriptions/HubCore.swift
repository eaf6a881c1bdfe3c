internal import Synchronization

/// The shell around ``HubMachine``: it locks, lets the machine decide, unlocks, and then acts.
///
/// It is kept alive by the source's hub and by every subscription, so that a subscription can still be given what was
/// left when its source went away. Whoever waits is woken with the step that is likely, which counts only if it leads to
/// the newest state still; else it looks for the newest state itself, so commits in between conflate.
@usableFromInline
final class HubCore: Sendable {
    /// Everything is guarded by the mutex.
    private struct State {
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
        /// What derived hubs have hung up, in order.
        var bells: [Bell] = []
        /// How many bells there may be before those that nobody hears are taken down.
        var bellLimit = 16

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
    let feed: (any HubFeed)?
    /// What makes the hub an origin that follows the time.
    let alarm: (any Alarm)?
    private let state: Mutex<State>
    /// The number of the newest stage subscribers may see; the highest there is once the hub has finished.
    ///
    /// It is only written under the lock, and read without it by those who would find nothing to do under it.
    private let news: Atomic<UInt64>

    @usableFromInline
    init(
        epoch: UInt64,
        stage: HubStage,
        comparer: StageComparer,
        type: any Any.Type,
        feed: (any HubFeed)? = nil,
        alarm: (any Alarm)? = nil
    ) {
        self.epoch = epoch
        self.feed = feed
        self.alarm = alarm
        comparisons = HubComparisons(comparer: comparer, type: type)
        state = Mutex(State(machine: HubMachine(committed: stage.number), newest: stage))
        news = Atomic(stage.number)
    }

    @usableFromInline var newest: HubStage { state.withLock { $0.newest } }

    var isFinished: Bool { state.withLock { $0.machine.isFinished } }

    var askCount: Int { state.withLock { $0.machine.askCount } }

    var bellCount: Int { state.withLock { $0.bells.count } }

    // MARK: The source

    /// Makes a stage the newest, or holds it back.
    ///
    /// - Parameter makeStage: Gets the last stage and the number of the next; `nil` when there is nothing to commit.
    /// - Returns: The last stage that has been committed now; `nil` when the hub has finished.
    @usableFromInline
    func commit(_ makeStage: (_ last: HubStage, _ number: UInt64) -> HubStage?) -> HubStage? {
        let (stage, outcome) = state.withLock { state -> (HubStage?, Outcome) in
            state.machine.isFinished ? (nil, Outcome()) : commit(makeStage, &state)
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
        guard let done = commit(order.map { commits[$0] }[...]) else { throw .sourceFinished }
        for (_, outcome) in done { outcome.act() }
        var versions: [(place: Int, version: Version)] = []
        for (place, (version, _)) in zip(order, done) { versions.append((place, version)) }
        return versions.sorted { $0.place < $1.place }.map(\.version)
    }

    /// Locks one hub after the other, and commits with all of them locked.
    private static func commit(_ commits: ArraySlice<Commit>) -> [(version: Version, outcome: Outcome)]? {
        guard let first = commits.first else { return [] }
        return first.hub.state.withLock { state in
            if state.machine.isFinished { return nil }
            guard let others = commit(commits.dropFirst()) else { return nil }
            let (stage, outcome) = first.hub.commit(first.makeStage, &state)
            return [(Version(epoch: first.hub.epoch, number: stage.number), outcome)] + others
        }
    }

    private func commit(
        _ makeStage: (_ last: HubStage, _ number: UInt64) -> HubStage?,
        _ state: inout State
    ) -> (stage: HubStage, outcome: Outcome) {
        let last = state.held ?? state.newest
        guard let stage = makeStage(last, state.machine.committed + 1) else { return (last, Outcome()) }
        switch state.machine.snapshotCommitted() {
        case .held:
            let letGo = state.held
            state.held = stage
            return (stage, Outcome(letGo: letGo))
        case .published(let wake, let settled):
            return (stage, show(stage, &state, wake, settled))
        case .refused:
            // The callers have looked whether the hub has finished, under this lock.
            return (last, Outcome())
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
            return show(state.held ?? state.newest, &state, wake, settled)
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
        var bells: [Bell] = []

        func act() {
            for continuation in settled { continuation.resume() }
            for continuation in woken { continuation.resume(returning: step) }
            for bell in bells { bell.ring() }
        }
    }

    private func show(
        _ stage: HubStage,
        _ state: inout State,
        _ wake: [HubMachine.AskID],
        _ settled: [Int]
    ) -> Outcome {
        var outcome = Outcome(settled: Self.takeSettled(settled, &state))
        if !state.bells.isEmpty {
            swap(&outcome.bells, &state.bells)
            for bell in outcome.bells { bell.isArmed.store(false, ordering: .relaxed) }
        }
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

    private static func takeSettled(_ ids: [Int], _ state: inout State) -> [UnsafeContinuation<Void, Never>] {
        ids.compactMap { state.settlements.removeValue(forKey: $0) }
    }

    // MARK: The subscribers

    /// What an ask is to do.
    enum Next {
        /// Nothing newer: park.
        case wait
        /// The hub has finished and everything was given.
        case end
        /// Take the step to the newest stage, together with whoever else takes it.
        case step(DifferenceStep)
    }

    /// The ask of a subscription, which has one at a time.
    struct Ask: ~Copyable, Sendable {
        /// Its number while there is one, or else -1.
        ///
        /// Only the call whose turn it is writes it; who cancels that call reads it while it parks, and then both hold
        /// the hub's lock.
        private let number = Atomic<HubMachine.AskID>(-1)

        fileprivate var id: HubMachine.AskID { number.load(ordering: .relaxed) }

        fileprivate func begin(_ cursor: UInt64, _ machine: inout HubMachine) -> HubMachine.AskID {
            let known = id
            if known >= 0 { return known }
            let begun = machine.askBegan(cursor: cursor)
            number.store(begun, ordering: .relaxed)
            return begun
        }

        /// The number, to end it once the turn has passed to a call that begins one of its own; `nil` if there is none.
        func leave() -> HubMachine.AskID? {
            let id = id
            if id < 0 { return nil }
            number.store(-1, ordering: .relaxed)
            return id
        }
    }

    /// Whether there was nothing newer than a commit a moment ago, so that an ask would park.
    func hasNothing(after number: UInt64) -> Bool { news.load(ordering: .acquiring) <= number }

    /// Whether a step led to the newest stage a moment ago.
    func isNewest(_ step: DifferenceStep) -> Bool { news.load(ordering: .acquiring) == step.after.number }

    /// What a consumer that has been given `cursor` is to do, who asks or begins to; a step is found by what it starts
    /// from, or made.
    func next(for ask: borrowing Ask, from cursor: HubStage, key: UInt64) -> Next {
        state.withLock { next(for: ask.begin(cursor.number, &$0.machine), from: cursor, key: key, &$0) }
    }

    private func next(
        for ask: HubMachine.AskID,
        from cursor: HubStage,
        key: UInt64,
        _ state: inout State
    ) -> Next {
        switch state.machine.next(for: ask) {
        case .wait: return .wait
        case .end: return .end
        case .step:
            if let step = state.step(from: key) { return .step(step) }
            let step = DifferenceStep(before: cursor, after: state.newest, comparisons: comparisons)
            #if DATASOURCES_MUTANTS
            if Mutation.isActive(.sharesNoSteps) { return .step(step) }
            #endif
            if key < HubCore.firstUnsharedKey { state.steps[key] = step }
            return .step(step)
        }
    }

    /// The step to the newest stage from what has this key, if somebody takes it or has taken it.
    func knownStep(from key: UInt64) -> DifferenceStep? {
        state.withLock { $0.step(from: key) }
    }

    /// The task of an ask, or of one that begins now, is to be suspended until there is something newer than `cursor`,
    /// the hub is rung more often than `rings` or finishes, or the task is cancelled.
    ///
    /// It is resumed with the step from there, if there is one. That may be no longer the newest: see ``isNewest(_:)``.
    func park(
        _ ask: borrowing Ask,
        at cursor: UInt64,
        rings: Int,
        _ continuation: UnsafeContinuation<DifferenceStep?, Never>
    ) {
        let parks = state.withLock { state -> Bool in
            let id = ask.begin(cursor, &state.machine)
            // Cancelled before it was parked: the handler has found nothing to wake.
            if Task.isCancelled || state.machine.next(for: id) != .wait { return false }
            // Rung before it was parked: the bell has found nobody to wake.
            if state.machine.rings != rings { return false }
            state.machine.askParked(id)
            while state.continuations.count <= id { state.continuations.append(nil) }
            state.continuations[id] = continuation
            return true
        }
        if !parks { continuation.resume(returning: nil) }
    }

    /// The task of an ask that may have parked was cancelled.
    func wakeCancelled(_ ask: borrowing Ask) {
        let continuation = state.withLock { state -> UnsafeContinuation<DifferenceStep?, Never>? in
            let id = ask.id
            return id >= 0 && state.machine.askCancelled(id) ? state.continuations[id].take() : nil
        }
        continuation?.resume(returning: nil)
    }

    func advance(_ ask: borrowing Ask, to cursor: UInt64) {
        let settled = state.withLock { state -> [UnsafeContinuation<Void, Never>] in
            let id = ask.id
            return id < 0 ? [] : Self.takeSettled(state.machine.askAdvanced(id, to: cursor), &state)
        }
        for continuation in settled { continuation.resume() }
    }

    /// An ask was answered, or given up.
    func endAsk(_ id: HubMachine.AskID) {
        let (settled, scout) = state.withLock { state in
            let scout = feed == nil ? nil : state.machine.askLeaves(id).flatMap { state.continuations[$0].take() }
            return (Self.takeSettled(state.machine.askEnded(id), &state), scout)
        }
        for continuation in settled { continuation.resume() }
        scout?.resume(returning: nil)
    }

    // MARK: Derived hubs

    /// How often something upstream of a derived hub has changed.
    var rings: Int { state.withLock { $0.machine.rings } }

    /// What a hub had to show at some moment.
    struct Reached: Sendable {
        let hub: HubCore
        let stage: HubStage
        let isFinished: Bool

        /// Whether the hub has nothing else to show now.
        var isNewest: Bool { hub.state.withLock { HubCore.shows($0, self) } }
    }

    private static func shows(_ state: borrowing State, _ reached: Reached) -> Bool {
        reached.stage === state.newest && reached.isFinished == state.machine.isFinished
    }

    /// What the hub has to show now.
    private var reached: Reached { state.withLock { reached($0) } }

    private func reached(_ state: borrowing State) -> Reached {
        Reached(hub: self, stage: state.newest, isFinished: state.machine.isFinished)
    }

    /// Whether a deadline has passed that nobody who follows the hub has been told of.
    var isDue: Bool { alarm?.isDue ?? false }

    /// What all of `hubs` have to show at one moment.
    ///
    /// - Parameter hubs: Each once, in the order of their addresses, as everybody locks them who locks several.
    /// - Returns: What each has to show, in their order.
    static func reached(by hubs: [HubCore]) -> [Reached] {
        if hubs.count == 1 { return [hubs[0].reached] }
        return reached(by: hubs[...])
    }

    private static func reached(by hubs: ArraySlice<HubCore>) -> [Reached] {
        guard let hub = hubs.first else { return [] }
        return hub.state.withLock { state in
            [hub.reached(state)] + reached(by: hubs.dropFirst())
        }
    }

    /// The step from one of this hub's stages to another; shared when the latter is the newest.
    func step(from before: HubStage, to after: HubStage) -> DifferenceStep {
        state.withLock { state in
            guard after === state.newest, before.number < HubCore.firstUnsharedKey else {
                return DifferenceStep(before: before, after: after, comparisons: comparisons)
            }
            if let step = state.step(from: before.number) { return step }
            let step = DifferenceStep(before: before, after: after, comparisons: comparisons)
            state.steps[before.number] = step
            return step
        }
    }

    /// Hangs up a bell that is rung once when the hub has something else to show than `reached`; `false` when it has.
    func hang(_ bell: Bell, whenNoLonger reached: Reached) -> Bool {
        // Bells that nobody hears go once the lock is open.
        let (hangs, _) = state.withLock { state -> (Bool, [Bell]) in
            guard Self.shows(state, reached) else { return (false, []) }
            if bell.isArmed.exchange(true, ordering: .relaxed) { return (true, []) }
            let all = state.bells
            if all.count >= state.bellLimit {
                state.bells = all.filter(\.isHeard)
                state.bellLimit = max(16, 2 * state.bells.count)
            }
            state.bells.append(bell)
            return (true, all)
        }
        return hangs
    }

    /// Something upstream has changed: one of those that wait is woken, and looks.
    func upstreamChanged() {
        let scout = state.withLock { state in
            state.machine.upstreamChanged().flatMap { state.continuations[$0].take() }
        }
        scout?.resume(returning: nil)
    }

    // MARK: Settlement

    /// Returns once every ask has been given the commit `number`, or the task is cancelled.
    func settled(at number: UInt64) async {
        guard let id = state.withLock({ $0.machine.settlementRequested(at: number) }) else { return }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let parks = state.withLock { state -> Bool in
                    if Task.isCancelled {
                        _ = state.machine.settlementCancelled(id)
                        return false
                    }
                    guard state.machine.isOpen(id) else { return false }
                    state.settlements[id] = continuation
                    return true
                }
                if !parks { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state -> UnsafeContinuation<Void, Never>? in
                guard let continuation = state.settlements.removeValue(forKey: id) else { return nil }
                _ = state.machine.settlementCancelled(id)
                return continuation
            }
            continuation?.resume()
        }
    }
}
