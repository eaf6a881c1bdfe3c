internal import Synchronization

/// What a subscription is to deliver.
@usableFromInline
struct Delivery: Sendable {
    @usableFromInline let update: ErasedUpdate
    /// The commit that the consumer has, when the update begins at another one, with nothing in between.
    @usableFromInline let given: HubCommit?
}

/// The shell of a ``Subscription``: it waits for lock and for the hub, and takes steps.
///
/// It does not know what its commits and updates hold, and so is compiled once and needs no metadata.
@usableFromInline
final class SubscriptionCore: Sendable {
    /// Everything is guarded by the mutex; what comes before the lock is only set by the call whose turn it is.
    private struct State {
        /// What the next difference starts from.
        var commit: HubCommit
        /// What the consumer has been given last, if that is an older commit with the same content: while a call waits,
        /// and what was newer came to nothing.
        var given: HubCommit?
        /// The commit the consumer knows everything up to.
        var seen: UInt64
        var lock = AsyncLockState()

        /// Whether nothing that came to nothing has been seen since `commit`.
        var isAtCommit: Bool { seen == commit.number }
    }

    private let hub: HubCore
    private let throttle: (any Throttle)?
    private let state: Mutex<State>
    /// The demand of the call whose turn it is.
    private let demand = HubCore.Demand()

    /// Creates the shell of a subscription that starts with `commit`.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - commit: One of the hub's, or one that has a lower number than the newest.
    ///   - seen: The commit up to which the consumer knows everything; that of `commit` unless it is said.
    ///   - throttle: What spaces the updates.
    init(hub: HubCore, commit: HubCommit, seen: UInt64? = nil, throttle: (any Throttle)? = nil) {
        self.hub = hub
        self.throttle = throttle
        state = Mutex(State(commit: commit, seen: seen ?? commit.number))
    }

    /// Starts at the newest commit.
    convenience init(hub: HubCore) {
        self.init(hub: hub, commit: hub.newest)
    }

    var epoch: UInt64 { hub.epoch }

    var newest: HubCommit { hub.newest }

    var isFinished: Bool { hub.isFinished }

    var seen: UInt64 { state.withLock { $0.seen } }

    private var commit: HubCommit { state.withLock { $0.commit } }

    var given: HubCommit { state.withLock { $0.given ?? $0.commit } }

    var lag: Int {
        // What has been seen first: it may move on meanwhile, but not beyond what is read after it.
        let seen = seen
        let newest = hub.newest.number
        return newest > seen ? Int(clamping: newest - seen) : 0
    }

    func throttled(by throttle: any Throttle) -> SubscriptionCore {
        let (commit, seen) = state.withLock { ($0.given ?? $0.commit, $0.seen) }
        return SubscriptionCore(hub: hub, commit: commit, seen: seen, throttle: throttle)
    }

    /// A subscription that starts with a commit that is not the hub's, or only may be.
    func started(at commit: HubCommit, ifSame isSame: (HubCommit) -> Bool) -> SubscriptionCore {
        moved(to: hub.start(at: commit, ifSame: isSame))
    }

    func moved(to commit: HubCommit) -> SubscriptionCore {
        SubscriptionCore(hub: hub, commit: commit, throttle: throttle?.restarted)
    }

