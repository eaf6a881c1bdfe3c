import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// What a replica does with each frame, at each point of a stream.
struct ReplicaTests {
    private let hello = WireFrame.hello(WireHello(epoch: 7, kind: .list, version: nil))

    private func part(_ ids: Range<Int>, of count: Int, version: UInt64 = 3) throws -> WireFrame {
        let items = try ids.map { id in
            try WireFrame.changes(step(id: id)).insertedItem
        }
        return .part(
            WirePart(
                kind: .list, version: version, offset: ids.lowerBound, itemCount: count, sectionCount: 0,
                groups: [WirePart.Group(header: nil, items: items)], isLast: ids.upperBound == count))
    }

    private let lost = WireError(.disconnected, "the stream has ended and the source has not")

    /// A step that inserts an item at the front.
    private func step(id: Int, from base: UInt64 = 3, to version: UInt64 = 4, count: Int = 1) throws -> WireChanges {
        let update = try #require(try Update(from: List(), to: List([Card(id)])))
        let changes = try List.wireChanges(of: update, base: base, version: version)
        return WireChanges(kind: .list, base: base, version: version, itemCount: count, items: changes.items)
    }

    /// Follows frames and returns the code of the error.
    private func outcome(_ replica: Replica<List>, _ frames: [WireFrame]) async -> WireError.Code? {
        do {
            try await replica.follow(AsyncStream(frames))
            return nil
        } catch {
            return (error as? WireError)?.code
        }
    }

    @Test func `a whole state shows when its last part is there, and not before`() async throws {
        let replica = Replica<List>()
        #expect(await outcome(replica, [hello, .reset(.first), try part(0..<2, of: 4)]) == .disconnected)
        #expect(replica.status.value.error as? WireError == lost)
        #expect(replica.snapshot.isEmpty)
        #expect(await replica.position == nil)
        let whole = [hello, .reset(.first), try part(0..<2, of: 4), try part(2..<4, of: 4)]
        let (frames, statuses) = (Shared(whole[...]), Shared<[SourceStatus]>([]))
        let stream = AsyncStream<WireFrame> {
            statuses.change { $0.append(replica.status.value) }
            return frames.change { $0.popFirst() }
        }
        await #expect(throws: lost) { try await replica.follow(stream) }
        #expect(statuses.value.dropFirst(2) == [.loading(nil), .loading(0.5), .ready])
        #expect(replica.snapshot.map(\.id) == [0, 1, 2, 3])
        #expect(await replica.position == FeedPosition(epoch: 7, number: 3))
        #expect(replica.status.value == .stale(FollowFailure(lost, attempts: 1)))
    }

    @Test func `each fault has its error, and changes nothing`() async throws {
        let loaded = [hello, .reset(.first), try part(0..<2, of: 2)]
        let insertion = try step(id: 9, count: 3)
        let cases: [([WireFrame], WireError.Code)] = [
            ([.changes(insertion)], .unexpected),
            ([.reset(.first)], .unexpected),
            ([hello, try part(0..<2, of: 2)], .unexpected),
            ([hello, .reset(.first), .changes(insertion)], .unexpected),
            ([hello, hello], .disconnected),
            (loaded + [.reset(.first)], .unexpected),
            ([.hello(WireHello(epoch: 7, kind: .sections, version: nil))], .unexpected),
            ([.hello(WireHello(epoch: 7, kind: .list, version: 3))], .foreignEpoch),
            ([hello, .reset(.first), try part(1..<2, of: 2)], .gap),
            ([hello, .reset(.first), try part(0..<1, of: 3), try part(0..<1, of: 3)], .repeated),
            ([hello, .reset(.first), try part(0..<1, of: 3), try part(1..<3, of: 3, version: 4)], .inconsistent),
            (loaded + [.changes(try step(id: 9, from: 4, to: 5, count: 3))], .gap),
            (loaded + [.changes(insertion), .changes(insertion)], .repeated),
            (loaded + [.changes(try step(id: 9, from: 1, to: 3, count: 3))], .repeated),
            (loaded + [.changes(try step(id: 0, count: 3))], .inconsistent),
            (loaded + [.changes(try step(id: 9, count: 4))], .inconsistent),
            (loaded + [.heartbeat(version: 4)], .gap),
            (loaded + [.heartbeat(version: 3)], .disconnected),
            (loaded + [.end(.finished, version: 4)], .gap),
            (loaded + [hello], .disconnected),
        ]
        for (frames, code) in cases {
            let replica = Replica<List>()
            #expect(await outcome(replica, frames) == code, "\(frames)")
            // It can follow another stream.
            #expect(await outcome(replica, loaded + [.end(.finished, version: 3)]) == nil)
            #expect(replica.snapshot.map(\.id) == [0, 1])
            #expect(replica.status.value == .finished)
        }
    }

