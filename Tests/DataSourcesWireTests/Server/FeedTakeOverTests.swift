import DataSources
import DataSourcesTesting
import DataSourcesWire
import Testing

/// A feed of a source that goes on from a version of an earlier one.
struct FeedTakeOverTests {
    private func kinds(
        _ count: Int, _ feed: Feed<ListSource<Card>>, since position: FeedPosition?
    ) async throws -> [WireFrame] {
        var (frames, iterator) = ([WireFrame](), feed.frames(since: position).makeAsyncIterator())
        while frames.count < count, let frame = try await iterator.next() {
            frames.append(try FrameFormat.json.decode(frame.bytes))
        }
        return frames
    }

    @Test func `a client with the last state of the earlier life goes on with differences`() async throws {
        let former = try ListSource((0..<5).map { Card($0) })
        let replica = Replica<List>()
        try await former.append(Card(5))
        let first = Feed(of: former)
        await #expect(throws: WireError.self) {
            try await replica.follow(first.frames().prefix(3).map(\.bytes), as: .json)
        }
        let position = try #require(await replica.position)
        #expect(position == FeedPosition(former.hub.version))

        let version = Version(epoch: position.epoch, number: position.number)
        let source = try ListSource(await replica.confirmed, at: version)
        let feed = Feed(of: source)
        await #expect(throws: WireError.self) {
            try await replica.follow(feed.frames(since: position).prefix(1).map(\.bytes), as: .json)
        }
        #expect(feed.statistics.wholeStatesSent == 0)
        var frames = feed.frames(since: position).makeAsyncIterator()
        let hello = try #require(try await frames.next())
        #expect(hello.kind == .hello && hello.position == position)
        try await source.append(Card(6))
        try await source.remove(id: 0)
        let step = try #require(try await frames.next())
        #expect(step.kind == .changes)
        #expect(step.position == FeedPosition(epoch: position.epoch, number: position.number + 2))
        // And so does one that comes back with a state of the present life.
        _ = try await kinds(3, feed, since: nil)
        try await source.append(Card(7))
        let late = try await kinds(2, feed, since: FeedPosition(epoch: version.epoch, number: version.number + 2))
        guard case .hello(let hello)? = late.first, case .changes(let changes)? = late.last else {
            Issue.record("\(late)")
            return
        }
        #expect(hello.version == version.number + 2 && changes.version == version.number + 3)
    }

    @Test func `a client with an earlier or a later state loads a whole one`() async throws {
        let version = Version(epoch: 7, number: 41)
        let feed = Feed(of: try ListSource([Card(1)], at: version))
        let cases: [(UInt64, ResetReason)] = [(40, .historyExceeded), (42, .clientAhead), (.max, .clientAhead)]
        for (number, reason) in cases {
            let frames = try await kinds(2, feed, since: FeedPosition(epoch: 7, number: number))
            #expect(frames.last == .reset(reason))
        }
    }
}
