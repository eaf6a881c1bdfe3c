internal import Synchronization

/// The steps to a hub's newest commit, by the commits they start from.
///
/// It retains a step until the hub has a newer commit, or the step's first commit is released, and with it every
/// subscription that could take the step. A commit notifies the table when it is released. So the hub retains no
/// snapshots of subscriptions that are gone, and an idle subscription retains no snapshots newer than its own.
///
/// Commits are compared by identity, never by number.
final class StepTable: Sendable {
    /// Everything is guarded by the mutex.
    private struct State {
        /// One of the steps.
        ///
        /// Usually it is the only one: all subscribers woken by a commit take it.
        var first: (from: ObjectIdentifier, step: DifferenceStep)?
        var others: [ObjectIdentifier: DifferenceStep] = [:]

        func step(from commit: HubCommit) -> DifferenceStep? {
            let id = ObjectIdentifier(commit)
            if let first, first.from == id { return first.step }
            return others.isEmpty ? nil : others[id]
        }
    }

    /// Removed steps; release them outside the locks.
    struct Removed {
        fileprivate var first: DifferenceStep?
        fileprivate var others: [ObjectIdentifier: DifferenceStep] = [:]
    }

    /// No other lock is taken under it.
    private let state = Mutex(State())

    init() {}

    /// The number of steps: for tests.
    var count: Int { state.withLock { ($0.first == nil ? 0 : 1) + $0.others.count } }

    /// The step from `commit` to the newest commit; `nil` if there is none.
    func step(from commit: HubCommit) -> DifferenceStep? {
        state.withLock { $0.step(from: commit) }
    }

    /// The step from `commit` to the newest commit, created by `make` if there is none; called under the hub's lock.
    func step(from commit: HubCommit, orElse make: () -> DifferenceStep) -> DifferenceStep {
        state.withLock { state in
            if let step = state.step(from: commit) { return step }
            let step = make()
            // A commit notifies one table only. No commit is used with two hubs, though.
            // Under the lock of the one table that the commit notifies; the caller retains the commit.
            if let other = unsafe commit.steps, other !== self { return step }
            unsafe commit.steps = self
            if state.first == nil {
                state.first = (ObjectIdentifier(commit), step)
            } else {
                state.others[ObjectIdentifier(commit)] = step
            }
            return step
        }
    }

    /// The hub has a newer commit: only `likely`, which starts from `last`, leads to it; called under the hub's lock.
    func newestChanged(likely: DifferenceStep?, from last: HubCommit) -> Removed {
        state.withLock { state in
            let removed = Removed(first: state.first?.step, others: state.others)
            if !state.others.isEmpty { state.others = [:] }
            state.first = likely.map { (ObjectIdentifier(last), $0) }
            // As above: under the lock, and the hub's state retains the commit.
            if likely != nil { unsafe last.steps = self }
            return removed
        }
    }

    /// `commit` is being released; called by its deinitializer.
    func commitGone(_ commit: ObjectIdentifier) {
        // Moved out, so it is released after the lock.
        _ = state.withLock { state -> DifferenceStep? in
            if let first = state.first, first.from == commit {
                state.first = nil
                return first.step
            }
            return state.others.isEmpty ? nil : state.others.removeAndShrink(forKey: commit)
        }
    }
}
