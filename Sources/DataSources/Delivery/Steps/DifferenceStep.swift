internal import Synchronization

/// The difference between two commits, computed once for all subscribers that take this step.
///
/// The first subscriber computes it in its task, outside every lock. A long computation moves to a ``WorkerThreads``
/// thread. If the task is cancelled and no other waits for the result, the computation stops halfway.
final class DifferenceStep: Sendable {
    /// The outcome of the step.
    enum Outcome {
        /// The update; `nil` if the commits are equal.
        case update(ErasedUpdate?)
        /// The task was cancelled.
        case cancelled
    }

    /// The result of joining.
    enum Join {
        /// The outcome of the step.
        case outcome(Outcome)
        /// Another task or a thread computes: ``watch(_:)`` with this number and join again.
        case watch(Int)
    }

    /// Everything is guarded by the mutex.
    private struct State {
        var machine = DifferenceStepMachine()
        var continuations: [Int: Suspension] = [:]
    }

    /// The commit it starts from.
    ///
    /// Every consumer that takes the step retains that commit. The step does not, or it would keep the commit of a
    /// subscription that is gone.
    private unowned let before: HubCommit
    /// The number of the commit it starts from.
    let from: UInt64
    let after: HubCommit
    private let comparisons: HubComparisons
    private let state = Mutex(State())
    /// Whether the difference is known; set (releasing) after `update` and before the machine's transition.
    private let isKnown = Atomic<Bool>(false)
    // Unsafe: written once, by the computing task, before it sets `isKnown`; read only after an acquiring read of
    // `isKnown`.
    private nonisolated(unsafe) var update: ErasedUpdate?
    /// The number of looks of the computation so far.
    // Unsafe: used only by the task that the machine has told to compute, before it moves the computation to a thread.
    private nonisolated(unsafe) var looks = 0
    /// The number of looks after which the computation moves to a thread.
    // Unsafe: used only by the computing task, as `looks` is.
    private nonisolated(unsafe) var limit = Int.max
    /// Whether the computing task no longer needs the result.
    // Unsafe: set, called and cleared only by the computing task, while the machine lets nobody else compute.
    private nonisolated(unsafe) var isUnneeded: (() -> Bool)?

    init(before: HubCommit, after: HubCommit, comparisons: HubComparisons) {
        self.before = before
        from = before.number
        self.after = after
        self.comparisons = comparisons
    }

    /// The update, if it has been computed and the commits differ; takes no lock.
    // Written before `isKnown` was set, and never again.
    var known: ErasedUpdate? { isKnown.load(ordering: .acquiring) ? unsafe update : nil }

    /// Waits for the task or thread that computes the difference, as the watcher with this number; computes it if that
    /// has stopped.
    @inline(never)
    func outcome(watching watcher: Int) async -> Outcome {
        var watcher = watcher
        while true {
            await watch(watcher)
            if Task.isCancelled { return .cancelled }
            switch join(isCancelled: { Task.isCancelled }) {
            case .outcome(let outcome): return outcome
            case .watch(let id): watcher = id
            }
        }
    }

    /// Computes the difference, returns the known one, or returns the id of a watcher; tied to no task.
    ///
    /// - Parameter isCancelled: Whether the caller no longer needs the result; called during the computation.
    /// - Returns: The outcome, or the watcher's id.
    func join(isCancelled: @escaping () -> Bool) -> Join {
        switch state.withLock({ $0.machine.joined() }) {
        case .done: .outcome(.update(known))
        case .compute: compute(isCancelled)
        case .watch(let id): .watch(id)
        }
    }

    /// The caller does not watch after all.
    func unwatch(_ id: Int) {
        _ = state.withLock { $0.machine.watcherCancelled(id) }
    }

    /// Computes the difference here, or moves a long computation to a thread.
    private func compute(_ isCancelled: @escaping () -> Bool) -> Join {
        // Retained until the difference is known, even if every subscriber leaves meanwhile.
        let before = before
        while true {
            // As for `looks`: only the computing task is here.
            unsafe limit = WorkerThreads.areInUse ? WorkerThreads.lookLimit : .max
            unsafe looks = 0
            unsafe isUnneeded = isCancelled
            // It refers to nothing but the step, so it is not allocated.
            let isDone = compute(from: before) { [self] in looked() }
            // The machine has not been told yet that the computation has stopped, so nobody else computes.
            unsafe isUnneeded = nil
            if isDone { return .outcome(.update(known)) }
            // As above.
            if unsafe looks == .max {
                let watch = state.withLock { $0.machine.computationMoved() }
                WorkerThreads.start { [self] in computeForWatchers(from: before) }
                return .watch(watch)
            }
            if !state.withLock({ $0.machine.stopped() }) { return stopped() }
        }
    }

    /// Whether the computing task must stop.
    private func looked() -> Bool {
        // As for `looks`: the computing task calls it. It counts as a watcher until it is cancelled.
        if unsafe isUnneeded?() == true, !isWatched { return true }
        // As above.
        let isLong = unsafe looks >= limit
        unsafe looks = isLong ? .max : looks + CancellationPoll.interval
        return isLong
    }

    /// Computes on a thread while there are watchers.
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

    /// Computes the difference and wakes the watchers; returns `false` if `isCancelled` stopped it halfway.
    private func compute(from before: HubCommit, isCancelled: @escaping () -> Bool) -> Bool {
        let found: ErasedUpdate?
        switch comparisons.comparer.compare(before, after, isCancelled) {
        case .stopped: return false
        case .equal: found = nil
        case .differs(let difference): found = difference
        }
        // Counted first, since it can be delivered as soon as it is known.
        comparisons.differencesComputed.add(1, ordering: .relaxed)
        // Only the task or thread that the machine has told to compute writes it, and nobody reads it before `isKnown`.
        unsafe update = found
        isKnown.store(true, ordering: .releasing)
        let woken = state.withLock { state in
            state.machine.computed().compactMap { state.continuations.removeValue(forKey: $0) }
        }
        for continuation in woken { continuation.resume() }
        return true
    }

    /// Suspends until the difference is known, its computation has stopped, or the task is cancelled.
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

/// How a hub compares its commits, with counters for tests and gates.
final class HubComparisons: Sendable {
    let comparer: CommitComparer
    /// The type of the hub's snapshots.
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

    /// The snapshots' type, for diagnostics of waits.
    var name: String { "\(type)" }
}
