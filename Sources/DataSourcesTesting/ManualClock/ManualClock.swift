import Synchronization

/// A clock whose time moves only when told to.
///
/// A sleeping task continues when ``advance(to:)`` or ``advance(by:)`` has moved the clock to its deadline. Due tasks
/// wake in the order of their deadlines, and with equal deadlines in the order in which they went to sleep. A sleep
/// whose deadline has passed returns without suspending. Cancelling a sleeping task wakes it at once with
/// `CancellationError`. Every method can be called from any thread.
///
/// A test need not guess when the code under test has gone to sleep: ``sleepersReach(_:)`` waits until it has.
///
/// ```swift
/// let clock = ManualClock()
/// let reminder = Task { try await clock.sleep(for: .seconds(60)) }
/// await clock.sleepersReach(1)
/// clock.advance(by: .seconds(60))
/// try await reminder.value
/// ```
///
/// For a task that sleeps repeatedly, move time in small steps with ``advance(by:settling:)``. In a run of a
/// ``SeededExecutor``, a ``SeededExecutor/Deadlock`` lists the tasks that still sleep when nothing else can run.
///
/// On real threads the woken tasks may overtake one another; on a ``SeededExecutor`` the seed decides.
public final class ManualClock: Clock {
    struct State: Sendable {
        var timers: Timers
        var continuations: [Timers.Waiter: CheckedContinuation<Timers.Wakeup.Reason, Never>] = [:]
    }

    /// The time and the waiting tasks; guarded by the mutex, and none is resumed while it is held.
    private let state: Mutex<State>

    /// Creates a clock at ``Instant/start``.
    public convenience init() {
        self.init(wakesDueSleepersOnArrival: true)
    }

    init(wakesDueSleepersOnArrival: Bool) {
        state = Mutex(State(timers: Timers(wakesDueSleepersOnArrival: wakesDueSleepersOnArrival)))
    }

    /// The time to which the clock was advanced.
    public var now: Instant {
        state.withLock { $0.timers.now }
    }

    /// The resolution of the clock: zero, since its time is exact.
    public var minimumResolution: Duration { .zero }

    /// The number of tasks asleep now.
    public var sleepers: Int {
        state.withLock { $0.timers.sleepers.count }
    }

    /// The earliest deadline, if a task is asleep.
    public var nextDeadline: Instant? {
        state.withLock { $0.timers.sleepers.first?.deadline }
    }

    /// Suspends the calling task until the clock's machine wakes it; returns the reason.
    nonisolated(nonsending) func wait(until condition: Timers.Condition) async -> Timers.Wakeup.Reason {
        let waiter = state.withLock { $0.timers.waiterAnnounced() }
        return await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                transition { state in
                    state.continuations[waiter] = continuation
                    // Checked under the lock: a later cancellation finds the waiter.
                    return state.timers.waiterArrived(waiter, until: condition, isCancelled: Task.isCancelled)
                }
            }
        } onCancel: {
            transition { $0.timers.waiterCancelled(waiter) }
        }
    }

    /// Waits for the caller's turn among the tasks that are due now, even in a cancelled task.
    nonisolated(nonsending) func settle() async {
        _ = await withCheckedContinuation { continuation in
            transition { state in
                let waiter = state.timers.waiterAnnounced()
                state.continuations[waiter] = continuation
                return state.timers.waiterArrived(waiter, until: .time(state.timers.now), isCancelled: false)
            }
        }
    }

    /// Locks, applies one input to the machine, unlocks, and then wakes the waiters it returned, in order.
    ///
    /// - Returns: Whether any waiter was woken.
    @discardableResult
    func transition(_ input: (inout State) -> [Timers.Wakeup]) -> Bool {
        let woken = state.withLock { state in
            input(&state).map { wakeup in
                (continuation: state.continuations.removeValue(forKey: wakeup.waiter), reason: wakeup.reason)
            }
        }
        for (continuation, reason) in woken {
            continuation?.resume(returning: reason)
        }
        return !woken.isEmpty
    }
}
