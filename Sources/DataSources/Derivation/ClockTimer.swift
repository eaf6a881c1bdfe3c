internal import Synchronization

/// A timer on a clock.
@usableFromInline
final class ClockTimer<C: Clock>: DeadlineTimer {
    /// Everything is guarded by the mutex.
    ///
    /// Deadlines are compared, and the old ones let go of, with the lock open: what
    /// that does is up to the clock.
    private struct State {
        var deadline: C.Instant?
        /// How often the deadline has become another one.
        var changes = 0
        var keepers: [WaiterClass: Keeper] = [:]
        var timesFired = 0

        /// Makes the deadline another one, unless it has become another one since it was read; `nil` then.
        mutating func replace(_ deadline: C.Instant?, after changes: Int) -> Replaced? {
            guard self.changes == changes else { return nil }
            defer {
                self.deadline = deadline
                self.changes += 1
            }
            return Replaced(deadline: self.deadline)
        }
    }

    /// A deadline that no longer is.
    private struct Replaced {
        let deadline: C.Instant?
    }

    /// Those of one class of tasks that wait: one of them keeps the time.
    private struct Keeper {
        let lock = AsyncLock()
        var count = 0
        /// Wakes who keeps the time: there is another deadline.
        var changed: AsyncEvent?
    }

    private let clock: C
    private let state = Mutex(State())

    @usableFromInline
    init(clock: C) {
        self.clock = clock
    }

    /// The timer's hub.
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

    /// The operator's state changes at `deadline`, or only with what comes from upstream.
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
        // When the deadline has become another one meanwhile, somebody else has looked at the clock.
        let (replaced, invalidations) = state.withLock { state in
            let replaced = state.replace(nil, after: changes)
            if replaced != nil { state.timesFired += 1 }
            return (replaced, state.timesFired)
        }
        if replaced != nil { hub.publish(ValueSnapshot(invalidations)) }
    }

    @usableFromInline
    func run(at hub: HubCore) async {
        // Of all that wait on one executor with one priority, one keeps the time. When it no longer waits, the next one
        // does. Those on another executor do not depend on it: it may be busy.
        let waiter = WaiterClass.current
        let lock = join(waiter)
        defer { leave(waiter) }
        guard await lock.acquire({ "its turn to keep the time" }) else { return }
        defer { lock.release() }
        while !Task.isCancelled {
            let changed = AsyncEvent()
            let deadline = state.withLock { state in
                state.keepers[waiter]?.changed = changed
                return state.deadline
            }
            if let deadline {
                await withDiscardingTaskGroup { (group: inout ChildTasks) in
                    group.addTask { [clock] in
                        // A cancelled sleep ends early: then there is another deadline, or nobody waits any more.
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
