internal import Synchronization

/// Tells a derivation when its operator's state changes without anything having come from upstream.
///
/// It is an origin like any other: a hub whose state counts how often a deadline has passed. Nobody keeps the time while
/// nobody waits; who asks looks at the clock, and of those who wait one sleeps until the deadline.
@usableFromInline
protocol Alarm: AnyObject, Sendable {
    /// What is derived from the alarm follows this.
    var core: HubCore { get }

    /// Whether a deadline is to come yet, or has passed and nobody has been told.
    var isSet: Bool { get }

    /// Whether a deadline has passed that nobody has been told of.
    var isDue: Bool { get }

    /// Tells everybody, if a deadline has passed that nobody has been told of.
    func ringIfDue()

    /// Does so at each deadline, until the task is cancelled.
    func keepTime() async
}

/// An alarm on a clock.
@usableFromInline
final class ClockAlarm<C: Clock>: Alarm {
    /// Everything is guarded by the mutex.
    private struct State {
        var deadline: C.Instant?
        /// Wakes who keeps the time: there is another deadline.
        var changed: Signal?
        var ringsSoFar = 0
    }

    @usableFromInline let clock: C
    private let hub = SnapshotHub(ValueSnapshot(0))
    private let turns = Turns()
    private let state = Mutex(State())

    @usableFromInline
    init(clock: C) {
        self.clock = clock
    }

    @usableFromInline var core: HubCore { hub.core }

    @usableFromInline var isSet: Bool { state.withLock { $0.deadline != nil } }

    @usableFromInline var isDue: Bool {
        guard let deadline = state.withLock({ $0.deadline }) else { return false }
        return deadline <= clock.now
    }

    /// The operator's state changes at `deadline`, or only with what comes from upstream.
    @usableFromInline
    func set(to deadline: C.Instant?) {
        let changed = state.withLock { state -> Signal? in
            if state.deadline == deadline { return nil }
            state.deadline = deadline
            return state.changed.take()
        }
        changed?.fire()
    }

    @usableFromInline
    func ringIfDue() {
        if !isSet { return }
        let now = clock.now
        let rings = state.withLock { state -> Int? in
            guard let deadline = state.deadline, deadline <= now else { return nil }
            state.deadline = nil
            state.ringsSoFar += 1
            return state.ringsSoFar
        }
        if let rings { hub.publish(ValueSnapshot(rings)) }
    }

    @usableFromInline
    func keepTime() async {
        // Of all that wait one keeps the time. When it no longer waits, the next one does.
        guard await turns.take({ "its turn to keep the time" }) else { return }
        #if DATASOURCES_MUTANTS
        defer { if !Mutation.isActive(.keepsTimeForItself) { turns.pass() } }
        #else
        defer { turns.pass() }
        #endif
        while !Task.isCancelled {
            let changed = Signal()
            let deadline = state.withLock { state in
                state.changed = changed
                return state.deadline
            }
            if let deadline {
                await withDiscardingTaskGroup { group in
                    group.addTask { [clock] in
                        // A cancelled sleep ends early: then there is another deadline, or nobody waits any more.
                        try? await clock.sleep(until: deadline, tolerance: nil)
                        changed.fire()
                    }
                    await changed.wait { "a deadline" }
                    group.cancelAll()
                }
                ringIfDue()
            } else {
                await changed.wait { "a deadline to be set" }
            }
        }
    }
}
