import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Laws 17 and 18 for sizes: what a feed sends fits into frames that replicas accept, or both sides say why it does not.
struct FrameSizeLaws {
    /// Counts connections, and keeps the longest frame.
    private final class Line<Source: DataSource>: Sendable where Source.Snapshot: WireSnapshot {
        let feed: Feed<Source>
        let connections = Shared(0), longest = Shared(0)

        init(_ feed: Feed<Source>) {
            self.feed = feed
        }

        func connect(
            _ position: FeedPosition?, _ format: FrameFormat
        ) throws -> some AsyncSequence<[UInt8], any Error> & Sendable {
            connections.change { $0 += 1 }
            if connections.value > 50 { throw ReplicaRefusal("connections without end") }
            let longest = longest
            return feed.frames(since: position, as: format).map { frame throws -> [UInt8] in
                longest.change { $0 = max($0, frame.bytes.count) }
                return frame.bytes
            }
        }
    }

    private func text(_ count: Int, _ character: Character = "x") -> String {
        String(repeating: character, count: count)
    }

    private static let formats = [FrameFormat.json, .binary]

    @Test(arguments: [0, 1])
    func `law 17: a step of 18 MB arrives, with the defaults of both sides and one connection`(format: Int) throws {
        try SeededExecutor.run(seed: 28) { executor in
            let source = try ListSource([Card(0)])
            let line = Line(Feed(of: source, clock: executor.clock))
            let replica = Replica<List>()
            let format = Self.formats[format]
            let runner = executor.start(name: "replica") {
                try await replica.run(as: format, clock: executor.clock) { try line.connect($0, format) }
            }
            try await executor.clock.sleep(for: .seconds(1))
            let title = text(1_000)
            try await source.transaction { list in
                try list.append(contentsOf: (1...18_000).map { Card($0, title) })
            }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(replica.snapshot == source.snapshot)
            try await source.append(Card(20_000))
            await source.finish()
            try await runner.value
            #expect(replica.snapshot == source.snapshot)
            #expect(line.connections.value == 1)
            #expect(line.longest.value <= 4 << 20)
            #expect(line.feed.statistics.wholeStatesSent == 2)
        }
    }

    @Test(arguments: [0, 1], [20_000, 100])
    func `law 18: parts and steps are cut by bytes, whatever is in them`(format: Int, size: Int) throws {
        try SeededExecutor.run(seed: 3) { executor in
            // A control character is six bytes in JSON.
            let cards = (0..<300).map { Card($0, text($0 % 7 == 0 ? size : 10), notes: text($0 % 5 * 350, "\u{1}")) }
            let source = try SectionedSource([
                ItemSection(Column(0), items: []), ItemSection(Column(1, text(25_000)), items: Array(cards[..<150])),
                ItemSection(Column(2, text(25_000)), items: []), ItemSection(Column(3), items: Array(cards[150...])),
            ])
            let line = Line(Feed(of: source, bytesPerFrame: 30_000, clock: executor.clock))
            let replica = Replica<Board>(limits: WireLimits(bytes: 30_000))
            let format = Self.formats[format]
            let runner = executor.start(name: "replica") {
                try await replica.run(as: format, clock: executor.clock) { try line.connect($0, format) }
            }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(replica.snapshot == source.snapshot)
            for count in [1, 8, 2] {
                let titles = text(4_000)
                try await source.transaction { board in
                    for id in 0..<count { try board.updateItem(id: id * 3) { $0.title = titles + "\($0.title.count)" } }
                }
                try await executor.clock.sleep(for: .seconds(1))
                #expect(replica.snapshot == source.snapshot)
            }
            await source.finish()
            try await runner.value
            #expect(line.connections.value == 1)
            #expect(line.longest.value <= 30_000)
            // Only the step of eight is too large.
            #expect(line.feed.statistics.wholeStatesSent == 2)
        }
    }

