import DataSources
import DataSourcesTesting
import Testing

/// Law 15 for the tools: a number or duration that makes no sense counts as the nearest one that does.
struct ArgumentTests {
    private struct Lost: Error {}

    private static let durations: [Duration] = [
        .seconds(Int64.min) * 18, .seconds(-1), .zero, .milliseconds(1), .seconds(Int64.max), .seconds(Int64.max) * 18,
    ]
    private static let century = Duration.seconds(36_525 * 24 * 60 * 60)

    private static func limited(_ duration: Duration) -> Duration { max(.zero, min(duration, century)) }

    @Test(arguments: durations)
    func `law 15: pauses and delays are between zero and 100 years`(duration: Duration) throws {
        try SeededExecutor.run(seed: 0) { executor in
            let clock = executor.clock
            for try await _ in PausingSequence([1, 2], pausing: duration, clock: clock) {}
            #expect(clock.now.sinceStart == Self.limited(duration) * 2)

            let start = clock.now
            let faults = TransportFaults(reorder: 1, reorderDelay: duration, delay: duration...duration)
            let line = LossyTransport<Int>(seed: 1, faults: faults, clock: clock)
            for frame in 0..<3 { line.send(frame) }
            line.finish()
            var frames: Set<Int> = []
            for await frame in line { frames.insert(frame) }
            #expect(frames == [0, 1, 2])
            let elapsed = start.duration(to: clock.now)
            #expect(elapsed >= Self.limited(duration) && elapsed <= Self.limited(duration) * 2)
        }
    }

    @Test(arguments: [(-.infinity, 4), (-1, 4), (.nan, 4), (0, 4), (1, 0), (2, 0), (.infinity, 0)] as [(Double, Int)])
    func `law 15: rates are between 0 and 1`(rate: Double, received: Int) throws {
        try SeededExecutor.run(seed: 0) { executor in
            let line = LossyTransport<Int>(seed: 1, faults: TransportFaults(drop: rate), clock: executor.clock)
            for frame in 0..<4 { line.send(frame) }
            line.finish()
            var count = 0
            for await _ in line { count += 1 }
            #expect(count == received)
        }
    }

    @Test func `law 15: an instant beyond the last one is the last one`() {
        typealias Instant = ManualClock.Instant
        let (first, last) = (Duration(attoseconds: .min), Duration(attoseconds: .max))
        #expect(Instant(sinceStart: last).advanced(by: .seconds(1)).sinceStart == last)
        #expect(Instant(sinceStart: first).advanced(by: .seconds(-1)).sinceStart == first)
        #expect(Instant(sinceStart: first).duration(to: Instant(sinceStart: last)) == last)
        #expect(Instant(sinceStart: last).duration(to: Instant(sinceStart: first)) == first)
        let clock = ManualClock()
        for _ in 0..<3 { clock.advance(by: last) }
        #expect(clock.now.sinceStart == last)
    }

    @Test(arguments: [Int.min, -1, 0])
    func `law 15: fewer than none are none`(count: Int) throws {
        try SeededExecutor.run(seed: 0) { executor in
            let census = Census()
            await census.falls(to: count)
            await ManualClock().sleepersReach(count)
            expectNoLeaks(cycles: count) { _ in Issue.record("a cycle ran") }
            await #expect(throws: Lost.self) {
                for try await _ in FailingSequence([1], failingAt: count, with: Lost()) {}
            }
            let source = ListSource<Census.Item>()
            for fault in [SubscriberFault.cancelled(afterUpdates: count), .cancelled(whileAskingAfter: count)] {
                let report = try await FaultySubscriber(source, fault).run()
                #expect(report.updates == 0 && report.ending == .cancelled)
            }
            let latch = Latch()
            latch.open()
            await source.finish()
            let stalled = FaultySubscriber(source, .stalled(after: count, until: latch))
            #expect(try await stalled.run().ending == .finished)
        }
    }

    @Test func `law 15: schedules take deviations in any order, and numbers of any size`() {
        typealias Deviation = SeededExecutor.Schedule.Deviation
        let least = Deviation(step: .min, choice: .min)
        let most = Deviation(step: .max, choice: .max)
        #expect((least.step, least.choice) == (1, 1) && (most.step, most.choice) == (1 << 40 - 1, 1 << 24 - 1))
        let schedule = SeededExecutor.Schedule(deviations: [most, Deviation(step: 7, choice: 2), least, least])
        #expect(schedule.deviations.map(\.step) == [1, 7, 1 << 40 - 1])
    }

    @Test(arguments: [Duration.seconds(Int64.min), .seconds(-1), .seconds(Int64.max), .seconds(Int64.max) * 18])
    func `law 15: patience of any length`(patience: Duration) throws {
        try SeededExecutor.run(seed: 0, patience: patience) { _ in }
        try SeededExecutor.explore(seeds: [1], reruns: .min, patience: patience) { _ in }
    }
}
