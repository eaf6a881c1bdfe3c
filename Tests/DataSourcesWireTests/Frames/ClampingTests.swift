import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Law 18: nonsensical arguments are clamped to documented limits, and sums of counts do not trap.
struct ClampingTests {
    /// Notes how long it is asked to sleep.
    private struct NotingClock<Base: Clock>: Clock where Base.Duration == Duration {
        let base: Base
        let durations = Shared<[Duration]>([])

        var now: Base.Instant { base.now }
        var minimumResolution: Duration { base.minimumResolution }

        func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
            durations.change { $0.append(base.now.duration(to: deadline)) }
            try await base.sleep(until: deadline, tolerance: tolerance)
        }
    }

    private static let year = Duration.seconds(365 * 24 * 3_600)

    /// Whether it is a year at most, and no less besides the rounding of a random part.
    private func isYear(_ delay: Duration) -> Bool { delay <= Self.year && delay > Self.year - .milliseconds(1) }

    private static let cases: [(Duration, Duration, Duration?)] = [
        (.seconds(Int64.max), year, year), (.seconds(Int64.min), .milliseconds(1), nil),
        (.zero, .milliseconds(1), nil), (.seconds(30), .seconds(30), .seconds(30)),
    ]

    @Test(arguments: cases)
    func `a feed sleeps for a year at most, and for a millisecond at least between heartbeats`(
        time: Duration, heartbeat: Duration, interval: Duration?
    ) throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource([Card(0)])
            let feed = Feed(of: source, clock: executor.clock)
            let clock = NotingClock(base: executor.clock)
            let running = executor.start(name: "feed") { await feed.run(every: time, heartbeat: time, clock: clock) }
            try await executor.clock.sleep(for: .microseconds(10))
            try await source.append(Card(1))
            try await executor.clock.sleep(for: .microseconds(10))
            feed.shutDown()
            await running.value
            #expect(Set(clock.durations.value) == Set([heartbeat, interval].compactMap { $0 }))
        }
    }

    @Test func `delays are between zero and a year`() {
        var backoff = Backoff(initial: .seconds(Int64.max), maximum: .seconds(Int64.max), random: { 1 })
        #expect((1...100).allSatisfy { isYear(backoff.delay(after: $0)) })
        backoff.initial = .seconds(-1)
        #expect(backoff.delay(after: .max) == .zero)
        (backoff.initial, backoff.maximum) = (.seconds(1), .seconds(Int64.max))
        #expect(isYear(backoff.delay(after: 100)))
    }

    @Test func `limits are zero at least, and the depth 256 at most`() throws {
        var limits = WireLimits(bytes: .max, depth: .max, items: .max)
        #expect(limits.depth == 256)
        limits.depth = .max
        #expect(limits == WireLimits(bytes: .max, depth: 256, items: .max))
        for bytes in [
            Array(repeating: UInt8(ascii: "["), count: 1 << 20),
            Array("{\"v\":".utf8) + Array(repeating: UInt8(ascii: "["), count: 1 << 20),
        ] {
            let error = #expect(throws: WireError.self) { try FrameFormat.json.decode(bytes, limits: limits) }
            #expect(error?.code == .tooLarge)
        }
        limits = WireLimits(bytes: .min, depth: .min, items: .min)
        #expect(limits == WireLimits(bytes: 0, depth: 0, items: 0))
        (limits.bytes, limits.depth, limits.items) = (-1, -1, -1)
        #expect(limits == WireLimits(bytes: 0, depth: 0, items: 0))
    }

    @Test func `counts up to the greatest integer are added without a trap, and do not fit any state`() async throws {
        var (sections, items) = (WireEdits<Int>(), WireEdits<ItemPath>())
        sections.removals = [.init(first: 0, count: .max), .init(first: .max, count: .max)]
        items.removals = [.init(first: ItemPath(section: 0, item: 0), count: .max)]
        items.moves = [
            .init(from: ItemPath(section: 0, item: .max), to: ItemPath(section: 0, item: .max), count: .max)
        ]
        let changes = WireChanges(
            kind: .sections, base: 3, version: 4, itemCount: .max, sectionCount: .max, sections: sections, items: items)
        #expect(changes.count == .max)
        let limits = WireLimits(bytes: .max, depth: .max, items: .max)
        // What a decoder refuses, a client's own one can hand on.
        let bytes = try FrameFormat.binary.encode(.changes(changes))
        let refusal = #expect(throws: WireError.self) { try FrameFormat.binary.decode(bytes, limits: limits) }
        #expect(refusal?.code == .tooLarge)
        let replica = Replica<Board>(limits: limits)
        let whole = WirePart(
            kind: .sections, version: 3, offset: 0, itemCount: 0, sectionCount: 0, groups: [], isLast: true)
        let frames: [WireFrame] = [
            .hello(WireHello(epoch: 7, kind: .sections, version: nil)), .reset(.first), .part(whole), .changes(changes),
        ]
        let error = await #expect(throws: WireError.self) { try await replica.follow(AsyncStream(frames)) }
        #expect(error?.code == .inconsistent)
    }

    @Test(arguments: [Int.min, 0, 1, .max])
    func `a feed with any bounds serves or says why not`(bound: Int) throws {
        try SeededExecutor.run(seed: 2) { executor in
            let source = try ListSource((0..<3).map { Card($0) })
            let history = HistoryBounds(count: bound, age: .seconds(Int64(bound)), bytes: bound)
            let feed = Feed(of: source, history: history, itemsPerPart: bound, clock: executor.clock)
            let tiny = Feed(of: source, bytesPerFrame: bound, clock: executor.clock)
            let (replica, other) = (Replica<List>(), Replica<List>())
            let running = executor.start(name: "replica") {
                try await replica.follow(feed.frames().map(\.bytes), as: .json)
            }
            let failing = executor.start(name: "other") {
                try await other.follow(tiny.frames().map(\.bytes), as: .json)
            }
            try await executor.clock.sleep(for: .seconds(1))
            await source.finish()
            #expect(try await running.value == .finished)
            #expect(replica.snapshot == source.snapshot)
            if bound == .max {
                #expect(try await failing.value == .finished)
            } else {
                let error = await #expect(throws: WireError.self) { _ = try await failing.value }
                #expect(error?.code == .unsendable)
            }
        }
    }
}
