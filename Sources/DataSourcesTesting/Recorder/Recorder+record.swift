public import DataSources
import Synchronization

extension Recorder {
    /// Records until `condition` holds, and returns the updates up to that point that no earlier call has returned.
    ///
    /// It asks for updates in the calling task, unless another task already does. A derived source is brought up to date
    /// with its origins first, for ``Condition/settled`` and for a version of an origin. Updates beyond the condition,
    /// recorded by a concurrent call, are left for the next call; so are the updates recorded by a call that throws.
    ///
    /// - Parameter condition: How far to record.
    /// - Returns: The updates, in order; none if the condition already held.
    /// - Throws: ``RecorderError`` when the sequence ends or throws before the condition holds, when the task is
    ///   cancelled, or when the condition cannot be evaluated.
    /// - Complexity: O(updates), plus the cost of the differences.
    @discardableResult
    public func record(until condition: Condition) async throws(RecorderError) -> [Update<Snapshot>] {
        let kind = try await resolved(condition)
        // Predicates are called once per update: this many have been checked by this call.
        var examined = -1
        while true {
            let goal: RecorderMachine.Goal
            switch attempt(kind, &examined) {
            case .taken(let updates): return updates
            case .reach(let next): goal = next
            }
            switch await reach(goal) {
            // The next attempt gets further, unless another call takes what this one needs.
            case .met, .pull: continue
            case .cancelled: throw error(.cancelled, condition)
            case .over:
                // The last update may have come with the end.
                if case .taken(let updates) = attempt(kind, &examined) { return updates }
                throw error(state.withLock { $0.failure } == nil ? .ended : .failed, condition)
            }
        }
    }

    private func error(_ code: RecorderError.Code, _ condition: Condition) -> RecorderError {
        let (machine, failure) = state.withLock { ($0.machine, $0.failure) }
        return RecorderError(
            code: code,
            awaited: condition.description,
            recordedCount: machine.recorded,
            lastVersion: machine.seen,
            underlyingError: code == .failed ? failure : nil
        )
    }

    // MARK: Conditions

    /// The condition in terms of the commits of the recorded source.
    private func resolved(_ condition: Condition) async throws(RecorderError) -> Condition.Kind {
        switch (condition.kind, feed.subscription) {
        case (.count(..<1), _): throw error(.emptyCount, condition)
        case (.settled, nil): throw error(.notASubscription, condition)
        case (.settled, let subscription?):
            let newest = await subscription.refreshed()
            if subscription.isDerived { try checkCancellation(condition) }
            return .version(newest)
        case (.version(let version), let subscription?):
            guard let own = await subscription.version(containing: version) else {
                throw error(.foreignVersion, condition)
            }
            if own.epoch != version.epoch { try checkCancellation(condition) }
            return .version(own)
        default: return condition.kind
        }
    }

    /// A cancelled task does not learn what is new upstream of a derived source.
    private func checkCancellation(_ condition: Condition) throws(RecorderError) {
        if Task.isCancelled { throw error(.cancelled, condition) }
    }

    private enum Attempt {
        /// The condition holds; these updates belong to the call.
        case taken([Update<Snapshot>])
        /// The condition cannot hold before this goal.
        case reach(RecorderMachine.Goal)
    }

    private func attempt(_ condition: Condition.Kind, _ examined: inout Int) -> Attempt {
        switch condition {
        case .count(let count):
            state.withLock { state in
                let taken = state.machine.taken
                let end = taken + min(count, .max - taken)
                return state.machine.recorded >= end ? .taken(Self.take(end, &state)) : .reach(.recorded(end))
            }
        case .version(let version):
            state.withLock { state in
                guard state.machine.isMet(.seen(version)) else { return .reach(.seen(version)) }
                let there = state.updates[state.machine.taken...].firstIndex { Self.isThere($0, version) }
                return .taken(Self.take(there.map { $0 + 1 } ?? state.updates.count, &state))
            }
        case .finished, .settled:
            state.withLock { state in
                state.machine.isMet(.end) ? .taken(Self.take(state.updates.count, &state)) : .reach(.end)
            }
        case .update(let predicate): attempt(&examined, onStart: { _ in false }, predicate)
        case .snapshot(let predicate): attempt(&examined, onStart: predicate) { predicate($0.after) }
        }
    }

