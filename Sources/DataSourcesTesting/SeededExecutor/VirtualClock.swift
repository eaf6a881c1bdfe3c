/// The clock of a seeded executor: time moves only when no task can run, and then jumps to the next timer.
///
/// A thousand seconds of sleep take no time. Sleepers wake one by one, the earliest deadline first and those with equal
/// deadlines in the order in which they went to sleep; each runs until it waits again before the next one wakes.
///
/// Every sleep suspends. One whose deadline has passed ends when nothing else can run, at the time it began: so
/// `sleep(for: .zero)` lets all others go as far as they can, as ``SeededExecutor/settle()`` does. Cancelling a sleeping
/// task wakes it at once.
///
/// Each executor has its own, ``SeededExecutor/clock``. It begins at ``ManualClock/Instant/start``.
public struct VirtualClock: Clock, Sendable {
    /// A point in virtual time.
    public typealias Instant = ManualClock.Instant

    /// The clock that the executor advances by hand when nothing is ready.
    let timers = ManualClock(wakesDueSleepersOnArrival: false)

    /// The virtual time.
    public var now: Instant { timers.now }

    /// The least step of the clock: none, since virtual time is exact.
    public var minimumResolution: Duration { .zero }

    /// Suspends the task until virtual time has reached `deadline` and it is this sleeper's turn.
    ///
    /// - Parameters:
    ///   - deadline: When to go on.
    ///   - tolerance: Without effect; virtual time is exact.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        if await timers.wait(until: .time(deadline)) == .cancelled { throw CancellationError() }
    }
}
