import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// How feeds and their streams end, running or not.
struct FeedShutDownTests {
    private let source: ListSource<Card>

    init() throws {
        source = try ListSource((0..<3).map { Card($0) })
    }

    private func kinds(_ feed: Feed<ListSource<Card>>, on executor: SeededExecutor) -> Task<
        [EncodedFrame.Kind], any Error
    > {
        executor.start(name: "client") {
            var kinds: [EncodedFrame.Kind] = []
            for try await frame in feed.frames() { kinds.append(frame.kind) }
            return kinds
        }
    }

    @Test(arguments: seeds(10))
    func `shutting down ends the streams of a feed that does not run, and later ones`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let waiting = kinds(feed, on: executor)
            await executor.settle()
            try await source.append(Card(10))
            await executor.settle()
            feed.shutDown()
            #expect(try await waiting.value == [.hello, .reset, .part, .changes, .end])
            #expect(try await kinds(feed, on: executor).value == [.hello, .reset, .part, .end])
            #expect(feed.statistics.clients == 0)
        }
    }

    @Test(arguments: seeds(10))
    func `shutting down ends the feed that runs, and a feed that is shut down does not run`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let running = executor.start(name: "feed") {
                await feed.run(every: .seconds(1), heartbeat: .seconds(60), clock: executor.clock)
            }
            let client = kinds(feed, on: executor)
            await executor.settle()
            // The feed rests after the first one, so the client does not know the second one yet.
            try await source.append(Card(10))
            await executor.settle()
            let time = executor.clock.now
            feed.shutDown()
            await running.value
            #expect(try await client.value == [.hello, .reset, .part, .changes, .end])
            await feed.run(clock: executor.clock)
            #expect(executor.clock.now == time)
            #expect(try await kinds(feed, on: executor).value.last == .end)
        }
    }

    @Test func `the end of a stream tells why`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            for (ends, reason) in [(false, EndReason.shutdown), (true, .finished)] {
                let source = try ListSource((0..<3).map { Card($0) })
                let feed = Feed(of: source, clock: executor.clock)
                let client = executor.start(name: "client") {
                    var last: WireFrame?
                    for try await frame in feed.frames() { last = try FrameFormat.json.decode(frame.bytes) }
                    return last
                }
                await executor.settle()
                if ends { await source.finish() } else { feed.shutDown() }
                #expect(try await client.value == .end(reason, version: source.hub.version.number))
            }
        }
    }

    @Test func `clients that wait at the source are woken by the feed as soon as it runs`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let client = kinds(feed, on: executor)
            await executor.settle()
            let running = executor.start(name: "feed") {
                await feed.run(every: .seconds(1), heartbeat: .seconds(60), clock: executor.clock)
            }
            await executor.settle()
            for id in 10..<20 {
                try await source.append(Card(id))
                try await executor.clock.sleep(for: .milliseconds(10))
            }
            feed.shutDown()
            await running.value
            #expect(try await client.value == [.hello, .reset, .part, .changes, .end])
        }
    }
}
