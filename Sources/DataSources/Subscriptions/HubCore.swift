internal import Synchronization

/// The shell around ``HubMachine``: it locks, lets the machine decide, unlocks, and then acts.
///
/// It is kept alive by the source's hub and by every subscription, so that a subscription can still be given what was
/// left when its source went away. Continuations are resumed without a value: whoever wakes up looks for the newest
/// state itself, so commits in between conflate.
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
    private let state: Mutex<State>
    /// The number of the newest stage subscribers may see; the highest there is once the hub has finished.
    ///
    /// It is only written under the lock, and read without it by those who would find nothing to do under it.
    private let news: Atomic<UInt64>

    @usableFromInline
    init(epoch: UInt64, stage: HubStage, comparer: StageComparer, type: any Any.Type) {
        self.epoch = epoch
        comparisons = HubComparisons(comparer: comparer, type: type)
        state = Mutex(State(machine: HubMachine(committed: stage.number), newest: stage))
        news = Atomic(stage.number)
    }

    @usableFromInline var newest: HubStage { state.withLock { $0.newest } }

    var isFinished: Bool { state.withLock { $0.machine.isFinished } }

    var askCount: Int { state.withLock { $0.machine.askCount } }

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
            switch state.machine.snapshotCommitted() {
            case .refused: return (nil, Outcome())
            case .held:
                let letGo = state.held
                state.held = stage
                return (stage, Outcome(letGo: letGo))
            case .published(let wake, let settled):
                return (stage, show(stage, &state, wake, settled))
            }
        }
        outcome.act()
        return stage
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

        func act() {
            for continuation in settled { continuation.resume() }
            for continuation in woken { continuation.resume(returning: step) }
        }
    }

    private func show(
        _ stage: HubStage,
        _ state: inout State,
        _ wake: [HubMachine.AskID],
        _ settled: [Int]
    ) -> Outcome {
        var outcome = Outcome(settled: Self.takeSettled(settled, &state))
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
    /// the hub finishes, or the task is cancelled.
    ///
    /// It is resumed with the step from there, if there is one. That may be no longer the newest: see ``isNewest(_:)``.
    func park(_ ask: borrowing Ask, at cursor: UInt64, _ continuation: UnsafeContinuation<DifferenceStep?, Never>) {
        let parks = state.withLock { state -> Bool in
            let id = ask.begin(cursor, &state.machine)
            // Cancelled before it was parked: the handler has found nothing to wake.
            if Task.isCancelled || state.machine.next(for: id) != .wait { return false }
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
        let settled = state.withLock { state in Self.takeSettled(state.machine.askEnded(id), &state) }
        for continuation in settled { continuation.resume() }
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
