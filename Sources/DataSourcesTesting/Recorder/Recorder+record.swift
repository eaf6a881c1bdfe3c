public import DataSources
import Synchronization

extension Recorder {
    /// Records until `condition` holds, and returns the updates up to there that no earlier call has returned.
    ///
    /// It asks for updates in the calling task, unless another task does so already. When the condition holds at once it
    /// returns without suspending. What was recorded beyond the condition, by a call at the same time, is left for the
    /// next call; what was recorded by a call that throws, too.
    ///
    /// - Parameter condition: How far to record.
    /// - Returns: The updates, in order; none if the condition held already.
    /// - Throws: ``RecorderError`` when the sequence ends or throws before the condition holds, when the task is
    ///   cancelled, or when the condition cannot be told.
    /// - Complexity: O(updates), and what finding the differences costs.
    @discardableResult
    public func record(until condition: Condition) async throws(RecorderError) -> [Update<Snapshot>] {
        let kind = try resolved(condition)
        // Predicates are asked once for each update: so many are behind this call.
        var examined = -1
        while true {
            let goal: RecorderMachine.Goal
            switch attempt(kind, &examined) {
            case .taken(let updates): return updates
            case .reach(let next): goal = next
            }
            switch await reach(goal) {
            // Then the next attempt gets further, unless another call takes what this one needs.
            case .met, .pull: continue
            case .cancelled: throw error(.cancelled, condition)
            case .over:
                // What the goal did not need may have come with the end.
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

    /// The condition in terms of this moment.
    private func resolved(_ condition: Condition) throws(RecorderError) -> Condition.Kind {
        switch condition.kind {
        case .settled:
            guard let newest = feed.newest else { throw error(.notASubscription, condition) }
            return .version(newest())
        case .version(let version):
            if let newest = feed.newest, newest().epoch != version.epoch { throw error(.foreignVersion, condition) }
            return condition.kind
        default: return condition.kind
        }
    }

    private enum Attempt {
        /// The condition holds: these are the call's.
        case taken([Update<Snapshot>])
        /// It cannot hold before this.
        case reach(RecorderMachine.Goal)
    }

    private func attempt(_ condition: Condition.Kind, _ examined: inout Int) -> Attempt {
        switch condition {
        case .count(let count):
            state.withLock { state in
                let taken = state.machine.taken
                let end = taken + min(max(count, 0), .max - taken)
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

    /// Looks for the first update that is new to this call and satisfies `predicate`, or for the state before them.
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

    /// The updates before `end` that no call has returned; now one has.
    private static func take(_ end: Int, _ state: inout State) -> [Update<Snapshot>] {
        let taken = state.machine.taken
        state.machine.updatesTaken(end)
        return end > taken ? Array(state.updates[taken..<end]) : []
    }
}

// MARK: - Pulling and waiting

extension Recorder {
    /// Asks until the sequence is over or the task is cancelled, for whoever waits.
    func pullToTheEnd() async {
        _ = await reach(.end)
    }

    /// Waits until the recording is as far as `goal` says, and pulls if nobody else does; never answers `pull`.
    private func reach(_ goal: RecorderMachine.Goal) async -> RecorderMachine.Reply {
        let reply = await wait(for: goal)
        return reply == .pull ? await pull(until: goal) : reply
    }

    private func wait(for goal: RecorderMachine.Goal) async -> RecorderMachine.Reply {
        let caller = state.withLock { $0.machine.callerAnnounced() }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                transition { state in
                    state.continuations[caller] = continuation
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

    /// Locks, lets the machine take one input, unlocks, and then wakes whom the machine named, in that order.
    private func transition(_ input: (inout State) -> [RecorderMachine.Wakeup]) {
        let woken = state.withLock { state in
            input(&state).map { wakeup in
                (continuation: state.continuations.removeValue(forKey: wakeup.caller), reply: wakeup.reply)
            }
        }
        for (continuation, reply) in woken { continuation?.resume(returning: reply) }
    }
}
