/// The clock of a view's feed: what sleeps between two frames sleeps longer while many streams are open.
struct FrameClock: Clock {
    typealias Instant = ContinuousClock.Instant

    let pace: Pace
    /// The number of open streams.
    let streams: @Sendable () -> Int

    var now: Instant { .now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let next = now + pace.interval(streams: streams())
        try await Task.sleep(until: max(deadline, next), tolerance: tolerance, clock: .continuous)
    }
}
