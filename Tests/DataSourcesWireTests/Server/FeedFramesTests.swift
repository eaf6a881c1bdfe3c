import DataSources
import DataSourcesTesting
import DataSourcesWire
import Testing

/// What clients of one feed receive, whatever others ask for.
struct FeedFramesTests {
    private let source: ListSource<Card>

    init() throws {
        source = try ListSource((0..<10).map { Card($0) })
    }

    @Test func `clients of two formats on one feed receive each its own`() throws {
        try SeededExecutor.run(seed: 12) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let formats = [FrameFormat.json, .binary]
            let replicas = [Replica<List>(), Replica<List>()]
            let tasks = zip(formats, replicas).map { format, replica in
                executor.start(name: format.name) {
                    try await replica.follow(feed.frames(as: format).map(\.bytes), as: format)
                }
            }
            try await executor.clock.sleep(for: .seconds(1))
            try await source.append(Card(50))
            try await executor.clock.sleep(for: .seconds(1))
            await source.finish()
            for task in tasks { #expect(try await task.value == .finished) }
            for replica in replicas { #expect(replica.snapshot == source.snapshot) }
        }
    }

    @Test func `clients that began at other times share the frames of a step, with the shapes that they know`() throws {
        try SeededExecutor.run(seed: 15) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let running = executor.start(name: "feed") {
                await feed.run(every: .milliseconds(10), clock: executor.clock)
            }
            try await executor.clock.sleep(for: .milliseconds(20))
            var clients = (0..<3).map { _ in feed.frames(as: .binary).makeAsyncIterator() }
            func next(_ count: Int, _ client: Int) async throws -> [[UInt8]] {
                var frames: [[UInt8]] = []
                while frames.count < count, let frame = try await clients[client].next() { frames.append(frame.bytes) }
                return frames
            }
            for client in 0..<2 { _ = try await next(3, client) }
            var last: [[UInt8]] = []
            for (step, kinds) in [[7, 0x88], [7, 0x88], [0x88]].enumerated() {
                try await source.update(id: 4) { $0.title = "title \(step)" }
                try await executor.clock.sleep(for: .milliseconds(20))
                // The third begins later.
                if step == 1 {
                    _ = try await next(3, 2)
                    try await source.update(id: 5) { $0.title = "another" }
                    try await executor.clock.sleep(for: .milliseconds(20))
                }
                let encoded = feed.statistics.framesEncoded
                for client in 0..<2 {
                    let frames = try await next(kinds.count, client)
                    #expect(frames.map { Int($0[0]) & 0xCF } == kinds, "step \(step), client \(client)")
                    if client > 0 { #expect(frames == last) }
                    last = frames
                }
                #expect(feed.statistics.framesEncoded - encoded == kinds.count)
                // It is at another version at first.
                let frames = try await next(step == 0 ? 0 : kinds.count, 2)
                if step == 2 { #expect(frames == last) }
            }
            // Of the step: a byte of kinds, two shapes, versions, items, one position, a patch with a title.
            #expect(last[0].count < 24, "\(last[0])")
            await source.finish()
            await running.value
        }
    }

    @Test func `a client that has a part of the whole has no position to come back with`() throws {
        try SeededExecutor.run(seed: 13) { executor in
            let feed = Feed(of: source, itemsPerPart: 4, clock: executor.clock)
            var iterator = feed.frames(framing: .eventStream).makeAsyncIterator()
            var positions: [FeedPosition?] = []
            var ids: [Bool] = []
            for _ in 0..<5 {
                guard let frame = try await iterator.next() else { break }
                positions.append(frame.position)
                ids.append(String(decoding: frame.bytes, as: UTF8.self).hasPrefix("id: "))
            }
            #expect(positions == [nil, nil, nil, nil, FeedPosition(source.hub.version)])
            #expect(ids == [false, false, false, false, true])
        }
    }

    @Test func `law 5: a slow client of a running feed is sent one step to the newest state, or none`() throws {
        try SeededExecutor.run(seed: 14) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let running = executor.start(name: "feed") {
                await feed.run(every: .milliseconds(100), heartbeat: .seconds(15), clock: executor.clock)
            }
            try await executor.clock.sleep(for: .seconds(1))
            var iterator = feed.frames().makeAsyncIterator()
            for _ in 0..<3 { _ = try await iterator.next() }
            let first = FeedPosition(source.hub.version)
            for id in 50..<53 {
                try await source.append(Card(id))
                try await executor.clock.sleep(for: .seconds(1))
            }
            let asked = executor.clock.now
            let step = try #require(try await iterator.next())
            #expect(executor.clock.now == asked, "what happened while it did not look does not wait for a heartbeat")
            guard case .changes(let changes) = try FrameFormat.json.decode(step.bytes) else {
                Issue.record("another frame")
                return
            }
            #expect(changes.base == first.number && changes.version == source.hub.version.number)
            #expect(changes.itemCount == 13)
            // There and back while it does not look.
            try await source.append(Card(60))
            try await executor.clock.sleep(for: .seconds(1))
            try await source.remove(id: 60)
            try await executor.clock.sleep(for: .seconds(1))
            // Nothing is sent before the heartbeat, which tells the version.
            let time = executor.clock.now
            let next = try #require(try await iterator.next())
            #expect(executor.clock.now >= time.advanced(by: .seconds(1)))
            guard case .changes(let none) = try FrameFormat.json.decode(next.bytes) else {
                Issue.record("another frame")
                return
            }
            #expect(none.count == 0 && none.base == changes.version)
            #expect(next.position == FeedPosition(source.hub.version))
            await source.finish()
            await running.value
        }
    }

    @Test func `a stream is read by one task at a time, and goes on after a second one was refused`() throws {
        try SeededExecutor.run(seed: 15) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            var iterator = feed.frames().makeAsyncIterator()
            for _ in 0..<3 { _ = try await iterator.next() }
            let (first, second) = (iterator, iterator)
            let waiting = executor.start(name: "first") {
                var first = first
                return try await first.next()?.kind
            }
            await executor.settle()
            let refused = executor.start(name: "second") {
                var second = second
                do throws(WireError) {
                    _ = try await second.next()
                    return WireError.Code?.none
                } catch {
                    return error.code
                }
            }
            #expect(await refused.value == .unexpected)
            try await source.append(Card(50))
            #expect(try await waiting.value == .changes)
            try await source.append(Card(51))
            #expect(try await iterator.next()?.kind == .changes)
        }
    }
}
