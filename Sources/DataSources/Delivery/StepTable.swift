internal import Synchronization

/// The steps to a hub's newest stage, by the stages they start from.
///
/// It owns a step for as long as somebody may still want it: until the hub has a newer stage, or the stage that the step
/// starts from is gone, and with it every subscription that could take the step. A stage tells the table when it goes.
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

        func step(from stage: HubStage) -> DifferenceStep? {
            let id = ObjectIdentifier(stage)
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

    /// The step from `stage` to the newest stage, if there is one.
    func step(from stage: HubStage) -> DifferenceStep? {
        state.withLock { $0.step(from: stage) }
    }

    /// The step from `stage` to the newest stage, or the one that `make` makes; under the hub's lock.
    func step(from stage: HubStage, orElse make: () -> DifferenceStep) -> DifferenceStep {
        state.withLock { state in
            if let step = state.step(from: stage) { return step }
            let step = make()
            // It would not tell this table when it goes; no stage is used with two hubs, though.
            if let other = stage.steps, other !== self { return step }
            stage.steps = self
            if state.first == nil {
                state.first = (ObjectIdentifier(stage), step)
            } else {
                state.others[ObjectIdentifier(stage)] = step
            }
            return step
        }
    }

    /// The hub has a newer stage: no step leads to it but `likely`, which starts from `last`; under the hub's lock.
    func newestChanged(likely: DifferenceStep?, from last: HubStage) -> Removed {
        state.withLock { state in
            let removed = Removed(first: state.first?.step, others: state.others)
            if !state.others.isEmpty { state.others = [:] }
            state.first = likely.map { (ObjectIdentifier(last), $0) }
            if likely != nil { last.steps = self }
            return removed
        }
    }

    /// Nobody has `stage` any more; called as it goes.
    func stageGone(_ stage: ObjectIdentifier) {
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.keepsStepsNobodyWants) { return }
        #endif
        // Handed out, so that it goes once the lock is open.
        _ = state.withLock { state -> DifferenceStep? in
            if let first = state.first, first.from == stage {
                state.first = nil
                return first.step
            }
            return state.others.isEmpty ? nil : state.others.removeAndShrink(forKey: stage)
        }
    }
}

extension Dictionary {
    /// Removes a value, and gives memory back once three quarters are not needed: O(1) amortized.
    mutating func removeAndShrink(forKey key: Key) -> Value? {
        let value = removeValue(forKey: key)
        if capacity > 4 * count + 64 { self = Dictionary(uniqueKeysWithValues: map { ($0.key, $0.value) }) }
        return value
    }
}
