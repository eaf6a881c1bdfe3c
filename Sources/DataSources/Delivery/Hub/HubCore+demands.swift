internal import Synchronization

extension HubCore {
    /// What a demand must do next.
    enum Next {
        /// There is nothing newer: park.
        case wait
        /// The hub has finished and the consumer has seen everything.
        case end
        /// Take the step to the newest commit, shared with every other consumer that takes it.
        case step(DifferenceStep)
    }

    /// Whether nothing is newer than a commit, so that a demand would park.
    func hasNothing(after number: UInt64) -> Bool { newestNumber.load(ordering: .acquiring) <= number }

    /// Whether a step leads to the newest commit.
    func isNewest(_ step: DifferenceStep) -> Bool { newestNumber.load(ordering: .acquiring) == step.after.number }

    /// The next action of a demand whose consumer has `commit` and has seen everything up to `seen`; the demand begins,
    /// if it has not, and the step is shared with all consumers of the same commit.
    func next(for demand: borrowing Demand, from commit: HubCommit, after seen: UInt64) -> Next {
        state.withLock { state in
            switch state.machine.next(after: seen) {
            case .wait: return .wait
            case .end: return .end
            case .step:
                demand.begin(seen, &state.machine)
                return .step(sharedStep(from: commit, &state))
            }
        }
    }

    /// The step from a commit to the newest one, shared by all consumers that take it.
    func sharedStep(from commit: HubCommit, _ state: inout State) -> DifferenceStep {
        state.mayHaveSteps = true
        let newest = state.newest
        return steps.step(from: commit) { DifferenceStep(before: commit, after: newest, comparisons: comparisons) }
    }

    /// Parks the task of a demand until the hub has a commit newer than `seen`, is invalidated (its count differs from
    /// `invalidations`) or finishes, or the task is cancelled.
    ///
    /// It is resumed with a step from there, if one is known. That step may be outdated; see ``isNewest(_:)``.
    func park(_ demand: borrowing Demand, at seen: UInt64, invalidations: Int, _ continuation: Waiter) {
        let task = feed == nil ? nil : WaiterClass.current
        let parks = state.withLock { state -> Bool in
            // Cancelled before it parked, when the handler had nothing to wake.
            if Task.isCancelled || state.machine.next(after: seen) != .wait { return false }
            // Invalidated before it parked, when there was nothing to wake.
            if state.machine.invalidations != invalidations { return false }
            if demand.isPaused.load(ordering: .relaxed) { return false }
            demand.park(continuation, in: task, &state.machine)
            return true
        }
        if !parks { continuation.resume(returning: nil) }
    }

    /// The task of a demand that may have parked was cancelled, or its subscription was paused.
    func wakeCancelled(_ demand: borrowing Demand) {
        let continuation = state.withLock { state in
            let id = demand.id
            return id > 0 ? state.machine.demandCancelled(id) : nil
        }
        continuation?.resume(returning: nil)
    }

    /// A step's commits are equal: the demand moves on from one to the other.
    func advance(_ demand: borrowing Demand, from old: UInt64, to seen: UInt64) {
        let settled = state.withLock { state in
            demand.id < 0 ? [] : Self.takeSettled(state.machine.demandAdvanced(from: old, to: seen), &state)
        }
        for continuation in settled { continuation.resume() }
    }

    /// A demand whose consumer has the commit `seen` was fulfilled or abandoned.
    func endDemand(_ id: Machine.DemandID, at seen: UInt64) {
        let task = feed == nil ? nil : WaiterClass.current
        let (settled, leader) = state.withLock { state in
            let leader = task.flatMap { state.machine.demandLeaves(id, as: $0) }
            return (Self.takeSettled(state.machine.demandEnded(cursor: seen), &state), leader)
        }
        for continuation in settled { continuation.resume() }
        leader?.resume(returning: nil)
    }
}
