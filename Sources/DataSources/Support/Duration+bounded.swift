extension Duration {
    /// The longest time that the library adds to an instant: 100 years.
    @inlinable package static var longest: Duration { .seconds(36_525 * 24 * 60 * 60) }

    /// The duration, limited to the range from zero to 100 years.
    @inlinable package var bounded: Duration { min(max(.zero, self), .longest) }
}

extension InstantProtocol {
    /// The instant later by `duration`, limited to the range from zero to 100 years.
    ///
    /// On a clock whose durations are not `Swift.Duration`, only the lower limit applies.
    @inlinable
    package func advanced(byBounded duration: Duration) -> Self {
        let duration = max(.zero, duration)
        guard let known = duration as? Swift.Duration, let bounded = known.bounded as? Duration else {
            return advanced(by: duration)
        }
        return advanced(by: bounded)
    }

    /// The instant at which a sleep until this instant ends: at most 100 years after `now`.
    ///
    /// The standard library's clocks trap on later instants. Other clocks receive the instant itself.
    package func soonest(from now: Self) -> Self {
        guard self is ContinuousClock.Instant || self is SuspendingClock.Instant,
            let longest = Swift.Duration.longest as? Duration
        else { return self }
        return min(self, now.advanced(by: longest))
    }
}
