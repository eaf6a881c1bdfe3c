internal import Synchronization

/// The difference between two stages, computed once for all subscribers that take this step.
///
/// It is computed in the task of the subscriber that came first, outside of every lock. When that task is cancelled and
/// nobody else waits for the result, the computation stops half way.
final class DifferenceStep: Sendable {
    /// What came of the step.
    enum Outcome {
        /// The update; `nil` when the two stages are equal.
        case update(HubUpdate?)
        /// The task was cancelled.
        case cancelled
    }

    /// What comes of joining.
    enum Join {
        /// What came of the step.
        case outcome(Outcome)
        /// Another task computes: ``watch(_:)`` with this number, and join again.
        case watch(Int)
    }

    /// Everything is guarded by the mutex.
    private struct State {
        var machine = StepMachine()
        var continuations: [Int: UnsafeContinuation<Void, Never>] = [:]
    }

    let before: HubStage
    let after: HubStage
    private let comparisons: HubComparisons
    private let state = Mutex(State())
    /// Whether the difference is known; set, releasing, after `update`, and before the machine is told.
    private let isKnown = Atomic<Bool>(false)
    // Unsafe: written once, by the task that computes, before it sets `isKnown`; read only by who has seen that, acquiring.
    private nonisolated(unsafe) var update: HubUpdate?

    init(before: HubStage, after: HubStage, comparisons: HubComparisons) {
        self.before = before
        self.after = after
        self.comparisons = comparisons
    }

    /// The update, if somebody has computed it by now and there is one; this takes no lock.
    var known: HubUpdate? { isKnown.load(ordering: .acquiring) ? update : nil }

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
        case .compute: .outcome(compute(isCancelled))
        case .watch(let id): .watch(id)
        }
    }

    /// Who was to watch does not.
    func unwatch(_ id: Int) {
        _ = state.withLock { $0.machine.watcherCancelled(id) }
    }

    private func compute(_ isCancelled: @escaping () -> Bool) -> Outcome {
        while true {
            let comparison = comparisons.comparer.compare(before, after) { [self] in
                isCancelled() && !state.withLock { $0.machine.isWatched }
            }
            let found: HubUpdate?
            switch comparison {
            case .stopped:
                if state.withLock({ $0.machine.stopped() }) { continue }
                comparisons.differencesStopped.add(1, ordering: .relaxed)
                return .cancelled
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
            return .update(found)
        }
    }

    /// Suspends until the difference is there, whoever computes it has stopped, or the task is cancelled.
    func watch(_ id: Int) async {
        let wait = Simulation.running?.waitBegan { [comparisons, from = before.number, to = after.number] in
            "the difference of \(comparisons.name) from version \(from) to \(to), which another task computes"
        }
        defer { wait?.ended() }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let waits = state.withLock { state -> Bool in
                    if Task.isCancelled {
                        _ = state.machine.watcherCancelled(id)
                        return false
                    }
                    guard state.machine.isWatching(id) else { return false }
                    state.continuations[id] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state -> UnsafeContinuation<Void, Never>? in
                guard let continuation = state.continuations.removeValue(forKey: id) else { return nil }
                _ = state.machine.watcherCancelled(id)
                return continuation
            }
            continuation?.resume()
        }
    }
}

/// How a hub compares its stages, and how often it has: for tests and gates.
final class HubComparisons: Sendable {
    let comparer: StageComparer
    /// The type of the snapshots.
    private let type: any Any.Type
    let differencesComputed = Atomic<Int>(0)
    let differencesStopped = Atomic<Int>(0)

    init(comparer: StageComparer, type: any Any.Type) {
        self.comparer = comparer
        self.type = type
    }

    /// What the snapshots are: for whoever reads what is waited for.
    var name: String { "\(type)" }
}
