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

    /// What a consumer that has been given `cursor` is to do, who asks or begins to; a step is found by what it starts
    /// from, or made.
    func next(for ask: borrowing Ask, from cursor: HubStage, key: UInt64) -> Next {
        state.withLock { next(for: ask.begin(cursor.number, &$0.machine), from: cursor, key: key, &$0) }
    }

    private func next(
        for ask: HubMachine.AskID,
        from cursor: HubStage,
        key: UInt64,
        _ state: inout State
    ) -> Next {
        switch state.machine.next(for: ask) {
        case .wait: return .wait
        case .end: return .end
        case .step:
            if let step = state.step(from: key) { return .step(step) }
            let step = DifferenceStep(before: cursor, after: state.newest, comparisons: comparisons)
            #if DATASOURCES_MUTANTS
            if Mutation.isActive(.sharesNoSteps) { return .step(step) }
            #endif
            if key < HubCore.firstUnsharedKey { state.steps[key] = step }
            return .step(step)
        }
    }

    /// The step to the newest stage from what has this key, if somebody takes it or has taken it.
    func knownStep(from key: UInt64) -> DifferenceStep? {
        state.withLock { $0.step(from: key) }
    }

    /// The task of an ask, or of one that begins now, is to be suspended until there is something newer than `cursor`,
    /// the hub is rung more often than `rings` or finishes, or the task is cancelled.
    ///
    /// It is resumed with the step from there, if there is one. That may be no longer the newest: see ``isNewest(_:)``.
    func park(
        _ ask: borrowing Ask,
        at cursor: UInt64,
        rings: Int,
        _ continuation: UnsafeContinuation<DifferenceStep?, Never>
    ) {
        let waiter = derivation == nil ? nil : WaiterClass.current
        let parks = state.withLock { state -> Bool in
            let id = ask.begin(cursor, &state.machine)
            // Cancelled before it was parked: the handler has found nothing to wake.
            if Task.isCancelled || state.machine.next(for: id) != .wait { return false }
            // Something upstream changed before it was parked: that has found nobody to wake.
            if state.machine.rings != rings { return false }
            state.machine.askParked(id, as: waiter)
            while state.continuations.count <= id { state.continuations.append(nil) }
            state.continuations[id] = continuation
            return true
        }
        if !parks { continuation.resume(returning: nil) }
    }

    /// The task of an ask that may have parked was cancelled.
    func wakeCancelled(_ ask: borrowing Ask) {
        let continuation = state.withLock { state -> UnsafeContinuation<DifferenceStep?, Never>? in
            let id = ask.id
            return id >= 0 && state.machine.askCancelled(id) ? state.continuations[id].take() : nil
        }
        continuation?.resume(returning: nil)
    }

    func advance(_ ask: borrowing Ask, to cursor: UInt64) {
        let settled = state.withLock { state -> [UnsafeContinuation<Void, Never>] in
            let id = ask.id
            return id < 0 ? [] : Self.takeSettled(state.machine.askAdvanced(id, to: cursor), &state)
        }
        for continuation in settled { continuation.resume() }
    }

    /// An ask was answered, or given up.
    func endAsk(_ id: HubMachine.AskID) {
        let waiter = derivation == nil ? nil : WaiterClass.current
        let (settled, leader) = state.withLock { state in
            let leader = waiter.flatMap { state.machine.askLeaves(id, as: $0) }.flatMap {
                state.continuations[$0].take()
            }
            return (Self.takeSettled(state.machine.askEnded(id), &state), leader)
        }
        for continuation in settled { continuation.resume() }
        leader?.resume(returning: nil)
    }
}
