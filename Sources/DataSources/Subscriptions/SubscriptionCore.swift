internal import Synchronization

/// What a subscription is to deliver.
@usableFromInline
struct Delivery: Sendable {
    @usableFromInline let update: HubUpdate
    /// The stage that the consumer has, when the update begins at another one, with nothing in between.
    @usableFromInline let given: HubStage?
}

/// The shell of a ``Subscription``: it waits for turns and for the hub, and takes steps.
///
/// It does not know what its stages and updates hold, and so is compiled once and needs no metadata.
@usableFromInline
final class SubscriptionCore: Sendable {
    /// Everything is guarded by the mutex; cursor and given are only set by the call whose turn it is.
    private struct State {
        /// The commit the consumer knows everything up to.
        var cursor: HubStage
        /// The one it has been given last.
        ///
        /// It is equal to the cursor, and an older commit when what came after it came to nothing.
        var given: HubStage
        var turns = TurnMachine()
        var continuations: [Int: UnsafeContinuation<Void, Never>] = [:]
    }

    private let hub: HubCore
    private let pacer: (any Pacer)?
    private let state: Mutex<State>
    /// What steps from the starting stage are found by, if it is no commit of this source.
    private let foreignKey: UInt64

    init(hub: HubCore, cursor: HubStage, foreignKey: UInt64 = 0, pacer: (any Pacer)? = nil) {
        self.hub = hub
        self.foreignKey = foreignKey
        self.pacer = pacer
        state = Mutex(State(cursor: cursor, given: cursor))
    }

    /// Starts at the newest stage.
    convenience init(hub: HubCore) {
        self.init(hub: hub, cursor: hub.newest)
    }

    var epoch: UInt64 { hub.epoch }

    var newest: HubStage { hub.newest }

    var isFinished: Bool { hub.isFinished }

    var cursor: HubStage { state.withLock { $0.cursor } }

    var given: HubStage { state.withLock { $0.given } }

    var lag: Int {
        // The cursor first: it may move on meanwhile, but not beyond what is read after it.
        let seen = cursor.number
        let newest = hub.newest.number
        return newest > seen ? Int(clamping: newest - seen) : 0
    }

    func paced(by pacer: any Pacer) -> SubscriptionCore {
        SubscriptionCore(hub: hub, cursor: cursor, foreignKey: foreignKey, pacer: pacer)
    }

    func moved(to stage: HubStage, isEmpty: Bool) -> SubscriptionCore {
        SubscriptionCore(
            hub: hub,
            cursor: stage,
            foreignKey: isEmpty ? 0 : HubCore.firstUnsharedKey | Lineage.unique().number,
            pacer: pacer?.restarted
        )
    }

    /// See ``Subscription/next(isolation:)``.
    @usableFromInline
    func next(isolation actor: isolated (any Actor)?) async -> Delivery? {
        if actor == nil { return await take() }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.comparesOnTheConsumersActor) { return await take() }
        #endif
        if pacer == nil, let delivery = takeWhatIsKnown() { return delivery }
        return await takeOffActor()
    }
}

// MARK: - Taking a step

extension SubscriptionCore {
    private func key(of cursor: HubStage) -> UInt64 {
        let number = cursor.number
        return number == 0 ? foreignKey : number
    }

    /// Moves on to where a step leads, by an update or because there is no difference; what is to be delivered.
    private func move(by step: DifferenceStep, to stage: HubStage, _ update: HubUpdate?) -> Delivery? {
        // The old ones are handed out, so that they go once the lock is open.
        let (_, given) = state.withLock { state in
            let old = (state.cursor, state.given)
            state.cursor = stage
            if update != nil { state.given = step.after }
            return old
        }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.startsFromTheCommitBefore) { return update.map { Delivery(update: $0, given: nil) } }
        #endif
        guard let update else { return nil }
        return Delivery(update: update, given: given === step.before ? nil : given)
    }

    @concurrent
    private func takeOffActor() async -> Delivery? {
        await take()
    }

    /// The step to the newest state if somebody has computed it already, without waiting for anything.
    private func takeWhatIsKnown() -> Delivery? {
        if Task.isCancelled { return nil }
        let cursor = state.withLock { $0.turns.turnTriedFor() ? $0.cursor : nil }
        guard let cursor else { return nil }
        defer { passTurn() }
        guard let step = hub.knownStep(from: key(of: cursor)), case .update(let update?) = step.known
        else { return nil }
        return move(by: step, to: step.after, update)
    }

    /// The next update; `nil` at the end, and if it `returnsFromNothing`, also after a step that came to nothing.
    @usableFromInline
    func take(returnsFromNothing: Bool = false) async -> Delivery? {
        if Task.isCancelled { return nil }
        guard var cursor = await turn() else { return nil }
        var (ask, next) = hub.beginAsk(from: cursor, key: key(of: cursor))
        defer {
            hub.endAsk(ask)
            passTurn()
        }
        while true {
            switch next {
            case .end: return nil
            case .wait:
                let wait = Simulation.current?.waitBegan { [comparisons = hub.comparisons, number = cursor.number] in
                    "the next update of \(comparisons.name) after version \(number)"
                }
                await hub.park(ask)
                wait?.ended()
            case .step(let step):
                if let pacer, await pacer.pause() { break }
                switch await step.take() {
                case .cancelled: break
                case .update(let update):
                    if Task.isCancelled { break }
                    cursor = step.after
                    #if DATASOURCES_MUTANTS
                    if Mutation.isActive(.claimsTheNewestAfterTheDifference) { cursor = hub.newest }
                    #endif
                    if let delivery = move(by: step, to: cursor, update) {
                        pacer?.delivered()
                        return delivery
                    }
                    hub.advance(ask, to: cursor.number)
                    if returnsFromNothing { return nil }
                }
            }
            if Task.isCancelled { return nil }
            next = hub.next(for: ask, from: cursor, key: key(of: cursor))
        }
    }
}

// MARK: - Taking turns

extension SubscriptionCore {
    /// Waits for this call's turn, and says where the subscription is then; `nil` when its task was cancelled.
    private func turn() async -> HubStage? {
        let (request, cursor) = state.withLock { ($0.turns.turnRequested(), $0.cursor) }
        guard case .queue(let id) = request else { return cursor }
        let wait = Simulation.current?.waitBegan { [comparisons = hub.comparisons] in
            "its turn at a subscription of \(comparisons.name)"
        }
        await queue(id)
        wait?.ended()
        if !Task.isCancelled { return self.cursor }
        // The turn may have come at the same moment: then it is the next one's.
        if !state.withLock({ $0.turns.queuedCallCancelled(id) }) { passTurn() }
        return nil
    }

    private func queue(_ id: Int) async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let waits = state.withLock { state -> Bool in
                    guard !Task.isCancelled, state.turns.isQueued(id) else { return false }
                    state.continuations[id] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.continuations.removeValue(forKey: id) }?.resume()
        }
    }

    private func passTurn() {
        let next = state.withLock { state in
            state.turns.turnPassed().flatMap { state.continuations.removeValue(forKey: $0) }
        }
        next?.resume()
    }
}
