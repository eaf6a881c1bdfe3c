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

    /// Everything is guarded by the mutex.
    private struct State {
        var machine = StepMachine()
        var update: HubUpdate?
        var continuations: [Int: UnsafeContinuation<Void, Never>] = [:]
    }

    let before: HubStage
    let after: HubStage
    private let comparisons: HubComparisons
    private let state = Mutex(State())

    init(before: HubStage, after: HubStage, comparisons: HubComparisons) {
        self.before = before
        self.after = after
        self.comparisons = comparisons
    }

    /// What came of the step, if that is known by now.
    var known: Outcome? {
        state.withLock { $0.machine.isDone ? .update($0.update) : nil }
    }

    /// Computes the difference, or waits for whoever does.
    func take() async -> Outcome {
        while true {
            let (join, update) = state.withLock { ($0.machine.joined(), $0.update) }
            switch join {
            case .done: return .update(update)
            case .compute: return compute()
            case .watch(let id):
                let wait = Simulation.current?.waitBegan { [comparisons, from = before.number, to = after.number] in
                    "the difference of \(comparisons.name) from version \(from) to \(to), which another task computes"
                }
                await watch(id)
                wait?.ended()
                if Task.isCancelled { return .cancelled }
            }
        }
    }

    private func compute() -> Outcome {
        while true {
            let comparison = comparisons.comparer.compare(before, after) { [self] in
                Task.isCancelled && !state.withLock { $0.machine.isWatched }
            }
            let update: HubUpdate?
            switch comparison {
            case .stopped:
                if state.withLock({ $0.machine.stopped() }) { continue }
                comparisons.differencesStopped.add(1, ordering: .relaxed)
                return .cancelled
            case .equal: update = nil
            case .differs(let difference): update = difference
            }
            comparisons.differencesComputed.add(1, ordering: .relaxed)
            let woken = state.withLock { state in
                state.update = update
                return state.machine.computed().compactMap { state.continuations.removeValue(forKey: $0) }
            }
            for continuation in woken { continuation.resume() }
            return .update(update)
        }
    }

    private func watch(_ id: Int) async {
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