    /// Finds the first update not yet checked by this call that satisfies `predicate`, or the state before them.
    private func attempt(
        _ examined: inout Int,
        onStart isThere: (Snapshot) -> Bool,
        _ predicate: (Update<Snapshot>) -> Bool
    ) -> Attempt {
        let (taken, updates) = state.withLock { ($0.machine.taken, $0.updates) }
        if examined < 0, isThere(taken == 0 ? start : updates[taken - 1].after) { return .taken([]) }
        let found = updates[max(taken, examined)...].firstIndex(where: predicate)
        examined = updates.count
        guard let found else { return .reach(.recorded(updates.count + 1)) }
        return .taken(state.withLock { Self.take(found + 1, &$0) })
    }

    private static func isThere(_ update: Update<Snapshot>, _ version: Version) -> Bool {
        update.after.version.map { $0.epoch == version.epoch && $0 >= version } ?? false
    }

    /// Takes the updates before `end` that no call has returned.
    private static func take(_ end: Int, _ state: inout State) -> [Update<Snapshot>] {
        let taken = state.machine.taken
        state.machine.updatesTaken(end)
        return end > taken ? Array(state.updates[taken..<end]) : []
    }
}

// MARK: - Pulling and waiting

extension Recorder {
    /// Pulls until the sequence is over or the task is cancelled, on behalf of all waiting calls.
    func pullToTheEnd() async {
        _ = await reach(.end)
    }

    /// Waits until the recording reaches `goal`, and pulls if no other call does; never returns `pull`.
    private func reach(_ goal: RecorderMachine.Goal) async -> RecorderMachine.Reply {
        let reply = await wait(for: goal)
        return reply == .pull ? await pull(until: goal) : reply
    }

    private func wait(for goal: RecorderMachine.Goal) async -> RecorderMachine.Reply {
        let caller = state.withLock { $0.machine.callerAnnounced() }
        return await withTaskCancellationHandler { @Sendable in
            // Resumed once: by `transition`, which takes it out of the state.
            unsafe await withUnsafeContinuation { continuation in
                let suspended = unsafe Suspended(continuation)
                transition { state in
                    state.suspended[caller] = suspended
                    // Checked under the lock: a later cancellation finds the call.
                    let isCancelled = Task.isCancelled
                    return state.machine.callerArrived(caller, for: goal, isCancelled: isCancelled).map { [$0] } ?? []
                }
            }
        } onCancel: {
            transition { $0.machine.callerCancelled(caller).map { [$0] } ?? [] }
        }
    }

    private func pull(until goal: RecorderMachine.Goal) async -> RecorderMachine.Reply {
        while true {
            let answer = await feed.next()
            var outcome: RecorderMachine.Reply?
            transition { state in
                var wakeups: [RecorderMachine.Wakeup] = []
                switch answer {
                case .step(let update, let seen):
                    if let update { state.updates.append(update) }
                    wakeups = state.machine.stepTaken(toUpdate: update != nil, seen: seen)
                case .failed(let error):
                    state.failure = error
                    wakeups = state.machine.sequenceEnded(byError: true)
                case .ended: wakeups = state.machine.sequenceEnded(byError: false)
                case .cancelled: outcome = .cancelled
                }
                if state.machine.isMet(goal) { outcome = .met } else if state.machine.isOver { outcome = .over }
                if outcome != nil, let next = state.machine.pullerLeft() { wakeups.append(next) }
                return wakeups
            }
            if let outcome { return outcome }
        }
    }

    /// Locks, applies one input to the machine, unlocks, and then wakes the callers it returned, in order.
    private func transition(_ input: (inout State) -> [RecorderMachine.Wakeup]) {
        let woken = state.withLock { state in
            input(&state).map { wakeup in
                (suspended: state.suspended.removeValue(forKey: wakeup.caller), reply: wakeup.reply)
            }
        }
        for (suspended, reply) in woken { suspended?.resume(returning: reply) }
    }
}
