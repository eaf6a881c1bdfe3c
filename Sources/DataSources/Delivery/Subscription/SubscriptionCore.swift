internal import Synchronization

/// An update to deliver.
@usableFromInline
struct Delivery: Sendable {
    @usableFromInline let update: ErasedUpdate
    /// The commit that the consumer has, if the update starts at an equal later one.
    @usableFromInline let delivered: HubCommit?
}

/// The shell of a ``SnapshotSubscription``: it waits for its lock and for the hub, and takes steps.
///
/// It does not know the type of its snapshots, so it is compiled once and needs no metadata.
@usableFromInline
final class SubscriptionCore: Sendable {
    /// Everything is guarded by the mutex; the properties above `lock` are written only by the call that holds the
    /// lock.
    private struct State {
        /// The start of the next difference.
        var commit: HubCommit
        /// The commit delivered last, if `commit` is a later one with equal content: only while a call waits after a
        /// net no-op.
        var delivered: HubCommit?
        /// The commit up to which the consumer has seen everything.
        var seen: UInt64
        var lock = AsyncLockState()
        /// The call that holds the lock, while it waits for the end of a pause.
        var paused: Suspension?

        /// Whether no net no-op has been seen since `commit`.
        var isAtCommit: Bool { seen == commit.number }
    }

    let hub: HubCore
    private let throttle: (any Throttle)?
    private let state: Mutex<State>
    /// The demand of the call that holds the lock.
    let demand = HubCore.Demand()

    /// Creates the shell of a subscription that starts with `commit`.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - commit: A commit of the hub, or one with a lower number than the newest.
    ///   - seen: The commit up to which the consumer has seen everything; that of `commit` by default.
    ///   - throttle: The throttle that spaces the updates.
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

    var delivered: HubCommit { state.withLock { $0.delivered ?? $0.commit } }

    var lag: Int {
        // `seen` is read first: it can advance meanwhile, but not beyond what is read after it.
        let seen = seen
        let newest = hub.newest.number
        return newest > seen ? Int(clamping: newest - seen) : 0
    }

    func throttled(by throttle: any Throttle) -> SubscriptionCore {
        let (commit, seen) = state.withLock { ($0.delivered ?? $0.commit, $0.seen) }
        return SubscriptionCore(hub: hub, commit: commit, seen: seen, throttle: throttle)
    }

    /// A subscription that starts with a commit that may not be the hub's.
    func started(at commit: HubCommit, ifSame isSame: (HubCommit) -> Bool) -> SubscriptionCore {
        moved(to: hub.start(at: commit, ifSame: isSame))
    }

    func moved(to commit: HubCommit) -> SubscriptionCore {
        SubscriptionCore(hub: hub, commit: commit, throttle: throttle?.restarted)
    }

    /// See ``SnapshotSubscription/next(isolation:)``.
    @usableFromInline
    func next(isolation actor: isolated (any Actor)?) async -> Delivery? {
        if throttle == nil, let delivery = takeComputed() { return delivery }
        return await takeOffActor()
    }
}

// MARK: - Taking a step

extension SubscriptionCore {
    @concurrent
    private func takeOffActor() async -> Delivery? {
        await take()
    }

    /// The update to the newest state, if it is already computed; never waits.
    private func takeComputed() -> Delivery? {
        if Task.isCancelled || isPaused { return nil }
        if let feed = hub.feed, !feed.isCurrent { return nil }
        let commit = state.withLock { $0.lock.machine.lockTried() ? $0.commit : nil }
        guard let commit else { return nil }
        guard let step = hub.steps.step(from: commit), let update = step.known else {
            unlock()
            return nil
        }
        return deliver(update, to: step.after)
    }

