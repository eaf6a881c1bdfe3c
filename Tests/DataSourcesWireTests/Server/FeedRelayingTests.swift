import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// A feed that passes on the states of a replica under the positions of its source.
struct FeedRelayingTests {
    private let replica = Replica<List>()
    private let line = AsyncStream.makeStream(of: WireFrame.self)

    private func send(_ frames: [WireFrame]) { for frame in frames { line.continuation.yield(frame) } }

    private func cards(_ count: Int) throws -> List { try List((0..<count).map { Card($0) }) }

    /// A step from so many cards to others.
    private func step(_ counts: (Int, Int), from base: UInt64, to version: UInt64) throws -> WireFrame {
        let (before, after) = (try cards(counts.0), try cards(counts.1))
        let changes = try Update(from: before, to: after).map {
            try List.wireChanges(of: $0, base: base, version: version)
        }
        return .changes(
            changes
                ?? WireChanges(
                    kind: .list, base: base, version: version, itemCount: after.count, items: WireEdits()))
    }

    /// Runs with a relay and, with `runs`, its feed.
    private func withRelay(
        runs: Bool = false, _ body: @escaping @Sendable (SeededExecutor, Feed<Replica<List>>) async throws -> Void
    ) throws {
        try SeededExecutor.run(seed: 1) { executor in
            let feed = Feed(relaying: replica, clock: executor.clock)
            let following = executor.start(name: "relay") { [replica, line] in
                _ = try? await replica.follow(line.stream)
            }
            let running =
                runs
                ? executor.start(name: "feed") {
                    await feed.run(every: .milliseconds(10), heartbeat: .seconds(1), clock: executor.clock)
                } : nil
            await executor.settle()
            try await body(executor, feed)
            feed.shutDown()
            line.continuation.finish()
            await running?.value
            await following.value
        }
    }

    /// Reads a stream in a task of its own.
    private func reading(
        _ executor: SeededExecutor, _ feed: Feed<Replica<List>>, since position: FeedPosition? = nil
    ) -> (frames: Shared<[WireFrame]>, task: Task<Void, any Error>) {
        let frames = Shared<[WireFrame]>([])
        let task = executor.start(name: "client") {
            for try await frame in feed.frames(since: position) {
                let frame = try FrameFormat.json.decode(frame.bytes)
                frames.change { $0.append(frame) }
            }
        }
        return (frames, task)
    }

    @Test(arguments: [false, true])
    func `clients get the positions of the source, not those of the replica`(runs: Bool) throws {
        try withRelay(runs: runs) { executor, feed in
            send(try cards(2).whole(epoch: 7, version: 41))
            let client = reading(executor, feed)
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(client.frames.value.first == .hello(WireHello(epoch: 7, kind: .list, version: nil)))
            send([try step((2, 3), from: 41, to: 44)])
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(try client.frames.value.last == step((2, 3), from: 41, to: 44))
            // All that the replica has had is kept, whoever was sent it.
            #expect(feed.statistics.statesKept == 2)
            send([try step((3, 4), from: 44, to: 45), try step((4, 5), from: 45, to: 46)])
            try await executor.clock.sleep(for: .milliseconds(100))
            let other = reading(executor, feed, since: FeedPosition(epoch: 7, number: 45))
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(
                other.frames.value == [
                    .hello(WireHello(epoch: 7, kind: .list, version: 45)), try step((4, 5), from: 45, to: 46),
                ])
            #expect(feed.statistics.wholeStatesSent == 1)
        }
    }

    @Test(arguments: [false, true])
    func `before the first state a stream waits, and ends when the feed does`(runs: Bool) throws {
        try withRelay(runs: runs) { executor, feed in
            let (first, second) = (reading(executor, feed), reading(executor, feed))
            try await executor.clock.sleep(for: .seconds(5))
            #expect(first.frames.value.isEmpty)
            second.task.cancel()
            try await second.task.value
            #expect(second.frames.value.isEmpty)
            feed.shutDown()
            try await first.task.value
            #expect(first.frames.value == [.end(.shutdown, version: nil)])
        }
    }

    @Test(arguments: [false, true])
    func `a client that is ahead of the relay waits until the relay has its state`(runs: Bool) throws {
        try withRelay(runs: runs) { executor, feed in
            send(try cards(2).whole(epoch: 7, version: 41))
            let client = reading(executor, feed, since: FeedPosition(epoch: 7, number: 43))
            let forged = reading(executor, feed, since: FeedPosition(epoch: 7, number: .max))
            try await executor.clock.sleep(for: .seconds(5))
            #expect(client.frames.value.isEmpty)
            send([try step((2, 3), from: 41, to: 43), try step((3, 4), from: 43, to: 44)])
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(
                client.frames.value == [
                    .hello(WireHello(epoch: 7, kind: .list, version: 43)), try step((3, 4), from: 43, to: 44),
                ])
            send([.end(.finished, version: 44)])
            try await client.task.value
            try await forged.task.value
            #expect(client.frames.value.last == .end(.finished, version: 44))
            #expect(forged.frames.value.dropFirst().first == .reset(.clientAhead))
        }
    }

