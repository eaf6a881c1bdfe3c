internal import Synchronization

/// A timer driven by a clock.
@usableFromInline
final class ClockTimer<C: Clock>: DeadlineTimer {
    /// Everything is guarded by the mutex.
    ///
    /// Deadlines are compared and released outside the lock, since both run the clock's code.
    private struct State {
        var deadline: C.Instant?
        /// How often the deadline has changed.
        var changes = 0
        var keepers: [WaiterClass: Keeper] = [:]
        var timesFired = 0

        /// Sets the deadline, unless it has changed since it was read; returns `nil` then.
        mutating func replace(_ deadline: C.Instant?, after changes: Int) -> Replaced? {
            guard self.changes == changes else { return nil }
            defer {
                self.deadline = deadline
                self.changes += 1
            }
            return Replaced(deadline: self.deadline)
        }
    }

    /// The previous deadline.
    private struct Replaced {
        let deadline: C.Instant?
    }

    /// The waiting tasks of one class; one of them, the leader, keeps the time.
    private struct Keeper {
        let lock = AsyncLock()
        var count = 0
        /// Wakes the leader when the deadline has changed.
        var changed: AsyncEvent?
    }

    private let clock: C
    private let state = Mutex(State())

    @usableFromInline
    init(clock: C) {
        self.clock = clock
    }

    /// Creates the timer's hub.
    @usableFromInline
    func makeHub() -> HubCore {
        let epoch = UInt64.random(in: .min ... .max)
        return HubCore(
            epoch: epoch,
            commit: Commit(number: 1, snapshot: ValueSnapshot(0).committed(as: Version(epoch: epoch, number: 1))),
            comparer: CommitComparer(of: ValueSnapshot<Int>.self),
            type: ValueSnapshot<Int>.self,
            timer: self
        )
    }

    @usableFromInline var isSet: Bool { state.withLock { $0.deadline != nil } }

    @usableFromInline var isDue: Bool {
        guard let deadline = state.withLock({ $0.deadline }) else { return false }
        return deadline <= clock.now
    }

    /// The operator's state changes at `deadline`; with `nil`, only when an input changes.
    @usableFromInline
    func set(to deadline: C.Instant?) {
        while true {
            let (last, changes) = state.withLock { ($0.deadline, $0.changes) }
            if last == deadline, state.withLock({ $0.changes == changes }) { return }
            let (replaced, changed) = state.withLock { state in
                let replaced = state.replace(deadline, after: changes)
                return (replaced, replaced == nil ? [] : state.keepers.values.compactMap(\.changed))
            }
            if replaced == nil { continue }
            for signal in changed { signal.fire() }
            return
        }
    }

    @usableFromInline
    func fireIfDue(at hub: HubCore) {
        let (deadline, changes) = state.withLock { ($0.deadline, $0.changes) }
        guard let deadline, deadline <= clock.now else { return }
        // If the deadline has changed meanwhile, another task has read the clock.
        let (replaced, invalidations) = state.withLock { state in
            let replaced = state.replace(nil, after: changes)
            if replaced != nil { state.timesFired += 1 }
            return (replaced, state.timesFired)
        }
        if replaced != nil { hub.publish(ValueSnapshot(invalidations)) }
    }

    @usableFromInline
    func run(at hub: HubCore) async {
        // One task of each class (executor and priority) keeps the time; when it stops waiting, the next takes over.
        // Tasks of other executors do not depend on it, since its executor may be busy.
        let waiter = WaiterClass.current
        let lock = join(waiter)
        defer { leave(waiter) }
        guard await lock.acquire({ "another task that sleeps until the same time" }) else { return }
        defer { lock.release() }
        while !Task.isCancelled {
            let changed = AsyncEvent()
            let deadline = state.withLock { state in
                state.keepers[waiter]?.changed = changed
                return state.deadline
            }
            if let deadline {
                await withDiscardingTaskGroup { @Sendable (group: inout ChildTasks) in
                    group.addTask { [clock] in
                        // A cancelled sleep ends early: the deadline has changed, or no task waits any more.
                        try? await clock.sleep(until: deadline.soonest(from: clock.now), tolerance: nil)
                        changed.fire()
                    }
                    await changed.wait { "a deadline" }
                    group.cancelAll()
                }
                fireIfDue(at: hub)
            } else {
                await changed.wait { "a deadline to be set" }
            }
        }
    }

    private func join(_ waiter: WaiterClass) -> AsyncLock {
        state.withLock { state in
            state.keepers[waiter, default: Keeper()].count += 1
            return state.keepers[waiter]!.lock
        }
    }

    private func leave(_ waiter: WaiterClass) {
        state.withLock { state in
            state.keepers[waiter]!.count -= 1
            if state.keepers[waiter]!.count == 0 { state.keepers[waiter] = nil }
        }
    }
}