    /// The next update; `nil` at the end and, if `returnsFromNothing`, after a net no-op.
    ///
    /// ``Phase`` has a drawing.
    ///
    /// It is compiled as one function, and parks before it registers a demand. Most consumers are faster than their
    /// source, so this path, from one delivery to the next, is the cost of a delivery. Rare paths are not inlined: they
    /// would enlarge every waiting consumer's task, by half a kilobyte for a task group.
    ///
    /// - Parameters:
    ///   - returnsFromNothing: Whether to return `nil` after a net no-op.
    ///   - isInHandler: Whether the caller calls ``wakeCancelled()`` when the task is cancelled.
    /// - Returns: The update.
    @usableFromInline
    func take(returnsFromNothing: Bool = false, isInHandler: Bool = false) async -> Delivery? {
        guard var seen = await lock() else { return nil }
        var phase = Phase.asking
        while true {
            switch phase {
            case .asking: phase = await ask(after: seen, isInHandler: isInHandler)
            case .choosing(let likely): phase = await choose(likely, after: seen)
            case .comparing(let step): phase = await compare(step)
            case .unchanged(let step):
                pass(step, &seen)
                phase = returnsFromNothing ? .over : .asking
            case .delivering(let update, let step): return deliver(update, at: step, from: seen)
            case .over:
                end(at: seen)
                return nil
            }
        }
    }

    /// Waits until this call holds the lock; returns the commit up to which everything has been seen, or `nil` if the
    /// task is cancelled.
    @inline(__always)
    private func lock() async -> UInt64? {
        var (isLocked, seen, isAtCommit) = state.withLock { ($0.lock.machine.lockTried(), $0.seen, $0.isAtCommit) }
        if !isLocked {
            guard await waitForLock() else { return nil }
            (seen, isAtCommit) = state.withLock { ($0.seen, $0.isAtCommit) }
        }
        if !isAtCommit { catchUp() }
        return seen
    }

    @inline(__always)
    private func ask(after seen: UInt64, isInHandler: Bool) async -> Phase {
        if isPaused { return await waitUntilResumed(at: seen) ? .asking : .over }
        if hub.feed != nil, await !refresh() { return .over }
        var likely: DifferenceStep?
        if hub.hasNothing(after: seen) {
            guard let invalidations = hub.beginWait() else { return .asking }
            likely = await wait(at: seen, invalidations: invalidations, isInHandler: isInHandler)
            // A derived hub may have more to show than has been published.
            if hub.feed != nil { return .asking }
        }
        return isPaused ? .asking : .choosing(likely: likely)
    }

    /// Waits for a newer commit; returns the step that leads there, if it is known.
    @inline(__always)
    private func wait(at seen: UInt64, invalidations: Int, isInHandler: Bool) async -> DifferenceStep? {
        let likely: DifferenceStep?
        let clocks = hub.feed?.clocks ?? []
        if clocks.isEmpty, Simulation.running == nil {
            likely = await park(at: seen, invalidations: invalidations, isInHandler: isInHandler)
        } else {
            likely = await parkRarely(
                at: seen, invalidations: invalidations, keepingTimeOf: clocks, isInHandler: isInHandler)
        }
        #if DATASOURCES_THREAD_SANITIZER
        // The sanitizer does not see that resuming happens before being resumed; it does see the lock.
        _ = hub.invalidations
        #endif
        hub.endWait()
        return likely
    }

    @inline(__always)
    private func choose(_ likely: DifferenceStep?, after seen: UInt64) async -> Phase {
        // Woken with a step, it checks before the delivery: the check is no more than that, but costs two atomics.
        if likely == nil, Task.isCancelled { return .over }
        let step: DifferenceStep
        if let likely, likely.from == seen, hub.isNewest(likely) {
            step = likely
        } else {
            switch hub.next(for: demand, from: commit, after: seen) {
            case .wait: return .asking
            case .end: return .over
            case .step(let newest): step = newest
            }
        }
        if let throttle, await throttle.pause() { return .asking }
        return .comparing(step)
    }

    @inline(__always)
    private func compare(_ step: DifferenceStep) async -> Phase {
        var update = step.known
        if update == nil {
            let outcome: DifferenceStep.Outcome
            switch step.join(isCancelled: { Task.isCancelled }) {
            case .outcome(let known): outcome = known
            case .watch(let watcher): outcome = await step.outcome(watching: watcher)
            }
            switch outcome {
            case .cancelled: return .asking
            case .update(let found): update = found
            }
        }
        if Task.isCancelled { return .over }
        if isPaused { return .asking }
        return update.map { .delivering($0, step) } ?? .unchanged(step)
    }

    @inline(__always)
    private func deliver(_ update: consuming ErasedUpdate, at step: DifferenceStep, from seen: UInt64) -> Delivery {
        let begun = demand.leave()
        let delivery = deliver(update, to: step.after)
        if let begun { hub.endDemand(begun, at: seen) }
        throttle?.delivered()
        return delivery
    }