    @Test(arguments: [false, true])
    func `another epoch ends the streams, and clients load the new state`(runs: Bool) throws {
        try withRelay(runs: runs) { executor, feed in
            send(try cards(2).whole(epoch: 7, version: 41))
            let client = reading(executor, feed)
            var slow = feed.frames().makeAsyncIterator()
            for _ in 0..<2 { _ = try await slow.next() }
            try await executor.clock.sleep(for: .milliseconds(100))
            // With the same version and the same number of cards.
            let other = try List([Card(8), Card(9)])
            send(try other.whole(epoch: 8, version: 41))
            try await executor.clock.sleep(for: .milliseconds(100))
            try await client.task.value
            #expect(client.frames.value.last == .end(.shutdown, version: 41))
            #expect(try await slow.next()?.kind == .end)
            #expect(feed.statistics.statesKept == 1)
            let again = reading(executor, feed, since: FeedPosition(epoch: 7, number: 41))
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(
                try again.frames.value
                    == [.hello(WireHello(epoch: 8, kind: .list, version: nil)), .reset(.foreignEpoch)]
                    + other.parts(version: 41))
        }
    }

    @Test func `an equal state at a later position is told with a heartbeat`() throws {
        try withRelay(runs: true) { executor, feed in
            send(try cards(2).whole(epoch: 7, version: 41))
            let client = reading(executor, feed)
            try await executor.clock.sleep(for: .milliseconds(100))
            send([try step((2, 2), from: 41, to: 42)])
            try await executor.clock.sleep(for: .milliseconds(100))
            let count = client.frames.value.count
            try await executor.clock.sleep(for: .seconds(1))
            #expect(client.frames.value.count == count + 1)
            #expect(try client.frames.value.last == step((2, 2), from: 41, to: 42))
        }
    }

    @Test(arguments: [false, true])
    func `edits that the replica shows are not served before the source has them`(runs: Bool) throws {
        try withRelay(runs: runs) { executor, feed in
            send(try cards(2).whole(epoch: 7, version: 41))
            let client = reading(executor, feed)
            try await executor.clock.sleep(for: .milliseconds(100))
            let pending = executor.start(name: "command") { [replica] in
                try await replica.send(CommandLaws.Raise(id: 0), clock: executor.clock) { _ in
                    try await executor.clock.sleep(for: .seconds(1_000))
                    return .refused(CommandRefusal(.invalid, "late"))
                }
            }
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(replica.snapshot[0]?.weight == 1)
            let count = client.frames.value.count
            let late = reading(executor, feed)
            await executor.settle()
            send([try step((2, 3), from: 41, to: 42)])
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(try client.frames.value.dropFirst(count) == [step((2, 3), from: 41, to: 42)])
            #expect(try late.frames.value.dropFirst(2).first == cards(2).parts(version: 41).first)
            pending.cancel()
            _ = await pending.result
        }
    }

