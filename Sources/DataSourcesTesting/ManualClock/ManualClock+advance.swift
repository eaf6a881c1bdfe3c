extension ManualClock {
    /// Moves the clock forward by `duration` and wakes every sleeper that is due, in order.
    ///
    /// All of them see the new time, even those with earlier deadlines. The woken tasks may not have run yet when this
    /// returns. A negative duration has no effect.
    ///
    /// - Parameter duration: How far to move.
    /// - Complexity: O(sleepers)
    public func advance(by duration: Duration) {
        transition { $0.timers.timePassed(to: $0.timers.now.advanced(by: duration)) }
    }

    /// Moves the clock forward to `instant` and wakes every sleeper that is due, in order.
    ///
    /// Works like ``advance(by:)``; an instant in the past has no effect.
    ///
    /// - Parameter instant: The new time.
    /// - Complexity: O(sleepers)
    public func advance(to instant: Instant) {
        transition { $0.timers.timePassed(to: instant) }
    }

    /// Moves the clock forward by `duration`, from one deadline to the next.
    ///
    /// At each deadline the sleepers that are due wake and see exactly that time; then `settle` must let them run until
    /// they finish or sleep again, before the clock moves on. So a task that sleeps for one second ten times ends
    /// within ten seconds, which it does not with ``advance(by:)``. `settle` is also called once at the start, for
    /// tasks that are not asleep yet.
    ///
    /// ```swift
    /// await clock.advance(by: .seconds(10)) { await executor.settle() }          // on a seeded executor
    /// await clock.advance(by: .seconds(10)) { await clock.sleepersReach(1) }     // on real threads
    /// ```
    ///
    /// On real threads `settle` must know what to wait for: here, for the one task that always sleeps again. A negative
    /// duration has no effect. If another task moves the clock meanwhile, this still only moves it forward.
    ///
    /// - Parameters:
    ///   - duration: How far to move.
    ///   - settle: Lets the woken tasks run; called in the caller's isolation.
    /// - Throws: What `settle` throws; the clock then stops where it is.
    /// - Complexity: O(sleepers) for each deadline on the way
    public nonisolated(nonsending) func advance<Failure: Error>(
        by duration: Duration,
        settling settle: nonisolated(nonsending) () async throws(Failure) -> Void
    ) async throws(Failure) {
        let end = now.advanced(by: duration)
        try await settle()
        while let next = nextDeadline, next <= end {
            advance(to: next)
            try await settle()
        }
        advance(to: end)
    }

    /// Moves the clock to the earliest deadline and wakes only the first sleeper in line.
    ///
    /// - Returns: Whether there was one.
    /// - Complexity: O(sleepers)
    func advanceToFirstSleeper() -> Bool {
        transition { $0.timers.timePassedToFirstSleeper() }
    }
}
