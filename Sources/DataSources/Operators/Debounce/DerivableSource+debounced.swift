extension DerivableSource {
    /// The state of this source once nothing has changed for some time: a search text when nobody types any more.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | the first state | the same, immediately |
    /// | a change | nothing; the interval begins anew |
    /// | no change for the interval | one update: the net difference of all changes, if there is one |
    /// | changes that never pause for the interval | nothing, or with `maximum` one update when that has passed |
    ///
    /// ```swift
    /// let calm = search.debounced(for: .milliseconds(300))
    /// let found = staff.filter(by: calm) { employee, text in employee.name.contains(text) }
    /// ```
    ///
    /// Here nothing is filtered while somebody types. In contrast, ``DataSource/throttled(for:clock:)`` shows a change
    /// immediately, and later ones at most once per interval.
    ///
    /// The interval begins when this source sees a change: at once while a consumer waits for an update of this source,
    /// or of one derived from it; otherwise when a consumer next reads its state. Timed work runs in the consumer's
    /// task: a consumer that waits sleeps on `clock`. Without a consumer nothing runs. ``DerivedSource/settled(at:)``
    /// does not wait for the interval.
    ///
    /// When upstream finishes, what has changed is still shown after the interval; then the derived source finishes.
    /// Rx calls this `debounce`.
    ///
    /// - Parameters:
    ///   - interval: How long nothing must change. Zero or less shows each change immediately; more than 100 years counts
    ///     as 100 years.
    ///   - maximum: How long after the first change that is not shown it is shown at the latest. `nil` means: not before
    ///     nothing changes for the interval.
    ///   - clock: The clock that measures the time.
    /// - Returns: The derived source.
    /// - Complexity: O(1) for each change upstream; O(*k* log *n*) for the difference when it is shown.
    @inlinable
    public func debounced<C: Clock>(
        for interval: C.Duration,
        maximum: C.Duration? = nil,
        clock: C = ContinuousClock()
    ) -> DerivedSource<Snapshot> {
        DerivedSource(
            from: self,
            timed: DebounceOperator<Snapshot, C.Instant>(interval: interval, maximum: maximum),
            clock: clock)
    }
}