    @Test func `it goes on from its version, and refuses any other`() async throws {
        let replica = Replica<List>()
        _ = await outcome(replica, [hello, .reset(.first), try part(0..<2, of: 2)])
        let resumed = WireFrame.hello(WireHello(epoch: 7, kind: .list, version: 3))
        #expect(await outcome(replica, [resumed, .changes(try step(id: 9, count: 3))]) == .disconnected)
        #expect(replica.snapshot.map(\.id) == [9, 0, 1])
        #expect(await outcome(replica, [resumed]) == .gap)
        #expect(await outcome(replica, [.hello(WireHello(epoch: 8, kind: .list, version: 4))]) == .foreignEpoch)
        // A source that was put back to an older version: the client was ahead of it.
        let older = [hello, .reset(.clientAhead), try part(0..<2, of: 2, version: 2)]
        #expect(await outcome(replica, older) == .disconnected)
        #expect(replica.snapshot.map(\.id) == [0, 1])
        #expect(await replica.position == FeedPosition(epoch: 7, number: 2))
        // A new lifetime of the source, with a smaller version.
        let restarted = WireFrame.hello(WireHello(epoch: 8, kind: .list, version: nil))
        let frames = [restarted, .reset(.foreignEpoch), try part(0..<1, of: 1, version: 1)]
        #expect(await outcome(replica, frames) == .disconnected)
        #expect(replica.snapshot.map(\.id) == [0])
        #expect(await replica.position == FeedPosition(epoch: 8, number: 1))
    }

    @Test func `after a state that did not fit, it asks for a whole one`() async throws {
        let replica = Replica<List>()
        _ = await outcome(replica, [hello, .reset(.first), try part(0..<2, of: 2)])
        let resumed = WireFrame.hello(WireHello(epoch: 7, kind: .list, version: 3))
        #expect(await outcome(replica, [resumed, .changes(try step(id: 9, count: 8))]) == .inconsistent)
        #expect(await replica.position == nil)
        #expect(replica.snapshot.map(\.id) == [0, 1])
    }

    @Test func `a state beyond the limits is refused before it is built`() async throws {
        let replica = Replica<List>(limits: WireLimits(items: 3))
        #expect(await outcome(replica, [hello, .reset(.first), try part(0..<2, of: 4)]) == .tooLarge)
        _ = await outcome(replica, [hello, .reset(.first), try part(0..<3, of: 3)])
        let resumed = WireFrame.hello(WireHello(epoch: 7, kind: .list, version: 3))
        #expect(await outcome(replica, [resumed, .changes(try step(id: 9, count: 4))]) == .tooLarge)
        #expect(replica.snapshot.count == 3)
        #expect(await replica.position == FeedPosition(epoch: 7, number: 3))
    }

    @Test func `it waits longer after each failure, keeps its state, and stops at a refusal`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let replica = Replica<List>()
            let times = Shared<[Duration]>([])
            let start = executor.clock.now
            let run = executor.start(name: "replica") {
                try await replica.run(
                    backoff: Backoff(initial: .seconds(1), maximum: .seconds(5), random: { 1 }), clock: executor.clock
                ) { _ in
                    times.change { $0.append(start.duration(to: executor.clock.now)) }
                    if times.value.count == 6 { throw ReplicaRefusal("not for you") }
                    return AsyncStream<WireFrame>([])
                }
            }
            try await executor.clock.sleep(for: .milliseconds(500))
            #expect(replica.status.value == .stale(FollowFailure(lost, attempts: 1)))
            await #expect(throws: WireError.self) { try await run.value }
            #expect(times.value == [0, 1, 3, 7, 12, 17].map { .seconds($0) })
            #expect(
                replica.status.value == .failed(FollowFailure(WireError(.unexpected, "not for you"), attempts: 6)))
        }
    }

    @Test func `a run that is cancelled while it waits says so in the status`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let replica = Replica<List>()
            let run = executor.start(name: "replica") {
                try await replica.run(clock: executor.clock) { _ in AsyncStream<WireFrame>([]) }
            }
            try await executor.clock.sleep(for: .nanoseconds(1))
            #expect(replica.status.value == .stale(FollowFailure(lost, attempts: 1)))
            run.cancel()
            await #expect(throws: CancellationError.self) { try await run.value }
            #expect(replica.status.value.error is CancellationError)
        }
    }

    @Test func `the delays in a run follow from its seed`() throws {
        func delays(_ seed: UInt64) throws -> [Duration] {
            try SeededExecutor.run(seed: seed) { _ in (1...8).map { Backoff().delay(after: $0) } }
        }
        #expect(try delays(1) == delays(1))
        #expect(try delays(1) != delays(2))
        #expect((0..<100).contains { _ in Backoff().delay(after: 1) != Backoff().delay(after: 1) }, "outside of a run")
    }

    @Test(arguments: 1...70) func `delays grow to the maximum, whatever the random number is`(failures: Int) {
        for random in [0, 0.5, 1, -1, 7, .nan] {
            let backoff = Backoff(initial: .milliseconds(100), maximum: .seconds(9), random: { random })
            let delay = backoff.delay(after: failures)
            #expect(delay >= .zero && delay <= .seconds(9))
            // A part of the bound: all clients together do not come back at once.
            if random == 0 { #expect(delay == .zero) }
            if random == 0.5 {
                #expect(
                    delay * 2
                        == Backoff(initial: .milliseconds(100), maximum: .seconds(9), random: { 1 }).delay(
                            after: failures))
            }
            if random == 1 { #expect(delay == min(.milliseconds(100) * (1 << min(failures - 1, 20)), .seconds(9))) }
        }
    }
}

extension WireFrame {
    fileprivate var insertedItem: WireValue {
        get throws {
            guard case .changes(let changes) = self else { throw WireError(.unexpected, "another frame") }
            return try #require(changes.items.insertions.first?.values.first)
        }
    }
}
