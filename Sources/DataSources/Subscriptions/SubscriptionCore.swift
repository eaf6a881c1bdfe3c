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
        /// The one it has been given last, if that is an older one: then what came after it came to nothing.
        var given: HubStage?
        var turns = TurnState()
    }

    private let hub: HubCore
    private let pacer: (any Pacer)?
    private let state: Mutex<State>
    /// What steps from the starting stage are found by, if it is no commit of this source.
    private let foreignKey: UInt64
    /// The ask of the call whose turn it is.
    private let ask = HubCore.Ask()

    init(hub: HubCore, cursor: HubStage, foreignKey: UInt64 = 0, pacer: (any Pacer)? = nil) {
        self.hub = hub
        self.foreignKey = foreignKey
        self.pacer = pacer
        state = Mutex(State(cursor: cursor))
    }

    /// Starts at the newest stage.
    convenience init(hub: HubCore) {
        self.init(hub: hub, cursor: hub.newest)
    }

    var epoch: UInt64 { hub.epoch }

    var newest: HubStage { hub.newest }

    var isFinished: Bool { hub.isFinished }

    var cursor: HubStage { state.withLock { $0.cursor } }

    var given: HubStage { state.withLock { $0.given ?? $0.cursor } }

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

    @concurrent
    private func takeOffActor() async -> Delivery? {
        await take()
    }

    /// The step to the newest state if somebody has computed it already, without waiting for anything.
    private func takeWhatIsKnown() -> Delivery? {
        if Task.isCancelled { return nil }
        if let derivation = hub.derivation, !derivation.isCurrent { return nil }
        let cursor = state.withLock { $0.turns.machine.turnTriedFor() ? $0.cursor : nil }
        guard let cursor else { return nil }
        guard let step = hub.knownStep(from: key(of: cursor)), let update = step.known else {
            passTurn()
            return nil
        }
        return deliver(update, of: step, to: step.after)
    }

    /// The next update; `nil` at the end, and if it `returnsFromNothing`, also after a step that came to nothing.
    ///
    /// All of it is one function but for what is rare, and it parks without having begun anything: most consumers are
    /// faster than their source, and then this, from one delivery to the next, is what a delivery costs. What is rare is
    /// not inlined: it would take up room in every consumer's task while it waits, half a kilobyte for a task group.
    @usableFromInline
    func take(returnsFromNothing: Bool = false) async -> Delivery? {
        let (hasTurn, number) = state.withLock { ($0.turns.machine.turnTriedFor(), $0.cursor.number) }
        var seen = number
        if !hasTurn {
            guard await turn() else { return nil }
            seen = cursor.number
        }
        asking: while true {
            if hub.derivation != nil, await !refresh() { break }
            var likely: DifferenceStep?
            if hub.hasNothing(after: seen) {
                var rings = 0
                if let derivation = hub.derivation {
                    rings = hub.rings
                    if !derivation.willTell { continue }
                }
                let wait = Simulation.running?.waitBegan { [comparisons = hub.comparisons, seen] in
                    "the next update of \(comparisons.name) after version \(seen)"
                }
                if let clocks = hub.derivation?.clocks, !clocks.isEmpty {
                    await park(at: seen, rings: rings, keepingTimeOf: clocks)
                } else {
                    // What the closure returned would go through the metadata of its type.
                    await withTaskCancellationHandler {
                        likely = await withUnsafeContinuation { hub.park(ask, at: seen, rings: rings, $0) }
                    } onCancel: {
                        hub.wakeCancelled(ask)
                    }
                }
                wait?.ended()
                #if DATASOURCES_THREAD_SANITIZER
                // It does not see that who resumes comes before who is resumed; the lock it sees.
                _ = hub.rings
                #endif
                // Of a derived hub there may be more to be seen than has been published.
                if hub.derivation != nil { continue }
            }
            if Task.isCancelled { break }
            let step: DifferenceStep
            if let likely, likely.before.number == seen, hub.isNewest(likely) {
                step = likely
            } else {
                let cursor = cursor
                switch hub.next(for: ask, from: cursor, key: key(of: cursor)) {
                case .wait: continue
                case .end: break asking
                case .step(let newest): step = newest
                }
            }
            if let pacer, await pacer.pause() { continue }
            var update = step.known
            if update == nil {
                switch await step.outcome() {
                case .cancelled: continue
                case .update(let found): update = found
                }
                if Task.isCancelled { break }
            }
            var after = step.after
            #if DATASOURCES_MUTANTS
            if Mutation.isActive(.claimsTheNewestAfterTheDifference) { after = hub.newest }
            #endif
            if let update {
                let begun = ask.leave()
                let delivery = deliver(update, of: step, to: after)
                if let begun { hub.endAsk(begun) }
                pacer?.delivered()
                return delivery
            }
            cameToNothing(after)
            seen = after.number
            hub.advance(ask, to: seen)
            if returnsFromNothing { break }
        }
        if let begun = ask.leave() { hub.endAsk(begun) }
        passTurn()
        return nil
    }

    /// Parks, and meanwhile keeps the time that the hub's state depends on.
    @inline(never)
    private func park(at seen: UInt64, rings: Int, keepingTimeOf clocks: [HubCore]) async {
        await withDiscardingTaskGroup { group in
            for clock in clocks { group.addTask { await clock.alarm?.keepTime(at: clock) } }
            await withTaskCancellationHandler {
                _ = await withUnsafeContinuation { hub.park(ask, at: seen, rings: rings, $0) }
            } onCancel: {
                hub.wakeCancelled(ask)
            }
            group.cancelAll()
        }
    }

    /// Brings a derived hub up to date; `false` when the task is cancelled.
    @inline(never)
    private func refresh() async -> Bool {
        await hub.derivation?.refresh(hub)
        return !Task.isCancelled
    }

    /// Moves on to where an update leads, and lets the next call have its turn; what is to be delivered.
    private func deliver(_ update: HubUpdate, of step: DifferenceStep, to stage: HubStage) -> Delivery {
        // The old ones are handed out, so that they go once the lock is open.
        let (cursor, given, next) = state.withLock { state in
            let old = (state.cursor, state.given)
            state.cursor = stage
            state.given = nil
            return (old.0, old.1, state.turns.pass())
        }
        for call in next { call.resume() }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.startsFromTheCommitBefore) { return Delivery(update: update, given: nil) }
        #endif
        let last = given ?? cursor
        return Delivery(update: update, given: last === step.before ? nil : last)
    }

    /// Moves on to where a step leads that came to nothing.
    private func cameToNothing(_ stage: HubStage) {
        _ = state.withLock { state in
            let old = state.cursor
            state.cursor = stage
            if state.given == nil { state.given = old }
            return old
        }
    }
}

// MARK: - Taking turns

extension SubscriptionCore {
    /// Waits for a call's turn; `false` when its task was cancelled.
    @inline(never)
    private func turn() async -> Bool {
        let waiter = WaiterClass.current
        let id = state.withLock { $0.turns.machine.callQueued(as: waiter) }
        let wait = Simulation.running?.waitBegan { [comparisons = hub.comparisons] in
            "its turn at a subscription of \(comparisons.name)"
        }
        defer { wait?.ended() }
        repeat {
            await queue(id)
            if Task.isCancelled {
                for call in state.withLock({ $0.turns.cancel(id) }) { call.resume() }
                return false
            }
        } while !state.withLock { $0.turns.machine.turnTaken(by: id) }
        return true
    }

    private func queue(_ id: Int) async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                if !state.withLock({ $0.turns.park(id, continuation) }) { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.turns.continuations.removeValue(forKey: id) }?.resume()
        }
    }

    private func passTurn() {
        for call in state.withLock({ $0.turns.pass() }) { call.resume() }
    }
}