    /// See ``Subscription/next(isolation:)``.
    @usableFromInline
    func next(isolation actor: isolated (any Actor)?) async -> Delivery? {
        if throttle == nil, let delivery = takeWhatIsKnown() { return delivery }
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
        if let feed = hub.feed, !feed.isCurrent { return nil }
        let commit = state.withLock { $0.lock.machine.lockTried() ? $0.commit : nil }
        guard let commit else { return nil }
        guard let step = hub.steps.step(from: commit), let update = step.known else {
            unlock()
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
        let isLocked: Bool
        var (seen, isAtCommit): (UInt64, Bool)
        (isLocked, seen, isAtCommit) = state.withLock { ($0.lock.machine.lockTried(), $0.seen, $0.isAtCommit) }
        if !isLocked {
            guard await waitForLock() else { return nil }
            (seen, isAtCommit) = state.withLock { ($0.seen, $0.isAtCommit) }
        }
        if !isAtCommit { catchUp() }
        asking: while true {
            if hub.feed != nil, await !refresh() { break }
            var likely: DifferenceStep?
            if hub.hasNothing(after: seen) {
                guard let invalidations = hub.beginWait() else { continue }
                let wait = Simulation.running?.waitBegan { [comparisons = hub.comparisons, seen] in
                    "the next update of \(comparisons.name) after version \(seen)"
                }
                if let clocks = hub.feed?.clocks, !clocks.isEmpty {
                    await park(at: seen, invalidations: invalidations, keepingTimeOf: clocks)
                } else {
                    // What the closure returned would go through the metadata of its type.
                    await withTaskCancellationHandler {
                        likely = await withUnsafeContinuation {
                            hub.park(demand, at: seen, invalidations: invalidations, $0)
                        }
                    } onCancel: {
                        hub.wakeCancelled(demand)
                    }
                }
                wait?.ended()
                #if DATASOURCES_THREAD_SANITIZER
                // It does not see that who resumes comes before who is resumed; the lock it sees.
                _ = hub.invalidations
                #endif
                // Of a derived hub there may be more to be seen than has been published.
                hub.endWait()
                if hub.feed != nil { continue }
            }
            if Task.isCancelled { break }
            let step: DifferenceStep
            if let likely, likely.from == seen, hub.isNewest(likely) {
                step = likely
            } else {
                switch hub.next(for: demand, from: commit, after: seen) {
                case .wait: continue
                case .end: break asking
                case .step(let newest): step = newest
                }
            }
            if let throttle, await throttle.pause() { continue }
            var update = step.known
            if update == nil {
                switch await step.outcome() {
                case .cancelled: continue
                case .update(let found): update = found
                }
                if Task.isCancelled { break }
            }
            let after = step.after
            if let update {
                let begun = demand.leave()
                let delivery = deliver(update, to: after)
                if let begun { hub.endDemand(begun, at: seen) }
                throttle?.delivered()
                return delivery
            }
            cameToNothing(after)
            hub.advance(demand, from: seen, to: after.number)
            seen = after.number
            if returnsFromNothing { break }
        }
        if let begun = demand.leave() { hub.endDemand(begun, at: seen) }
        endCall()
        return nil
    }

    /// Parks, and meanwhile keeps the time that the hub's state depends on.
    @inline(never)
    private func park(at seen: UInt64, invalidations: Int, keepingTimeOf clocks: [HubCore]) async {
        await withDiscardingTaskGroup { (group: inout ChildTasks) in
            for clock in clocks { group.addTask { await clock.timer?.run(at: clock) } }
            await withTaskCancellationHandler {
                _ = await withUnsafeContinuation { hub.park(demand, at: seen, invalidations: invalidations, $0) }
            } onCancel: {
                hub.wakeCancelled(demand)
            }
            group.cancelAll()
        }
    }

    /// Brings a derived hub up to date; `false` when the task is cancelled.
    @inline(never)
    private func refresh() async -> Bool {
        await hub.feed?.refresh(hub)
        return !Task.isCancelled
    }

    /// Moves on to where an update leads, and lets the next call have its turn; what is to be delivered.
    private func deliver(_ update: ErasedUpdate, to commit: HubCommit) -> Delivery {
        // The old ones are handed out, so that they go once the lock is open.
        let ((_, given), next) = state.withLock { state in
            let old = (state.commit, state.given)
            state.commit = commit
            state.given = nil
            state.seen = commit.number
            return (old, state.lock.release())
        }
        for call in next { call.resume() }
        return Delivery(update: update, given: given)
    }

    /// Moves on to where a step leads that came to nothing.
    private func cameToNothing(_ commit: HubCommit) {
        _ = state.withLock { state in
            let old = state.commit
            state.commit = commit
            state.seen = commit.number
            if state.given == nil { state.given = old }
            return old
        }
    }

    /// Ends a call that has nothing to deliver: what it has seen since the last delivery is let go of, so that a
    /// subscription that nobody asks retains one commit.
    private func endCall() {
        let (_, next) = state.withLock { state -> (HubCommit?, [Suspension]) in
            var old: HubCommit?
            if let given = state.given.take() {
                old = state.commit
                state.commit = given
            }
            return (old, state.lock.release())
        }
        for call in next { call.resume() }
    }

    /// Begins a call after one that has let go of what it had seen; if that is the newest commit still, goes on from
    /// there.
    ///
    /// So whoever waits has the newest commit, and takes the same step from there as all others.
    @inline(never)
    private func catchUp() {
        let newest = hub.newest
        state.withLock { state in
            guard newest.number == state.seen, newest !== state.commit else { return }
            state.given = state.commit
            state.commit = newest
        }
    }
}

// MARK: - Taking turns

extension SubscriptionCore {
    /// Waits for a call's turn; `false` when its task was cancelled.
    @inline(never)
    private func waitForLock() async -> Bool {
        let waiter = WaiterClass.current
        let id = state.withLock { $0.lock.machine.callQueued(as: waiter) }
        let wait = Simulation.running?.waitBegan { [comparisons = hub.comparisons] in
            "its turn at a subscription of \(comparisons.name)"
        }
        defer { wait?.ended() }
        repeat {
            await queue(id)
            if Task.isCancelled {
                for call in state.withLock({ $0.lock.cancel(id) }) { call.resume() }
                return false
            }
        } while !state.withLock { $0.lock.machine.lockTaken(by: id) }
        return true
    }

    private func queue(_ id: Int) async {
        await suspendTask { suspension in
            state.withLock { $0.lock.park(id, suspension) }
        } unpark: { [self] in
            state.withLock { $0.lock.continuations.removeAndShrink(forKey: id) }
        }
    }

    private func unlock() {
        for call in state.withLock({ $0.lock.release() }) { call.resume() }
    }
}
