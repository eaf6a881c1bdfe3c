/// The clock of a view's feed: what sleeps between two frames sleeps longer while many streams are open.
struct FrameClock: Clock {
    typealias Instant = ContinuousClock.Instant

    let pace: Pace
    /// The number of open streams.
    let streams: @Sendable () -> Int

    var now: Instant { .now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(until: end(of: deadline, from: now), tolerance: tolerance, clock: .continuous)
    }

    /// When a sleep ends that begins at `start`: not before the pace of the streams that are open then.
    func end(of deadline: Instant, from start: Instant) -> Instant {
        max(deadline, start + pace.interval(streams: streams()))
    }
}