    @Test func `law 17: an item that is too large by itself ends both sides, with an error that names it`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let source = try ListSource([Card(0), Card(1)])
            let feed = Feed(of: source, bytesPerFrame: 5_000, clock: executor.clock)
            let line = Line(feed)
            let replica = Replica<List>()
            let runner = executor.start(name: "replica") {
                try await replica.run(as: .json, clock: executor.clock) { try line.connect($0, .json) }
            }
            try await executor.clock.sleep(for: .seconds(1))
            let before = source.snapshot
            try await source.append(Card(77, text(9_000)))
            let error = try await #require(throws: WireError.self) { try await runner.value }
            #expect(error.code == .unsendable)
            #expect(replica.status.value.error as? WireError == error)
            #expect(replica.snapshot == before)
            #expect(line.connections.value == 1)
            // The server's side.
            var frames = feed.frames().makeAsyncIterator()
            var kinds: [EncodedFrame.Kind] = []
            let fault = await #expect(throws: WireError.self) {
                while let frame = try await frames.next() { kinds.append(frame.kind) }
            }
            #expect(kinds.prefix(2) == [.hello, .reset] && kinds.last == .end)
            #expect(kinds.filter { $0 == .end }.count == 1)
            #expect(fault?.code == .tooLarge)
            #expect(fault?.message.contains("the id 77") == true && fault?.message.contains("5000") == true)
            #expect(try await frames.next() == nil)
            // Without the item everything goes on.
            try await source.remove(id: 77)
            await source.finish()
            try await replica.run(as: .json, clock: executor.clock) { try line.connect($0, .json) }
            #expect(replica.snapshot == source.snapshot)
        }
    }

    @Test func `law 17: a header that is too large, or an item that cannot be encoded, is as final`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            let sections = try SectionedSource([ItemSection(Column(9, text(9_000)), items: [Card(1)])])
            let list = try ListSource([Secret(id: 1)])
            let (board, secrets) = (Replica<Board>(), Replica<ListSnapshot<Secret>>())
            let first = Line(Feed(of: sections, bytesPerFrame: 5_000, clock: executor.clock))
            let second = Line(Feed(of: list, clock: executor.clock))
            for format in Self.formats {
                var error = await #expect(throws: WireError.self) {
                    try await board.run(as: format, clock: executor.clock) { try first.connect($0, format) }
                }
                #expect(error?.code == .unsendable)
                error = await #expect(throws: WireError.self) {
                    try await secrets.run(as: format, clock: executor.clock) { try second.connect($0, format) }
                }
                #expect(error?.code == .unsendable)
            }
            #expect(first.connections.value == 2 && second.connections.value == 2)
            let fault = await #expect(throws: WireError.self) { for try await _ in first.feed.frames() {} }
            #expect(fault?.message.contains("header") == true && fault?.message.contains("the id 9") == true)
        }
    }

    @Test func `law 17: a replica with smaller limits than a step asks for the whole state, which fits`() throws {
        try SeededExecutor.run(seed: 6) { executor in
            let source = try ListSource([Card(0)])
            let line = Line(Feed(of: source, clock: executor.clock))
            let replica = Replica<List>(limits: WireLimits(bytes: 300_000))
            let runner = executor.start(name: "replica") {
                try await replica.run(as: .binary, clock: executor.clock) { try line.connect($0, .binary) }
            }
            for step in 1...5 {
                try await executor.clock.sleep(for: .seconds(60))
                let title = text(1_000)
                try await source.transaction { list in
                    try list.append(contentsOf: (1...1_000).map { Card(step * 1_000 + $0, title) })
                }
            }
            try await executor.clock.sleep(for: .seconds(60))
            #expect(replica.snapshot == source.snapshot)
            #expect(line.connections.value == 6)
            await source.finish()
            try await runner.value
        }
    }

    @Test func `law 17: a replica that refuses all that comes connects three times, and says why`() throws {
        try SeededExecutor.run(seed: 7) { executor in
            let source = try ListSource((0..<10).map { Card($0, text(20_000)) })
            let line = Line(Feed(of: source, clock: executor.clock))
            let replica = Replica<List>(limits: WireLimits(bytes: 10_000))
            let error = await #expect(throws: WireError.self) {
                try await replica.run(as: .binary, clock: executor.clock) { try line.connect($0, .binary) }
            }
            #expect(error?.code == .tooLarge)
            #expect(error != nil && replica.status.value.error as? WireError == error)
            #expect(line.connections.value == 3)
        }
    }
}

/// An item that no format can encode.
private struct Secret: Identifiable, Equatable, Sendable, Codable {
    struct Refusal: Error {}
    let id: Int

    init(id: Int) {
        self.id = id
    }

    func encode(to encoder: any Encoder) throws { throw Refusal() }
}
