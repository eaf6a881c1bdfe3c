extension Duration {
    /// The longest time that the library adds to an instant: 100 years.
    @inlinable package static var longest: Duration { .seconds(36_525 * 24 * 60 * 60) }

    /// The duration; zero instead of one below zero, and 100 years instead of a longer one.
    @inlinable package var bounded: Duration { min(max(.zero, self), .longest) }
}

extension InstantProtocol {
    /// The instant that is later by `duration`, of which less than zero counts as zero and more than 100 years as 100 years.
    ///
    /// On a clock with durations of another type than `Swift.Duration` only what is below zero is bounded.
    @inlinable
    package func advanced(byBounded duration: Duration) -> Self {
        let duration = max(.zero, duration)
        guard let known = duration as? Swift.Duration, let bounded = known.bounded as? Duration else {
            return advanced(by: duration)
        }
        return advanced(by: bounded)
    }

    /// When a task wakes that sleeps until this instant, or before it: 100 years after `now` at the latest.
    ///
    /// The clocks of the standard library trap when they sleep until an instant that is too late. Other clocks are given
    /// the instant itself.
    package func soonest(from now: Self) -> Self {
        guard self is ContinuousClock.Instant || self is SuspendingClock.Instant,
            let longest = Swift.Duration.longest as? Duration
        else { return self }
        return min(self, now.advanced(by: longest))
    }
}