    /// Moves on to the end of a step that was a net no-op.
    private func pass(_ step: DifferenceStep, _ seen: inout UInt64) {
        let after = step.after
        advancePastNoChange(after)
        hub.advance(demand, from: seen, to: after.number)
        seen = after.number
    }

    /// Ends a call without a delivery.
    private func end(at seen: UInt64) {
        if let begun = demand.leave() { hub.endDemand(begun, at: seen) }
        endCall()
    }

    /// Refreshes a derived hub; returns `false` if the task is cancelled.
    @inline(never)
    private func refresh() async -> Bool {
        await hub.feed?.refresh(hub)
        return !Task.isCancelled
    }

    /// Advances to the end of an update and releases the lock; returns the delivery.
    ///
    /// All consumers of a step count references to the same objects, so none is copied here that can be moved.
    private func deliver(_ update: consuming ErasedUpdate, to commit: consuming HubCommit) -> Delivery {
        let number = commit.number
        // The old commits are exchanged for the new ones, so they are released after the lock.
        var (exchanged, delivered): (HubCommit, HubCommit?) = (commit, nil)
        let next = state.withLock { state in
            swap(&state.commit, &exchanged)
            swap(&state.delivered, &delivered)
            state.seen = number
            return state.lock.release()
        }
        withExtendedLifetime(exchanged) {}
        for call in next { call.resume() }
        return Delivery(update: update, delivered: delivered)
    }

    /// Advances to the end of a step that was a net no-op.
    private func advancePastNoChange(_ commit: HubCommit) {
        _ = state.withLock { state in
            let old = state.commit
            state.commit = commit
            state.seen = commit.number
            if state.delivered == nil { state.delivered = old }
            return old
        }
    }

    /// Releases the lock, and drops the commit seen since the last delivery: an idle subscription retains one commit.
    private func endCall() {
        let (_, next) = state.withLock { state -> (HubCommit?, [Suspension]) in
            var old: HubCommit?
            if let delivered = state.delivered.take() {
                old = state.commit
                state.commit = delivered
            }
            return (old, state.lock.release())
        }
        for call in next { call.resume() }
    }

    /// Starts a call after one that dropped its last seen commit: if that is still the newest, continues from there.
    ///
    /// So every waiting subscriber has the newest commit and takes the same step from there.
    @inline(never)
    private func catchUp() {
        let newest = hub.newest
        state.withLock { state in
            guard newest.number == state.seen, newest !== state.commit else { return }
            state.delivered = state.commit
            state.commit = newest
        }
    }
}

// MARK: - Pausing

extension SubscriptionCore {
    @usableFromInline var isPaused: Bool { demand.isPaused.load(ordering: .acquiring) }

    @usableFromInline
    func pause() {
        demand.isPaused.store(true, ordering: .releasing)
        hub.wakeCancelled(demand)
    }

    @usableFromInline
    func resume() {
        let call = state.withLock { state in
            demand.isPaused.store(false, ordering: .releasing)
            return state.paused.take()
        }
        call?.resume()
    }

    /// Waits, without a demand, until the subscription is resumed; returns `false` if the task is cancelled.
    @inline(never)
    private func waitUntilResumed(at seen: UInt64) async -> Bool {
        if let begun = demand.leave() { hub.endDemand(begun, at: seen) }
        let wait = Simulation.running?.waitBegan { [comparisons = hub.comparisons] in
            "the end of a pause of a subscription of \(comparisons.name)"
        }
        defer { wait?.ended() }
        await suspendTask { suspension in
            state.withLock { state in
                if Task.isCancelled || !isPaused { return false }
                state.paused = suspension
                return true
            }
        } unpark: { [self] in
            state.withLock { $0.paused.take() }
        }
        return !Task.isCancelled
    }
}

// MARK: - Waiting for the lock

extension SubscriptionCore {
    /// Waits until a call holds the lock; returns `false` if its task was cancelled.
    @inline(never)
    private func waitForLock() async -> Bool {
        let waiter = WaiterClass.current
        let id = state.withLock { $0.lock.machine.callQueued(as: waiter) }
        let wait = Simulation.running?.waitBegan { [comparisons = hub.comparisons] in
            "another call of next() of a subscription of \(comparisons.name)"
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
