internal import Synchronization

/// The steps to a hub's newest commit, by the commits they start from.
///
/// It owns a step for as long as somebody may still want it: until the hub has a newer commit, or the commit that the step
/// starts from is gone, and with it every subscription that could take the step. A commit tells the table when it goes.
/// So neither does the hub retain snapshots that no subscriber has any more, nor does a subscriber that does not ask
/// retain snapshots newer than its own.
///
/// Stages are told apart as objects, never by their numbers.
final class StepTable: Sendable {
    /// Everything is guarded by the mutex.
    private struct State {
        /// One of the steps.
        ///
        /// Mostly there is no other one: when a commit has woken somebody, all whom it woke take it.
        var first: (from: ObjectIdentifier, step: DifferenceStep)?
        var others: [ObjectIdentifier: DifferenceStep] = [:]

        func step(from commit: HubCommit) -> DifferenceStep? {
            let id = ObjectIdentifier(commit)
            if let first, first.from == id { return first.step }
            return others.isEmpty ? nil : others[id]
        }
    }

    /// Steps that are no longer wanted: they go when this goes, which must not be under a lock.
    struct Removed {
        fileprivate var first: DifferenceStep?
        fileprivate var others: [ObjectIdentifier: DifferenceStep] = [:]
    }

    /// No other lock is taken while it is held.
    private let state = Mutex(State())

    init() {}

    /// How many steps there are: for tests.
    var count: Int { state.withLock { ($0.first == nil ? 0 : 1) + $0.others.count } }

    /// The step from `commit` to the newest commit, if there is one.
    func step(from commit: HubCommit) -> DifferenceStep? {
        state.withLock { $0.step(from: commit) }
    }

    /// The step from `commit` to the newest commit, or the one that `make` makes; under the hub's lock.
    func step(from commit: HubCommit, orElse make: () -> DifferenceStep) -> DifferenceStep {
        state.withLock { state in
            if let step = state.step(from: commit) { return step }
            let step = make()
            // It would not tell this table when it goes; no commit is used with two hubs, though.
            if let other = commit.steps, other !== self { return step }
            commit.steps = self
            if state.first == nil {
                state.first = (ObjectIdentifier(commit), step)
            } else {
                state.others[ObjectIdentifier(commit)] = step
            }
            return step
        }
    }

    /// The hub has a newer commit: no step leads to it but `likely`, which starts from `last`; under the hub's lock.
    func newestChanged(likely: DifferenceStep?, from last: HubCommit) -> Removed {
        state.withLock { state in
            let removed = Removed(first: state.first?.step, others: state.others)
            if !state.others.isEmpty { state.others = [:] }
            state.first = likely.map { (ObjectIdentifier(last), $0) }
            if likely != nil { last.steps = self }
            return removed
        }
    }

    /// Nobody has `commit` any more; called as it goes.
    func commitGone(_ commit: ObjectIdentifier) {
        // Handed out, so that it goes once the lock is open.
        _ = state.withLock { state -> DifferenceStep? in
            if let first = state.first, first.from == commit {
                state.first = nil
                return first.step
            }
            return state.others.isEmpty ? nil : state.others.removeAndShrink(forKey: commit)
        }
    }
}
