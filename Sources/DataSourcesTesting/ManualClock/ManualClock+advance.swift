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

    /// Moves the clock to the earliest deadline and wakes only the sleeper who is first in line.
    ///
    /// - Returns: Whether there was one.
    /// - Complexity: O(sleepers)
    func advanceToFirstSleeper() -> Bool {
        transition { $0.timers.timePassedToFirstSleeper() }
    }
}
