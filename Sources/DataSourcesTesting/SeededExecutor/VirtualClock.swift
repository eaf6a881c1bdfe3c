/// The clock of a seeded executor: time moves only when no task can run, and then jumps to the next timer.
///
/// A thousand seconds of sleep take no time. Sleepers wake one by one, the earliest deadline first and ties in the
/// order in which they went to sleep; each runs until it waits again before the next one wakes.
///
/// Every sleep suspends. A sleep with a past deadline ends when no other task can run, without moving time: so
/// `sleep(for: .zero)` lets all other tasks run as far as they can, like ``SeededExecutor/settle()``. Cancelling a
/// sleeping task wakes it at once.
///
/// Each executor has its own, ``SeededExecutor/clock``. It starts at ``ManualClock/Instant/start``.
public struct VirtualClock: Clock, Sendable {
    /// A point in virtual time.
    public typealias Instant = ManualClock.Instant

    /// The underlying clock, which the executor advances when no job is ready.
    let timers = ManualClock(wakesDueSleepersOnArrival: false)

    /// The virtual time.
    public var now: Instant { timers.now }

    /// The resolution of the clock: zero, since virtual time is exact.
    public var minimumResolution: Duration { .zero }

    /// Suspends the task until virtual time reaches `deadline` and it is this sleeper's turn.
    ///
    /// - Parameters:
    ///   - deadline: The time to wake.
    ///   - tolerance: Ignored; virtual time is exact.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        if await timers.wait(until: .time(deadline)) == .cancelled { throw CancellationError() }
    }
}
