extension ManualClock {
    /// Moves the clock forward by `duration` and wakes every sleeper whose deadline has come, in order.
    ///
    /// All of them see the new time when they go on, also those whose deadline was earlier. The woken tasks may not
    /// have run yet when this returns. A negative duration has no effect: time does not go back.
    ///
    /// - Parameter duration: How far to move.
    /// - Complexity: O(sleepers)
    public func advance(by duration: Duration) {
        transition { $0.timers.timePassed(to: $0.timers.now.advanced(by: duration)) }
    }

    /// Moves the clock forward to `instant` and wakes every sleeper whose deadline has come, in order.
    ///
    /// As ``advance(by:)``; an instant in the past has no effect.
    ///
    /// - Parameter instant: The time it will be.
    /// - Complexity: O(sleepers)
    public func advance(to instant: Instant) {
        transition { $0.timers.timePassed(to: instant) }
    }

    /// Moves the clock forward by `duration`, from one deadline to the next.
    ///
    /// At each deadline the sleepers whose time has come wake and see just that time; then `settle` has to let them go on
    /// until they are done or sleep again, before the clock moves on. So a task that sleeps for a second ten times over
    /// ends within ten seconds, which with ``advance(by:)`` it does not. `settle` is called once at first too, for those
    /// that have not gone to sleep yet.
    ///
    /// ```swift
    /// await clock.advance(by: .seconds(10)) { await executor.settle() }          // on a seeded executor
    /// await clock.advance(by: .seconds(10)) { await clock.sleepersReach(1) }     // on real threads
    /// ```
    ///
    /// On real threads `settle` must be told what to wait for: here for the one task that always sleeps again. A negative
    /// duration has no effect. If somebody else moves the clock meanwhile, this only ever moves it forward.
    ///
    /// - Parameters:
    ///   - duration: How far to move.
    ///   - settle: Lets the woken tasks go on. It runs where the caller is.
    /// - Throws: What `settle` throws; the clock then stands where it got to.
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

    /// Moves the clock to the earliest deadline and wakes only the sleeper who is first in line.
    ///
    /// - Returns: Whether there was one.
    /// - Complexity: O(sleepers)
    func advanceToFirstSleeper() -> Bool {
        transition { $0.timers.timePassedToFirstSleeper() }
    }
}
