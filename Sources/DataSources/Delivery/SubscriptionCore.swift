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
    /// Everything is guarded by the mutex; what comes before the turns is only set by the call whose turn it is.
    private struct State {
        /// What the next difference starts from.
        var stage: HubStage
        /// What the consumer has been given last, if that is an older stage with the same content: while a call waits,
        /// and what was newer came to nothing.
        var given: HubStage?
        /// The commit the consumer knows everything up to.
        var seen: UInt64
        var turns = TurnState()

        /// Whether nothing that came to nothing has been seen since `stage`.
        var isAtStage: Bool { seen == stage.number }
    }

    private let hub: HubCore
    private let pacer: (any Pacer)?
    private let state: Mutex<State>
    /// The ask of the call whose turn it is.
    private let ask = HubCore.Ask()

    /// Creates the shell of a subscription that starts with `stage`.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - stage: One of the hub's, or one that has a lower number than the newest.
    ///   - seen: The commit up to which the consumer knows everything; that of `stage` unless it is said.
    ///   - pacer: What spaces the updates.
    init(hub: HubCore, stage: HubStage, seen: UInt64? = nil, pacer: (any Pacer)? = nil) {
        self.hub = hub
        self.pacer = pacer
        state = Mutex(State(stage: stage, seen: seen ?? stage.number))
    }

    /// Starts at the newest stage.
    convenience init(hub: HubCore) {
        self.init(hub: hub, stage: hub.newest)
    }

    var epoch: UInt64 { hub.epoch }

    var newest: HubStage { hub.newest }

    var isFinished: Bool { hub.isFinished }

    var seen: UInt64 { state.withLock { $0.seen } }

    private var stage: HubStage { state.withLock { $0.stage } }

    var given: HubStage { state.withLock { $0.given ?? $0.stage } }

    var lag: Int {
        // What has been seen first: it may move on meanwhile, but not beyond what is read after it.
        let seen = seen
        let newest = hub.newest.number
        return newest > seen ? Int(clamping: newest - seen) : 0
    }

    func paced(by pacer: any Pacer) -> SubscriptionCore {
        let (stage, seen) = state.withLock { ($0.given ?? $0.stage, $0.seen) }
        return SubscriptionCore(hub: hub, stage: stage, seen: seen, pacer: pacer)
    }

    /// A subscription that starts with a stage that is not the hub's, or only may be.
    func started(at stage: HubStage, ifSame isSame: (HubStage) -> Bool) -> SubscriptionCore {
        moved(to: hub.start(at: stage, ifSame: isSame))
    }

    func moved(to stage: HubStage) -> SubscriptionCore {
        SubscriptionCore(hub: hub, stage: stage, pacer: pacer?.restarted)
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
    @concurrent
    private func takeOffActor() async -> Delivery? {
        await take()
    }

    /// The step to the newest state if somebody has computed it already, without waiting for anything.
    private func takeWhatIsKnown() -> Delivery? {
        if Task.isCancelled { return nil }
        if let derivation = hub.derivation, !derivation.isCurrent { return nil }
        let stage = state.withLock { $0.turns.machine.turnTriedFor() ? $0.stage : nil }
        guard let stage else { return nil }
        guard let step = hub.steps.step(from: stage), let update = step.known else {
            passTurn()
            return nil
        }
        return deliver(update, to: step.after)
    }

    /// The next update; `nil` at the end, and if it `returnsFromNothing`, also after a step that came to nothing.
    ///
    /// All of it is one function but for what is rare, and it parks without having begun anything: most consumers are
    /// faster than their source, and then this, from one delivery to the next, is what a delivery costs. What is rare is
    /// not inlined: it would take up room in every consumer's task while it waits, half a kilobyte for a task group.
    @usableFromInline
    func take(returnsFromNothing: Bool = false) async -> Delivery? {
        let hasTurn: Bool
        var (seen, isAtStage): (UInt64, Bool)
        (hasTurn, seen, isAtStage) = state.withLock { ($0.turns.machine.turnTriedFor(), $0.seen, $0.isAtStage) }
        if !hasTurn {
            guard await turn() else { return nil }
            (seen, isAtStage) = state.withLock { ($0.seen, $0.isAtStage) }
        }
        if !isAtStage { catchUp() }
        asking: while true {
            if hub.derivation != nil, await !refresh() { break }
            var likely: DifferenceStep?
            if hub.hasNothing(after: seen) {
                var rings = 0
                if let derivation = hub.derivation {
                    derivation.changes.listen(hub)
                    rings = hub.rings
                    if !derivation.willTell {
                        derivation.changes.unlisten()
                        derivation.waitForChanges()
                        continue
                    }
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
                if let derivation = hub.derivation {
                    derivation.changes.unlisten()
                    continue
                }
            }
            if Task.isCancelled { break }
            let step: DifferenceStep
            if let likely, likely.from == seen, hub.isNewest(likely) {
                step = likely
            } else {
                switch hub.next(for: ask, from: stage, after: seen) {
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
                #if DATASOURCES_MUTANTS
                if Mutation.isActive(.leavesAfterTheTurn) {
                    let delivery = deliver(update, to: after)
                    if let begun = ask.leave() { hub.endAsk(begun, at: seen) }
                    return delivery
                }
                #endif
                let begun = ask.leave()
                let delivery = deliver(update, to: after)
                if let begun { hub.endAsk(begun, at: seen) }
                pacer?.delivered()
                return delivery
            }
            cameToNothing(after)
            hub.advance(ask, from: seen, to: after.number)
            seen = after.number
            if returnsFromNothing { break }
        }
        if let begun = ask.leave() { hub.endAsk(begun, at: seen) }
        endTurn()
        return nil
    }

    /// Parks, and meanwhile keeps the time that the hub's state depends on.
    @inline(never)
    private func park(at seen: UInt64, rings: Int, keepingTimeOf clocks: [HubCore]) async {
        await withDiscardingTaskGroup { (group: inout ChildTasks) in
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
    private func deliver(_ update: HubUpdate, to stage: HubStage) -> Delivery {
        // The old ones are handed out, so that they go once the lock is open.
        let ((_, given), next) = state.withLock { state in
            let old = (state.stage, state.given)
            state.stage = stage
            state.given = nil
            state.seen = stage.number
            return (old, state.turns.pass())
        }
        for call in next { call.resume() }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.startsFromTheCommitBefore) { return Delivery(update: update, given: nil) }
        #endif
        return Delivery(update: update, given: given)
    }

    /// Moves on to where a step leads that came to nothing.
    private func cameToNothing(_ stage: HubStage) {
        _ = state.withLock { state in
            let old = state.stage
            state.stage = stage
            state.seen = stage.number
            if state.given == nil { state.given = old }
            return old
        }
    }

    /// Ends a call that has nothing to deliver: what it has seen since the last delivery is let go of, so that a
    /// subscription that nobody asks retains one stage.
    private func endTurn() {
        let (_, next) = state.withLock { state -> (HubStage?, [UnsafeContinuation<Void, Never>]) in
            var old: HubStage?
            if let given = state.given.take() {
                old = state.stage
                state.stage = given
            }
            return (old, state.turns.pass())
        }
        for call in next { call.resume() }
    }

    /// Begins a call after one that has let go of what it had seen; if that is the newest stage still, goes on from
    /// there.
    ///
    /// So whoever waits has the newest stage, and takes the same step from there as all others.
    @inline(never)
    private func catchUp() {
        let newest = hub.newest
        state.withLock { state in
            guard newest.number == state.seen, newest !== state.stage else { return }
            state.given = state.stage
            state.stage = newest
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
            state.withLock { $0.turns.continuations.removeAndShrink(forKey: id) }?.resume()
        }
    }

    private func passTurn() {
        for call in state.withLock({ $0.turns.pass() }) { call.resume() }
    }
}
