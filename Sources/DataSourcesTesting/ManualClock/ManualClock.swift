import Synchronization

/// A clock whose time moves only when it is told to.
///
/// A task that sleeps until a deadline goes on when ``advance(to:)`` or ``advance(by:)`` has moved the clock there.
/// Those whose time has come wake in the order of their deadlines, and with equal deadlines in the order in which they
/// went to sleep. A sleep whose deadline has passed already returns without suspending. Cancelling a sleeping task
/// wakes it at once with `CancellationError`. Every method can be called from any thread.
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
/// A task that goes to sleep again and again wants its time in small steps: ``advance(by:settling:)``. In a run of a
/// ``SeededExecutor`` whoever still sleeps when everything stands still is listed in the ``SeededExecutor/Deadlock``.
///
/// On real threads the woken tasks may overtake one another after they woke; on a ``SeededExecutor`` the seed decides.
public final class ManualClock: Clock {
    struct State: Sendable {
        var timers: Timers
        var continuations: [Timers.Waiter: CheckedContinuation<Timers.Wakeup.Reason, Never>] = [:]
    }

    /// The time and who waits for it; the mutex guards it, and nobody is resumed while it is held.
    private let state: Mutex<State>

    /// Creates a clock that stands at ``Instant/start``.
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

    /// The least step of the clock: none, since its time is exact.
    public var minimumResolution: Duration { .zero }

    /// How many tasks are asleep at this moment.
    public var sleepers: Int {
        state.withLock { $0.timers.sleepers.count }
    }

    /// The earliest time at which a task is to wake, if one is asleep.
    public var nextDeadline: Instant? {
        state.withLock { $0.timers.sleepers.first?.deadline }
    }

    /// Suspends the calling task until the clock's machine wakes it, and returns why it did.
    nonisolated(nonsending) func wait(until condition: Timers.Condition) async -> Timers.Wakeup.Reason {
        let waiter = state.withLock { $0.timers.waiterAnnounced() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transition { state in
                    state.continuations[waiter] = continuation
                    // Read under the lock: a cancellation that is not seen here comes after, and finds the waiter.
                    return state.timers.waiterArrived(waiter, until: condition, isCancelled: Task.isCancelled)
                }
            }
        } onCancel: {
            transition { $0.timers.waiterCancelled(waiter) }
        }
    }

    /// Waits for the caller's turn among those that are due now, also in a cancelled task.
    nonisolated(nonsending) func settle() async {
        _ = await withCheckedContinuation { continuation in
            transition { state in
                let waiter = state.timers.waiterAnnounced()
                state.continuations[waiter] = continuation
                return state.timers.waiterArrived(waiter, until: .time(state.timers.now), isCancelled: false)
            }
        }
    }

    /// Locks, lets the machine take one input, unlocks, and then wakes whom the machine named, in that order.
    ///
    /// - Returns: Whether anybody was woken.
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
