import DataSources
import DataSourcesTesting
import DataSourcesWire
import Testing

struct FeedTests {
    typealias Source = ListSource<Card>

    private let source: Source

    init() throws {
        source = try ListSource((0..<10).map { Card($0) })
    }

    /// The kinds of the next frames, decoded.
    private func frames(
        _ count: Int, of iterator: inout FeedFrames<Source>.AsyncIterator
    ) async throws -> [WireFrame] {
        var frames: [WireFrame] = []
        while frames.count < count, let frame = try await iterator.next() {
            frames.append(try FrameFormat.json.decode(frame.bytes))
        }
        return frames
    }

    private func position() -> FeedPosition { FeedPosition(source.hub.version) }

    @Test func `a new client receives a hello, a reset, the whole in parts, and then steps`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let feed = Feed(of: source, itemsPerPart: 4, clock: executor.clock)
            var iterator = feed.frames().makeAsyncIterator()
            let first = try await frames(5, of: &iterator)
            let version = position()
            #expect(first[0] == .hello(WireHello(epoch: version.epoch, kind: .list, version: nil)))
            #expect(first[1] == .reset(.first))
            var offsets: [Int] = []
            for case .part(let part) in first {
                offsets.append(part.offset)
                #expect(part.isLast == (part.offset == 8) && part.itemCount == 10 && part.version == version.number)
            }
            #expect(offsets == [0, 4, 8])
            try await source.remove(id: 3)
            guard case .changes(let changes)? = try await frames(1, of: &iterator).first else {
                Issue.record("another frame")
                return
            }
            #expect(changes.base == version.number && changes.version == position().number && changes.itemCount == 9)
        }
    }

    @Test func `a client that comes back receives the difference while the history has its state`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let feed = Feed(of: source, history: HistoryBounds(count: 3, age: .seconds(60)), clock: executor.clock)
            var reader = feed.frames().makeAsyncIterator()
            _ = try await frames(3, of: &reader)
            var positions = [position()]
            for id in 0..<3 {
                try await source.remove(id: id)
                _ = try await frames(1, of: &reader)
                positions.append(position())
            }
            #expect(feed.statistics.statesKept == 3)
            for (index, old) in positions.enumerated() {
                var iterator = feed.frames(since: old).makeAsyncIterator()
                let isKept = index > 0
                let isNewest = index == 3
                let beginning = try await frames(isNewest ? 1 : 2, of: &iterator)
                #expect(
                    beginning[0]
                        == .hello(WireHello(epoch: old.epoch, kind: .list, version: isKept ? old.number : nil)))
                if isNewest { continue }
                if case .changes(let changes) = beginning[1] {
                    #expect(isKept && changes.base == old.number && changes.version == position().number)
                } else {
                    #expect(!isKept && beginning[1] == .reset(.historyExceeded))
                }
            }
            try await executor.clock.sleep(for: .seconds(61))
            try await source.remove(id: 9)
            _ = try await frames(1, of: &reader)
            #expect(feed.statistics.statesKept == 1)
        }
    }

    @Test func `a reset says why`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let now = position()
            let cases: [(FeedPosition?, ResetReason)] = [
                (nil, .first), (FeedPosition(epoch: now.epoch &+ 1, number: now.number), .foreignEpoch),
                (FeedPosition(epoch: now.epoch, number: now.number + 1), .clientAhead),
                (FeedPosition(epoch: now.epoch, number: 0), .historyExceeded),
            ]
            for (position, reason) in cases {
                var iterator = feed.frames(since: position).makeAsyncIterator()
                let last = try await frames(2, of: &iterator).last
                #expect(last == .reset(reason))
            }
        }
    }

    @Test(arguments: [false, true])
    func `laws 2 and 6: a client that began between commits that cancel each other out gets the last state`(
        finishes: Bool
    ) throws {
        try SeededExecutor.run(seed: 12) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let running = executor.start(name: "feed") {
                await feed.run(every: .milliseconds(100), heartbeat: .seconds(1_000), clock: executor.clock)
            }
            try await executor.clock.sleep(for: .milliseconds(1))
            try await source.append(Card(10))
            // The feed has passed it on, and passes nothing on for 100 ms.
            try await executor.clock.sleep(for: .milliseconds(1))
            try await source.append(Card(11))
            let replica = Replica<ListSnapshot<Card>>()
            let follower = executor.start(name: "replica") {
                try await replica.follow(feed.frames().map(\.bytes), as: .json)
            }
            try await executor.clock.sleep(for: .milliseconds(1))
            #expect(replica.snapshot.count == 12)
            try await source.remove(id: 11)
            if finishes {
                await source.finish()
                #expect(try await follower.value == .finished)
            } else {
                try await executor.clock.sleep(for: .milliseconds(200))
            }
            #expect(replica.snapshot == source.snapshot && replica.snapshot.count == 11)
            await source.finish()
            _ = try await follower.value
            await running.value
        }
    }

    @Test func `law 6: a client that a heartbeat moved goes on from there when the feed stops running`() throws {
        try SeededExecutor.run(seed: 13) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let running = executor.start(name: "feed") {
                await feed.run(every: .seconds(1_000), heartbeat: .milliseconds(10), clock: executor.clock)
            }
            try await executor.clock.sleep(for: .milliseconds(1))
            try await source.append(Card(10))
            try await executor.clock.sleep(for: .milliseconds(1))
            let replica = Replica<ListSnapshot<Card>>()
            let follower = executor.start(name: "replica") {
                try await replica.follow(feed.frames().map(\.bytes), as: .json)
            }
            try await executor.clock.sleep(for: .milliseconds(1))
            try await source.append(Card(11))
            try await executor.clock.sleep(for: .milliseconds(10))
            #expect(replica.snapshot.count == 12, "the heartbeat was a step")
            try await source.remove(id: 11)
            running.cancel()
            try await executor.clock.sleep(for: .seconds(1))
            #expect(replica.snapshot == source.snapshot && replica.snapshot.count == 11)
            await source.finish()
            _ = try await follower.value
            await running.value
        }
    }

    @Test func `law 9: a step is encoded once for all clients that take it`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let tasks = (0..<100).map { number in
                executor.start(name: "client \(number)") {
                    var count = 0
                    for try await frame in feed.frames() where frame.kind == .changes { count += 1 }
                    return count
                }
            }
            let running = executor.start(name: "feed") { await feed.run(clock: executor.clock) }
            for id in 0..<5 {
                try await executor.clock.sleep(for: .seconds(1))
                try await source.remove(id: id)
            }
            await source.finish()
            for task in tasks { #expect(try await task.value == 5) }
            await running.value
            // One whole state, five steps; hellos, resets and ends are cheap and not counted.
            #expect(feed.statistics.framesEncoded == 6)
            #expect(feed.statistics.framesSent == 100 * 9)
            #expect(feed.statistics.clients == 0)
        }
    }

    @Test func `law 5: a slow client is sent one step to the newest state`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            var iterator = feed.frames().makeAsyncIterator()
            _ = try await frames(3, of: &iterator)
            for id in 100..<1_100 { try await source.append(Card(id)) }
            guard case .changes(let changes)? = try await frames(1, of: &iterator).first else {
                Issue.record("another frame")
                return
            }
            #expect(changes.itemCount == 1_010 && changes.items.insertions.count == 1)
        }
    }

    @Test func `a step that changes most of a long list is sent as a whole state`() throws {
        try SeededExecutor.run(seed: 6) { executor in
            let feed = Feed(of: source, itemsPerPart: 10, clock: executor.clock)
            let replica = Replica<List>()
            let task = executor.start(name: "replica") {
                try await replica.follow(feed.frames().map { try FrameFormat.json.decode($0.bytes) })
            }
            try await executor.clock.sleep(for: .seconds(1))
            try await source.replaceAll(with: (100..<400).map { Card($0) })
            try await executor.clock.sleep(for: .seconds(1))
            #expect(replica.snapshot == source.snapshot)
            #expect(feed.statistics.wholeStatesSent == 2)
            await source.finish()
            #expect(try await task.value == .finished)
        }
    }

    @Test func `a running feed wakes clients once an interval, and sends heartbeats`() throws {
        try SeededExecutor.run(seed: 7) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let running = executor.start(name: "feed") {
                await feed.run(every: .milliseconds(100), heartbeat: .seconds(5), clock: executor.clock)
            }
            let kinds = executor.start(name: "client") {
                var kinds: [EncodedFrame.Kind] = []
                for try await frame in feed.frames() { kinds.append(frame.kind) }
                return kinds
            }
            try await executor.clock.sleep(for: .milliseconds(50))
            for id in 100..<200 {
                try await source.append(Card(id))
                try await executor.clock.sleep(for: .milliseconds(10))
            }
            try await executor.clock.sleep(for: .seconds(11))
            feed.shutDown()
            let seen = try await kinds.value
            #expect(seen.filter { $0 == .changes }.count <= 11)
            #expect(seen.filter { $0 == .heartbeat }.count == 2)
            #expect(seen.last == .end)
            await source.finish()
            await running.value
        }
    }

    @Test func `law 3: of changes that cancel each other out, the next heartbeat brings the version alone`() throws {
        try SeededExecutor.run(seed: 8) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let running = executor.start(name: "feed") {
                await feed.run(every: .milliseconds(100), heartbeat: .seconds(5), clock: executor.clock)
            }
            let replica = Replica<List>()
            let following = executor.start(name: "replica") {
                try await replica.follow(feed.frames().map { try FrameFormat.json.decode($0.bytes) })
            }
            try await executor.clock.sleep(for: .seconds(1))
            let sent = feed.statistics.framesSent
            // The first one is sent at once; the feed then rests for an interval.
            try await source.append(Card(50))
            try await executor.clock.sleep(for: .milliseconds(10))
            try await source.append(Card(51))
            try await source.remove(id: 51)
            try await executor.clock.sleep(for: .seconds(3))
            #expect(feed.statistics.framesSent == sent + 1)
            #expect(await replica.position != FeedPosition(source.hub.version))
            try await executor.clock.sleep(for: .seconds(10))
            #expect(feed.statistics.framesSent == sent + 3)
            #expect(await replica.position == FeedPosition(source.hub.version))
            await source.finish()
            #expect(try await following.value == .finished)
            await running.value
        }
    }

    @Test func `law 13: a cancelled client leaves`() throws {
        try SeededExecutor.run(seed: 9) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let running = Task(executorPreference: executor) { await feed.run(clock: executor.clock) }
            for wait in [Duration.zero, .seconds(1)] {
                let task = Task(executorPreference: executor) { for try await _ in feed.frames() {} }
                try await executor.clock.sleep(for: wait)
                let time = executor.clock.now
                task.cancel()
                _ = await task.result
                #expect(executor.clock.now == time, "it does not wait for a heartbeat")
                #expect(feed.statistics.clients == 0)
            }
            running.cancel()
            await running.value
            // Without a running feed, clients wait at the source.
            let task = Task(executorPreference: executor) { for try await _ in feed.frames() {} }
            try await executor.clock.sleep(for: .seconds(1))
            task.cancel()
            _ = await task.result
            #expect(feed.statistics.clients == 0)
        }
    }

    @Test func `a client sees a derived source, and nothing else`() throws {
        try SeededExecutor.run(seed: 10) { executor in
            let feed = Feed(of: source.filter { $0.id.isMultiple(of: 2) }, clock: executor.clock)
            let replica = Replica<List>()
            let task = executor.start(name: "replica") {
                try await replica.follow(feed.frames().map { try FrameFormat.json.decode($0.bytes) })
            }
            try await executor.clock.sleep(for: .seconds(1))
            try await source.append(Card(11))
            try await source.append(Card(12))
            try await executor.clock.sleep(for: .seconds(1))
            #expect(replica.snapshot.map(\.id) == [0, 2, 4, 6, 8, 12])
            #expect(await replica.position != nil)
            await source.finish()
            #expect(try await task.value == .finished)
        }
    }

    @Test func `two replicas in a chain end equal to the source`() throws {
        try SeededExecutor.run(seed: 11) { executor in
            let feed = Feed(of: source, clock: executor.clock)
            let (first, second) = (Replica<List>(), Replica<List>())
            let next = Feed(of: first, clock: executor.clock)
            let tasks = [
                executor.start(name: "first") {
                    try await first.follow(feed.frames().map { try FrameFormat.json.decode($0.bytes) })
                },
                executor.start(name: "second") {
                    try await second.follow(
                        next.frames(as: .binary).map(\.bytes), as: .binary)
                },
            ]
            for id in 100..<130 { try await source.insert(Card(id), at: 0) }
            await source.finish()
            for task in tasks { #expect(try await task.value == .finished) }
            #expect(second.snapshot == source.snapshot)
        }
    }
}
