internal import Synchronization

extension HubCore {
    /// What an ask is to do.
    enum Next {
        /// Nothing newer: park.
        case wait
        /// The hub has finished and everything was given.
        case end
        /// Take the step to the newest stage, together with whoever else takes it.
        case step(DifferenceStep)
    }

    /// Whether there was nothing newer than a commit a moment ago, so that an ask would park.
    func hasNothing(after number: UInt64) -> Bool { news.load(ordering: .acquiring) <= number }

    /// Whether a step led to the newest stage a moment ago.
    func isNewest(_ step: DifferenceStep) -> Bool { news.load(ordering: .acquiring) == step.after.number }

    /// What a consumer is to do that has `stage`, knows everything up to the commit `seen`, and asks or begins to; the
    /// step is the one that others take who have the same stage, or made.
    func next(for ask: borrowing Ask, from stage: HubStage, after seen: UInt64) -> Next {
        state.withLock { state in
            switch state.machine.next(after: seen) {
            case .wait: return .wait
            case .end: return .end
            case .step:
                ask.begin(seen, &state.machine)
                return .step(sharedStep(from: stage, &state))
            }
        }
    }

    /// The step from a stage to the newest one, for all that take it.
    func sharedStep(from stage: HubStage, _ state: inout State) -> DifferenceStep {
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.sharesNoSteps) {
            return DifferenceStep(before: stage, after: state.newest, comparisons: comparisons)
        }
        #endif
        state.mayHaveSteps = true
        let newest = state.newest
        return steps.step(from: stage) { DifferenceStep(before: stage, after: newest, comparisons: comparisons) }
    }

    /// The task of an ask is to be suspended until there is something newer than the commit `seen`, the hub is rung more
    /// often than `rings` or finishes, or the task is cancelled.
    ///
    /// It is resumed with the step from there, if there is one. That may be no longer the newest: see ``isNewest(_:)``.
    func park(_ ask: borrowing Ask, at seen: UInt64, rings: Int, _ continuation: Waiter) {
        let task = derivation == nil ? nil : WaiterClass.current
        let parks = state.withLock { state -> Bool in
            #if DATASOURCES_MUTANTS
            if let parks = parksInMutant(ask, at: seen, rings: rings, continuation, in: task, &state) { return parks }
            #endif
            // Cancelled before it was parked: the handler has found nothing to wake.
            if Task.isCancelled || state.machine.next(after: seen) != .wait { return false }
            // Something upstream changed before it was parked: that has found nobody to wake.
            if state.machine.rings != rings { return false }
            ask.park(continuation, in: task, &state.machine)
            return true
        }
        if !parks { continuation.resume(returning: nil) }
    }

    /// The task of an ask that may have parked was cancelled.
    func wakeCancelled(_ ask: borrowing Ask) {
        let continuation = state.withLock { state in
            let id = ask.id
            return id > 0 ? state.machine.askCancelled(id) : nil
        }
        continuation?.resume(returning: nil)
    }

    /// A step came to nothing: an ask moves on from one commit to another.
    func advance(_ ask: borrowing Ask, from old: UInt64, to seen: UInt64) {
        let settled = state.withLock { state in
            ask.id < 0 ? [] : Self.takeSettled(state.machine.askAdvanced(from: old, to: seen), &state)
        }
        for continuation in settled { continuation.resume() }
    }

    /// An ask was answered, or given up, whose consumer had been given the commit `seen`.
    func endAsk(_ id: Machine.AskID, at seen: UInt64) {
        let task = derivation == nil ? nil : WaiterClass.current
        let (settled, leader) = state.withLock { state in
            let leader = task.flatMap { state.machine.askLeaves(id, as: $0) }
            return (Self.takeSettled(state.machine.askEnded(cursor: seen), &state), leader)
        }
        for continuation in settled { continuation.resume() }
        leader?.resume(returning: nil)
    }
}

#if DATASOURCES_MUTANTS
extension HubCore {
    /// As ``park(_:at:rings:_:)``, but without one of the looks; `nil` when none of these mutants is active.
    private func parksInMutant(
        _ ask: borrowing Ask, at seen: UInt64, rings: Int, _ continuation: Waiter, in task: WaiterClass?,
        _ state: inout State
    ) -> Bool? {
        let looks: [Mutation: Bool] = [
            .parksWithoutLookingAgain: state.machine.next(after: seen) != .wait,
            .parksWithoutLookingForCancellation: Task.isCancelled,
            .parksWithoutLookingForRings: state.machine.rings != rings,
        ]
        guard let active = Mutation.active, looks[active] != nil else { return nil }
        if looks.contains(where: { $0.key != active && $0.value }) { return false }
        ask.park(continuation, in: task, &state.machine)
        return true
    }
}
#endif
