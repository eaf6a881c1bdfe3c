internal import Synchronization

extension HubCore {
    /// What a demand is to do.
    enum Next {
        /// Nothing newer: park.
        case wait
        /// The hub has finished and everything was given.
        case end
        /// Take the step to the newest commit, together with whoever else takes it.
        case step(DifferenceStep)
    }

    /// Whether there was nothing newer than a commit just now, so that a demand would park.
    func hasNothing(after number: UInt64) -> Bool { news.load(ordering: .acquiring) <= number }

    /// Whether a step led to the newest commit just now.
    func isNewest(_ step: DifferenceStep) -> Bool { news.load(ordering: .acquiring) == step.after.number }

    /// What a consumer is to do that has `commit`, knows everything up to the commit `seen`, and asks or begins to; the
    /// step is the one that others take who have the same commit, or made.
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

    /// The step from a commit to the newest one, for all that take it.
    func sharedStep(from commit: HubCommit, _ state: inout State) -> DifferenceStep {
        state.mayHaveSteps = true
        let newest = state.newest
        return steps.step(from: commit) { DifferenceStep(before: commit, after: newest, comparisons: comparisons) }
    }

    /// The task of a demand is to be suspended until there is something newer than the commit `seen`, the hub is rung more
    /// often than `rings` or finishes, or the task is cancelled.
    ///
    /// It is resumed with the step from there, if there is one. That may be no longer the newest: see ``isNewest(_:)``.
    func park(_ demand: borrowing Demand, at seen: UInt64, invalidations: Int, _ continuation: Waiter) {
        let task = feed == nil ? nil : WaiterClass.current
        let parks = state.withLock { state -> Bool in
            // Cancelled before it was parked: the handler has found nothing to wake.
            if Task.isCancelled || state.machine.next(after: seen) != .wait { return false }
            // Something upstream changed before it was parked: that has found nobody to wake.
            if state.machine.invalidations != invalidations { return false }
            demand.park(continuation, in: task, &state.machine)
            return true
        }
        if !parks { continuation.resume(returning: nil) }
    }

    /// The task of a demand that may have parked was cancelled.
    func wakeCancelled(_ demand: borrowing Demand) {
        let continuation = state.withLock { state in
            let id = demand.id
            return id > 0 ? state.machine.demandCancelled(id) : nil
        }
        continuation?.resume(returning: nil)
    }

    /// A step came to nothing: a demand moves on from one commit to another.
    func advance(_ demand: borrowing Demand, from old: UInt64, to seen: UInt64) {
        let settled = state.withLock { state in
            demand.id < 0 ? [] : Self.takeSettled(state.machine.demandAdvanced(from: old, to: seen), &state)
        }
        for continuation in settled { continuation.resume() }
    }

    /// A demand was answered, or given up, whose consumer had been given the commit `seen`.
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
