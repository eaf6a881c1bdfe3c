internal import Synchronization

/// The difference between two commits, computed once for all subscribers that take this step.
///
/// It is computed in the task of the subscriber that came first, outside of every lock, and on one of the ``WorkerThreads``
/// when it turns out to be long. When that task is cancelled and nobody else waits for the result, the computation stops
/// half way.
final class DifferenceStep: Sendable {
    /// What came of the step.
    enum Outcome {
        /// The update; `nil` when the two commits are equal.
        case update(ErasedUpdate?)
        /// The task was cancelled.
        case cancelled
    }

    /// What comes of joining.
    enum Join {
        /// What came of the step.
        case outcome(Outcome)
        /// Another task or a thread computes: ``watch(_:)`` with this number, and join again.
        case watch(Int)
    }

    /// Everything is guarded by the mutex.
    private struct State {
        var machine = DifferenceStepMachine()
        var continuations: [Int: Suspension] = [:]
    }

    /// Where it starts.
    ///
    /// Whoever takes the step keeps that commit meanwhile. If the step owned it, it would stay although nobody has it.
    private unowned let before: HubCommit
    /// The number of the commit that it starts from.
    let from: UInt64
    let after: HubCommit
    private let comparisons: HubComparisons
    private let state = Mutex(State())
    /// Whether the difference is known; set, releasing, after `update`, and before the machine is told.
    private let isKnown = Atomic<Bool>(false)
    // Unsafe: written once, by the task that computes, before it sets `isKnown`; read only by who has seen that, acquiring.
    private nonisolated(unsafe) var update: ErasedUpdate?

    init(before: HubCommit, after: HubCommit, comparisons: HubComparisons) {
        self.before = before
        from = before.number
        self.after = after
        self.comparisons = comparisons
    }

    /// The update, if somebody has computed it by now and there is one; this takes no lock.
    var known: ErasedUpdate? { isKnown.load(ordering: .acquiring) ? update : nil }

    /// Computes the difference, or waits for whoever does.
    func outcome() async -> Outcome {
        while true {
            switch join(isCancelled: { Task.isCancelled }) {
            case .outcome(let outcome): return outcome
            case .watch(let id): await watch(id)
            }
            if Task.isCancelled { return .cancelled }
        }
    }

    /// Computes the difference, or finds it, or says whose watch is to begin; it belongs to no task.
    ///
    /// - Parameter isCancelled: Whether who joins wants the result no more; asked while it computes.
    /// - Returns: What comes of it.
    func join(isCancelled: @escaping () -> Bool) -> Join {
        switch state.withLock({ $0.machine.joined() }) {
        case .done: .outcome(.update(known))
        case .compute: compute(isCancelled)
        case .watch(let id): .watch(id)
        }
    }

    /// Who was to watch does not.
    func unwatch(_ id: Int) {
        _ = state.withLock { $0.machine.watcherCancelled(id) }
    }

    /// Computes here, or hands a long computation to a thread.
    private func compute(_ isCancelled: @escaping () -> Bool) -> Join {
        let limit = WorkerThreads.areInUse ? WorkerThreads.lookLimit : .max
        // Kept until the difference is there, whoever leaves meanwhile.
        let before = before
        while true {
            var looks = 0
            var isLong = false
            let isDone = compute(from: before) { [self] in
                // Who computes is as good as a watcher while it has not been cancelled.
                if isCancelled(), !isWatched { return true }
                isLong = looks >= limit
                looks += CancellationPoll.interval
                return isLong
            }
            if isDone { return .outcome(.update(known)) }
            if isLong {
                let watch = state.withLock { $0.machine.computationMoved() }
                WorkerThreads.start { [self] in computeForWatchers(from: before) }
                return .watch(watch)
            }
            if !state.withLock({ $0.machine.stopped() }) { return stopped() }
        }
    }

    /// Computes on a thread for as long as anybody watches.
    private func computeForWatchers(from before: HubCommit) {
        while !compute(from: before, isCancelled: { [self] in !isWatched }) {
            if state.withLock({ $0.machine.stopped() }) { continue }
            _ = stopped()
            return
        }
    }

    private var isWatched: Bool { state.withLock { $0.machine.isWatched } }

    private func stopped() -> Join {
        comparisons.differencesStopped.add(1, ordering: .relaxed)
        return .outcome(.cancelled)
    }

    /// Computes the difference and wakes the watchers; `false` when it stopped half way because `isCancelled` said so.
    private func compute(from before: HubCommit, isCancelled: @escaping () -> Bool) -> Bool {
        let found: ErasedUpdate?
        switch comparisons.comparer.compare(before, after, isCancelled) {
        case .stopped: return false
        case .equal: found = nil
        case .differs(let difference): found = difference
        }
        // Counted first: as soon as it is there, it may be delivered.
        comparisons.differencesComputed.add(1, ordering: .relaxed)
        update = found
        isKnown.store(true, ordering: .releasing)
        let woken = state.withLock { state in
            state.machine.computed().compactMap { state.continuations.removeValue(forKey: $0) }
        }
        for continuation in woken { continuation.resume() }
        return true
    }

    /// Suspends until the difference is there, whoever computes it has stopped, or the task is cancelled.
    func watch(_ id: Int) async {
        let wait = Simulation.running?.waitBegan { [comparisons, from, to = after.number] in
            "the difference of \(comparisons.name) from version \(from) to \(to), which another task computes"
        }
        defer { wait?.ended() }
        await suspendTask { suspension in
            state.withLock { state in
                if Task.isCancelled {
                    _ = state.machine.watcherCancelled(id)
                    return false
                }
                guard state.machine.isWatching(id) else { return false }
                state.continuations[id] = suspension
                return true
            }
        } unpark: { [self] in
            state.withLock { state in
                guard let suspension = state.continuations.removeValue(forKey: id) else { return nil }
                _ = state.machine.watcherCancelled(id)
                return suspension
            }
        }
    }
}

/// How a hub compares its commits, and how often it has: for tests and gates.
final class HubComparisons: Sendable {
    let comparer: CommitComparer
    /// The type of the snapshots.
    private let type: any Any.Type
    /// Whether the snapshots are single values, such as those of a ``Parameter``.
    let isOfValues: Bool
    let differencesComputed = Atomic<Int>(0)
    let differencesStopped = Atomic<Int>(0)

    init(comparer: CommitComparer, type: any Any.Type) {
        self.comparer = comparer
        self.type = type
        isOfValues = type is any SingleValueSnapshot.Type
    }

    /// What the snapshots are: for whoever reads what is waited for.
    var name: String { "\(type)" }
}
