import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Laws 1 to 16 through the wire: a replica passes only through states that the source had, and ends equal to it.
struct FeedLaws {
    typealias Frames = AsyncThrowingMapSequence<FeedFrames<SectionedSource<Column, Card>>, WireFrame>

    @Test(arguments: seeds(50))
    func `laws 1, 2, 5 and 14: a replica shows only states of the source, in order, and ends with the last`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let format = seed.isMultiple(of: 2) ? FrameFormat.json : .binary
            var random = Random(seed: seed)
            let source = try SectionedSource(random.board(columns: 4, cards: 30))
            let history = Shared([source.snapshot])
            let feed = Feed(of: source, itemsPerPart: 1 + random.below(8), clock: executor.clock)
            let replica = Replica<Board>()
            let running =
                seed % 3 == 0
                ? nil
                : executor.start(name: "feed") {
                    await feed.run(every: .milliseconds(10), heartbeat: .milliseconds(35), clock: executor.clock)
                }
            let follower = executor.start(name: "replica") {
                try await replica.follow(feed.frames(as: format).map(\.bytes), as: format)
            }
            let reader = executor.start(name: "reader") {
                var states: [Board] = []
                for await update in replica.subscribe() { states.append(update.after) }
                return states
            }
            for _ in 0..<30 {
                let seed = random.next()
                try await source.transaction { draft in
                    var random = Random(seed: seed)
                    random.edit(&draft)
                }
                history.change { $0.append(source.snapshot) }
                if random.below(3) == 0 { try await executor.clock.sleep(for: .milliseconds(random.below(30))) }
            }
            await source.finish()
            #expect(try await follower.value == .finished)
            await running?.value
            let states = await reader.value
            var rest = history.value[...]
            for state in states {
                while let first = rest.first, first != state { rest = rest.dropFirst() }
                #expect(!rest.isEmpty, "a state that the source never had, or out of order")
            }
            #expect(replica.snapshot == source.snapshot)
            #expect(replica.status.value == .finished)
        }
    }

    @Test(arguments: seeds(50))
    func `law 2: after any reconnect at any step, through a line that loses and repeats, the replica equals the source`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let source = try ListSource(random.list(ids: 40))
            let feed = Feed(
                of: source, history: HistoryBounds(count: random.below(6)), itemsPerPart: 1 + random.below(20),
                clock: executor.clock)
            let replica = Replica<List>()
            let faults = TransportFaults(
                drop: 0.03, duplicate: 0.03, truncate: 0.03, delay: .zero ... .milliseconds(5))
            let connections = Shared(0)
            let runner = executor.start(name: "replica") {
                try await replica.run(
                    as: .binary,
                    backoff: Backoff(initial: .milliseconds(3), maximum: .milliseconds(40), random: { 0.5 }),
                    clock: executor.clock
                ) { position in
                    connections.change { $0 += 1 }
                    let number = UInt64(connections.value)
                    // Sooner or later a connection is good.
                    let line = LossyTransport<[UInt8]>(
                        seed: seed &* 1_000 &+ number, faults: number > 12 ? .none : faults, clock: executor.clock)
                    executor.start(name: "server \(number)") {
                        for try await frame in feed.frames(since: position, as: .binary) { line.send(frame.bytes) }
                        line.finish()
                    }
                    return line
                }
            }
            for _ in 0..<25 {
                let seed = random.next()
                try await source.transaction { draft in
                    var random = Random(seed: seed)
                    random.edit(&draft)
                }
                try await executor.clock.sleep(for: .milliseconds(random.below(9)))
            }
            await source.finish()
            try await runner.value
            #expect(replica.snapshot == source.snapshot)
            #expect(replica.status.value == .finished)
        }
    }
}
