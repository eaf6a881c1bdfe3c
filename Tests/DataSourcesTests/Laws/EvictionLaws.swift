import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 14 and 15 for eviction and expiry: keys and times that do not equal themselves, orders that lie, and clocks that
/// are set back.
struct EvictionLaws {
    @Test(arguments: seeds(20))
    func `law 15: evicted by key: NaN goes last, and disturbs the order of no other key`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let source = ListSource<Measurement>()
            let limit = random.below(8)
            let task = executor.start { try await source.limitSize(to: limit, evictingLowest: \.value) }
            // In the order of their arrival.
            var model: [Measurement] = []
            for step in 0..<30 {
                let rows = (0...random.below(6)).map { Measurement(step * 10 + $0, Measurement.value(&random)) }
                try await source.append(contentsOf: rows)
                model += rows
                await executor.settle()
                let ranked = model.enumerated().sorted { left, right in
                    let (first, second) = (left.element.value, right.element.value)
                    if Double.areSame(first, second) { return left.offset < right.offset }
                    return first < second || second.isNaN
                }
                let kept = Set(ranked.suffix(limit).map(\.offset))
                model = model.enumerated().filter { kept.contains($0.offset) }.map(\.element)
                try #require(source.snapshot.map(\.id) == model.map(\.id), "seed \(seed), step \(step)")
            }
            await source.finish()
            try await task.value
        }
    }

    @Test func `law 15: an expiry that does not equal itself never comes, and delays no other`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let clock = WallClock(base: executor.clock)
            let rows = (0..<40).map { Measurement($0, $0 % 3 == 0 ? .nan : Double(40 - $0)) }
            let source = try ListSource(rows)
            let end: @Sendable (Measurement) -> WallClock.Instant? = { WallClock.Instant(seconds: $0.value) }
            let shown = source.expiring(at: end, clock: clock)
            let task = executor.start { try await source.removeExpired(clock: clock, at: end) }
            for now in 1...40 {
                clock.set(to: Double(now))
                try await executor.clock.sleep(for: .seconds(2))
                let expected = rows.filter { !($0.value <= Double(now)) }.map(\.id)
                #expect(await shown.snapshot.map(\.id) == expected)
                #expect(source.snapshot.map(\.id) == expected)
            }
            task.cancel()
        }
    }

    @Test func `law 15: times whose order lies trap nothing`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource((0..<20).map { Row($0, $0) })
            let clock = LyingClock(base: executor.clock)
            let end: @Sendable (Row) -> LyingClock.Instant? = { LyingClock.Instant(number: $0.value) }
            let shown = source.expiring(at: end, clock: clock)
            for id in 20..<300 {
                try await source.append(Row(id, id))
                #expect(await shown.snapshot.count <= source.snapshot.count)
            }
        }
    }

    @Test(arguments: 1...12)
    func `law 15: what has expired is removed although the clock is set back at any look at it`(look: Int) throws {
        try SeededExecutor.run(seed: UInt64(look)) { executor in
            let clock = WallClock(base: executor.clock)
            let source = try ListSource([Measurement(1, 10), Measurement(2, 30)])
            let task = executor.start {
                try await source.removeExpired(clock: clock) { WallClock.Instant(seconds: $0.value) }
            }
            await executor.settle()
            clock.set(to: 10, thenTo: 5, afterReads: look)
            try await executor.clock.sleep(for: .seconds(5))
            clock.set(to: 20)
            try await executor.clock.sleep(for: .seconds(5))
            #expect(source.snapshot.map(\.id) == [2])
            task.cancel()
        }
    }
}

/// A clock of seconds that a test sets, also back; its sleepers look at it every second of another clock.
private struct WallClock: Clock {
    struct Instant: InstantProtocol {
        let seconds: Double

        func advanced(by duration: Duration) -> Instant { Instant(seconds: seconds + duration / .seconds(1)) }
        func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }
        static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }
    }

    private struct Setting {
        var seconds = 0.0
        var later = 0.0
        var reads = Int.max
    }

    let base: VirtualClock
    private let setting = Shared(Setting())

    init(base: VirtualClock) {
        self.base = base
    }

    func set(to seconds: Double) {
        set(to: seconds, thenTo: seconds, afterReads: .max)
    }

    /// Sets the clock, and sets it again after it has been read so many times.
    func set(to seconds: Double, thenTo later: Double, afterReads reads: Int) {
        setting.change { $0 = Setting(seconds: seconds, later: later, reads: reads) }
    }

    var now: Instant {
        let seconds = setting.change { setting in
            if setting.reads == 0 { return setting.later }
            setting.reads -= 1
            return setting.seconds
        }
        return Instant(seconds: seconds)
    }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        while now < deadline { try await base.sleep(for: .seconds(1)) }
    }
}

/// A clock whose instants are in another order at each look.
private struct LyingClock: Clock {
    struct Instant: InstantProtocol {
        let number: Int
        private static let looks = Shared(Random(seed: 7))

        init(number: Int) {
            self.number = number
        }

        func advanced(by duration: Duration) -> Instant { self }
        func duration(to other: Instant) -> Duration { .zero }
        static func < (left: Instant, right: Instant) -> Bool { looks.change { $0.below(2) == 0 } }
        static func <= (left: Instant, right: Instant) -> Bool { looks.change { $0.below(2) == 0 } }
    }

    let base: VirtualClock

    var now: Instant { Instant(number: 5) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await base.sleep(for: .seconds(1))
    }
}
