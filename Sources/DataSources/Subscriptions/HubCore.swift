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
        var continuations: [UnsafeContinuation<Void, Never>?] = []
        /// By settlement, while it is open.
        var settlements: [Int: UnsafeContinuation<Void, Never>] = [:]
        /// Steps to `newest`, by what they start from.
        var steps: [UInt64: DifferenceStep] = [:]
    }

    /// Steps from here on are taken by one subscription only, so they are not kept for others: on a hub that publishes
    /// nothing they would pile up.
    static let firstUnsharedKey: UInt64 = 1 << 63

    /// Distinguishes the lifetime of this hub from all others.
    @usableFromInline let epoch: UInt64
    let comparisons: HubComparisons
    private let state: Mutex<State>

    @usableFromInline
    init(epoch: UInt64, stage: HubStage, comparer: StageComparer, type: any Any.Type) {
        self.epoch = epoch
        comparisons = HubComparisons(comparer: comparer, type: type)
        state = Mutex(State(machine: HubMachine(committed: stage.number), newest: stage))
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
                return (stage, Self.show(stage, &state, wake, settled))
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
            return Self.show(state.held ?? state.newest, &state, wake, settled)
        }
        outcome.act()
    }

    /// What is to be done, and to be let go of, once the lock is open: with a snapshot may go the last reference to an
    /// item, and what that does is not known.
    private struct Outcome {
        var resumed: [UnsafeContinuation<Void, Never>] = []
        var letGo: HubStage?
        var steps: [UInt64: DifferenceStep] = [:]

        func act() {
            for continuation in resumed { continuation.resume() }
        }
    }

    private static func show(
        _ stage: HubStage,
        _ state: inout State,
        _ wake: [HubMachine.AskID],
        _ settled: [Int]
    ) -> Outcome {
        var outcome = Outcome(resumed: takeSettled(settled, &state))
        if stage !== state.newest {
            outcome.letGo = state.newest
            outcome.steps = state.steps
            state.newest = stage
            state.steps = [:]
            #if DATASOURCES_MUTANTS
            if Mutation.isActive(.keepsStaleSteps) { state.steps = outcome.steps }
            #endif
        }
        state.held = nil
        outcome.resumed.reserveCapacity(outcome.resumed.count + wake.count)
        for id in wake {
            if let continuation = state.continuations[id].take() { outcome.resumed.append(continuation) }
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

    /// A consumer that has been given `cursor` asks; what it is to do.
    func beginAsk(from cursor: HubStage, key: UInt64) -> (ask: HubMachine.AskID, next: Next) {
        state.withLock { state in
            let ask = state.machine.askBegan(cursor: cursor.number)
            return (ask, next(for: ask, from: cursor, key: key, &state))
        }
    }

    /// What the ask is to do; a step is found by what it starts from, or made.
    func next(for ask: HubMachine.AskID, from cursor: HubStage, key: UInt64) -> Next {
        state.withLock { next(for: ask, from: cursor, key: key, &$0) }
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
            if let step = state.steps[key] { return .step(step) }
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
        state.withLock { $0.steps[key] }
    }

    /// Suspends the ask until there is something newer, the hub finishes, or the task is cancelled.
    func park(_ ask: HubMachine.AskID) async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let parks = state.withLock { state -> Bool in
                    // Cancelled before it was parked: the handler has found nothing to wake.
                    if Task.isCancelled || state.machine.next(for: ask) != .wait { return false }
                    state.machine.askParked(ask)
                    while state.continuations.count <= ask { state.continuations.append(nil) }
                    state.continuations[ask] = continuation
                    return true
                }
                if !parks { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.machine.askCancelled(ask) ? state.continuations[ask].take() : nil
            }
            continuation?.resume()
        }
    }

    func advance(_ ask: HubMachine.AskID, to cursor: UInt64) {
        let settled = state.withLock { state in
            Self.takeSettled(state.machine.askAdvanced(ask, to: cursor), &state)
        }
        for continuation in settled { continuation.resume() }
    }

    func endAsk(_ ask: HubMachine.AskID) {
        let settled = state.withLock { state in Self.takeSettled(state.machine.askEnded(ask), &state) }
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