    @Test(arguments: [false, true])
    func `the end of the source comes after its last state`(runs: Bool) throws {
        try withRelay(runs: runs) { executor, feed in
            send(try cards(2).whole(epoch: 7, version: 41))
            let client = reading(executor, feed)
            try await executor.clock.sleep(for: .milliseconds(100))
            send([try step((2, 3), from: 41, to: 42), .end(.finished, version: 42)])
            try await client.task.value
            #expect(
                try client.frames.value.suffix(2) == [step((2, 3), from: 41, to: 42), .end(.finished, version: 42)])
            let late = reading(executor, feed, since: FeedPosition(epoch: 7, number: 41))
            try await late.task.value
            #expect(late.frames.value.last == .end(.finished, version: 42))
            // Also of a feed that is made afterwards.
            let other = Feed(relaying: replica, clock: executor.clock)
            let last = reading(executor, other)
            try await last.task.value
            #expect(last.frames.value.last == .end(.finished, version: 42) && last.frames.value.count == 4)
        }
    }

    @Test func `a feed that is made later begins with the replica's state`() throws {
        try withRelay { executor, _ in
            send(try cards(2).whole(epoch: 7, version: 41) + [step((2, 3), from: 41, to: 42)])
            try await executor.clock.sleep(for: .milliseconds(100))
            let feed = Feed(relaying: replica, clock: executor.clock)
            let client = reading(executor, feed, since: FeedPosition(epoch: 7, number: 42))
            await executor.settle()
            send([try step((3, 4), from: 42, to: 43)])
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(
                client.frames.value == [
                    .hello(WireHello(epoch: 7, kind: .list, version: 42)), try step((3, 4), from: 42, to: 43),
                ])
            client.task.cancel()
            try await client.task.value
        }
    }

    @Test func `clients whose state was mended in the relay load it, with the same version too`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let feed = Feed(relaying: replica, clock: executor.clock)
            let (wrong, right) = (try cards(2), try List([Card(0), Card(5)]))
            _ = try? await replica.follow(AsyncStream(try wrong.whole(epoch: 7, version: 41)))
            let client = reading(executor, feed)
            try await executor.clock.sleep(for: .milliseconds(100))
            // A step that does not fit says that the state is wrong.
            let hello = WireFrame.hello(WireHello(epoch: 7, kind: .list, version: 41))
            _ = try? await replica.follow(AsyncStream([hello, try step((9, 10), from: 41, to: 42)]))
            #expect(await replica.position == nil)
            _ = try? await replica.follow(AsyncStream(try right.whole(epoch: 7, version: 41)))
            try await client.task.value
            #expect(client.frames.value.last == .end(.shutdown, version: 41))
            let again = reading(executor, feed, since: FeedPosition(epoch: 7, number: 41))
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(again.frames.value.dropFirst().first == .reset(.historyExceeded))
            #expect(try again.frames.value.last == right.parts(version: 41).last)
            again.task.cancel()
            try await again.task.value
        }
    }

    @Test func `frames name the commands of all steps that they join, and any after a whole state`() throws {
        try withRelay { executor, feed in
            func named(_ frame: WireFrame, _ hashes: WireCommands) -> WireFrame {
                guard case .changes(var changes) = frame else { return frame }
                changes.commands = hashes
                return .changes(changes)
            }
            send(try cards(2).whole(epoch: 7, version: 41))
            send([named(try step((2, 3), from: 41, to: 44), .named([1, 2]))])
            send([named(try step((3, 4), from: 44, to: 45), .named([3]))])
            send([.reset(.tooManyChanges)] + (try cards(5).parts(version: 47)))
            send([named(try step((5, 6), from: 47, to: 48), .named([4]))])
            send([named(try step((6, 7), from: 48, to: 49), .named([5]))])
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(feed.statistics.statesKept == 6)
            for (number, commands) in [41: WireCommands.unknown, 45: .unknown, 47: .named([4, 5]), 48: .named([5])] {
                let client = reading(executor, feed, since: FeedPosition(epoch: 7, number: UInt64(number)))
                try await executor.clock.sleep(for: .milliseconds(100))
                guard case .changes(let changes)? = client.frames.value.last else {
                    Issue.record("\(client.frames.value)")
                    continue
                }
                #expect(changes.version == 49 && changes.commands == commands, "since \(number)")
                client.task.cancel()
                try await client.task.value
            }
        }
    }

    @Test func `a step that is too large for the relay ends no stream`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let replica = Replica<List>(limits: WireLimits(bytes: 500))
            let feed = Feed(relaying: replica, clock: executor.clock)
            let title = String(repeating: "x", count: 400)
            var frames = try cards(2).whole(epoch: 7, version: 41)
            let update = try Update(from: cards(2), to: List([Card(0), Card(1), Card(2, title), Card(3, title)]))
            frames.append(.changes(try List.wireChanges(of: try #require(update), base: 41, version: 42)))
            let bytes = try frames.map { try FrameFormat.json.encode($0) }
            _ = try? await replica.follow(AsyncStream(bytes), as: .json)
            #expect(await replica.position == nil)
            let client = reading(executor, feed, since: FeedPosition(epoch: 7, number: 41))
            try await executor.clock.sleep(for: .milliseconds(100))
            _ = try? await replica.follow(AsyncStream(try cards(3).whole(epoch: 7, version: 42)))
            try await executor.clock.sleep(for: .milliseconds(100))
            #expect(client.frames.value.count == 2)
            guard case .changes(let changes)? = client.frames.value.last else {
                Issue.record("\(client.frames.value)")
                return
            }
            #expect(changes.base == 41 && changes.version == 42 && changes.commands == .unknown)
            client.task.cancel()
            try await client.task.value
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `10,000 clients share each frame`() throws {
        try withRelay(runs: true) { executor, feed in
            send(try cards(50).whole(epoch: 7, version: 41))
            let counts = Shared(0)
            let tasks = (0..<10_000).map { number in
                executor.start(name: "client") {
                    for try await frame in feed.frames() where frame.kind == .changes { counts.change { $0 += 1 } }
                }
            }
            try await executor.clock.sleep(for: .milliseconds(100))
            let encoded = feed.statistics.framesEncoded
            for number in 0..<5 {
                send([try step((50 + number, 51 + number), from: 41 + UInt64(number), to: 42 + UInt64(number))])
                try await executor.clock.sleep(for: .milliseconds(100))
            }
            #expect(counts.value == 50_000)
            #expect(feed.statistics.framesEncoded - encoded == 5)
            feed.shutDown()
            for task in tasks { try await task.value }
        }
    }
}
