import DataSources

extension ManualClock {
    /// Suspends the task until the clock reaches `deadline`; returns at once if it has passed.
    ///
    /// - Parameters:
    ///   - deadline: The time to wake.
    ///   - tolerance: Ignored; the clock is exact.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let wait = Simulation.current?.waitBegan { [self] in
            "a ManualClock, which is at \(now), to be advanced to \(deadline)"
        }
        defer { wait?.ended() }
        switch await self.wait(until: .time(deadline)) {
        case .conditionMet: return
        case .cancelled: throw CancellationError()
        }
    }
}
