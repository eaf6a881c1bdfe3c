import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Law 17: by digests a replica finds out that it differs from its source, and ends equal to it; it never asks without end.
struct DigestLaws {
    @Test(arguments: seeds(20))
    func `heartbeats have the digest of the specification, once for each version`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let (list, board) = (
                try ListSource(random.list(ids: 30)), try SectionedSource(random.board(columns: 4, cards: 30))
            )
            let format = seed % 2 == 0 ? FrameFormat.json : .binary
            if seed % 4 < 2 {
                try await check(list, format, executor)
            } else {
                try await check(board, format, executor)
            }
        }
    }

    private func check<Source: DataSource>(
        _ source: Source, _ format: FrameFormat, _ executor: SeededExecutor
    ) async throws where Source.Snapshot: WireSnapshot {
        let feed = Feed(of: source, itemsPerPart: 7, digests: true, clock: executor.clock)
        let running = executor.start(name: "feed") { await feed.run(heartbeat: .seconds(1), clock: executor.clock) }
        let following = executor.start(name: "client") {
            var (bytes, digests, decoder): ([UInt8], [UInt64?], _) = ([], [], FrameDecoder(format))
            for try await frame in feed.frames(as: format) {
                switch try decoder.decode(frame.bytes) {
                case .hello(let hello): #expect(hello.format == 3)
                case .part(let part):
                    for group in part.groups {
                        if let header = group.header { bytes += [9] + Self.bytes(of: header) }
                        bytes += group.items.flatMap { Self.bytes(of: $0) }
                    }
                case .heartbeat(_, let digest): digests.append(digest)
                default: break
                }
            }
            #expect(digests == [Self.digest(of: bytes), nil])
        }
        try await executor.clock.sleep(for: .milliseconds(2_500))
        feed.shutDown()
        try await following.value
        await running.value
    }

    @Test(arguments: seeds(30))
    func `laws 2 and 17: while a source changes, the digests of its replicas agree`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let source = try SectionedSource(random.board(columns: 4, cards: 30))
            let feed = Feed(of: source, digests: true, clock: executor.clock)
            let running = executor.start(name: "feed") {
                await feed.run(every: .milliseconds(10), heartbeat: .milliseconds(25), clock: executor.clock)
            }
            let format = seed % 2 == 0 ? FrameFormat.json : .binary
            let replica = Replica<Board>()
            let following = executor.start(name: "replica") {
                try await replica.follow(feed.frames(as: format).map(\.bytes), as: format)
            }
            for _ in 0..<20 {
                let seed = random.next()
                try await source.transaction { draft in
                    var random = Random(seed: seed)
                    random.edit(&draft)
                }
                try await executor.clock.sleep(for: .milliseconds(random.below(40)))
            }
            try await executor.clock.sleep(for: .milliseconds(100))
            await source.finish()
            #expect(try await following.value == .finished)
            await running.value
            #expect(await replica.digests.agreed > 0)
            #expect(await replica.digests.differed == 0)
        }
    }

    @Test(arguments: seeds(20))
    func `a replica that a line has given another text asks for a whole state, and is equal`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<20).map { Card($0) })
            let feed = Feed(of: source, digests: true, clock: executor.clock)
            let running = executor.start(name: "feed") { await feed.run(heartbeat: .seconds(1), clock: executor.clock) }
            let (replica, connections) = (Replica<List>(), Shared(0))
            let following = executor.start(name: "replica") {
                try await replica.run(clock: executor.clock) { position in
                    connections.change { $0 += 1 }
                    let isFirst = connections.value == 1
                    return feed.frames(since: position).map {
                        let frame = try FrameFormat.json.decode($0.bytes)
                        return isFirst ? Self.spoiled(frame) : frame
                    }
                }
            }
            try await executor.clock.sleep(for: .milliseconds(500))
            try await source.append(Card(20, "right"))
            try await executor.clock.sleep(for: .milliseconds(300))
            #expect(replica.snapshot.last?.title == "wrong")
            try await executor.clock.sleep(for: .seconds(10))
            #expect(replica.snapshot == source.snapshot)
            #expect(replica.status.value == .ready)
            #expect(await replica.digests == (agreed: 1, differed: 1))
            #expect(connections.value == 2)
            await source.finish()
            try await following.value
            await running.value
        }
    }

    /// The frame with another title of the cards in it.
    private static func spoiled(_ frame: WireFrame) -> WireFrame {
        guard case .changes(let changes) = frame else { return frame }
        let insertions = changes.items.insertions.map { run in
            let values = run.values.map { value in
                guard case .object(var object) = value else { return value }
                object["title"] = "wrong"
                return .object(object)
            }
            return WireEdits<ItemPath>.Insertion(first: run.first, values: values)
        }
        return .changes(
            WireChanges(
                kind: changes.kind, base: changes.base, version: changes.version, itemCount: changes.itemCount,
                items: WireEdits(insertions: insertions)))
    }

    /// A card of a client from later, which encodes a field more.
    private struct LaterCard: Identifiable, Equatable, Sendable, Codable {
        let id: Int
        var color: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            color = try container.decodeIfPresent(String.self, forKey: .color) ?? "none"
        }
    }

    @Test func `a replica of another type asks twice for a whole state, and then goes on without digests`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource((0..<20).map { Card($0) })
            let feed = Feed(of: source, digests: true, clock: executor.clock)
            let running = executor.start(name: "feed") { await feed.run(heartbeat: .seconds(1), clock: executor.clock) }
            let (replica, connections) = (Replica<ListSnapshot<LaterCard>>(), Shared(0))
            let following = executor.start(name: "replica") {
                try await replica.run(clock: executor.clock) { position in
                    connections.change { $0 += 1 }
                    return feed.frames(since: position).map { try FrameFormat.json.decode($0.bytes) }
                }
            }
            try await executor.clock.sleep(for: .seconds(600))
            #expect(connections.value == 3 && feed.statistics.wholeStatesSent == 3)
            #expect(await replica.digests == (agreed: 0, differed: 3))
            #expect(await !replica.digests.isComparing)
            #expect(replica.status.value == .ready)
            try await source.append(Card(20))
            try await executor.clock.sleep(for: .seconds(5))
            #expect(replica.snapshot.count == 21)
            await source.finish()
            try await following.value
            await running.value
        }
    }

    /// A card that counts how often it is encoded.
    private struct CountedCard: Identifiable, Equatable, Sendable, Codable {
        @TaskLocal static var encodings = Shared(0)

        let id: Int

        init(id: Int) { self.id = id }

        init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        }

        private enum CodingKeys: CodingKey { case id }

        func encode(to encoder: any Encoder) throws {
            Self.encodings.change { $0 += 1 }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
        }
    }

    @Test func `law 18: a server that sends a digest again and again has it computed once`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource((0..<50).map { CountedCard(id: $0) })
            let feed = Feed(of: source, digests: true, clock: executor.clock)
            let running = executor.start(name: "feed") { await feed.run(heartbeat: .seconds(1), clock: executor.clock) }
            var frames: [WireFrame] = []
            for try await frame in feed.frames() {
                frames.append(try FrameFormat.json.decode(frame.bytes))
                if case .heartbeat(_, _?) = frames.last { break }
            }
            let beat = try #require(frames.last)
            frames += Array(repeating: beat, count: 1_000)
            let replica = Replica<ListSnapshot<CountedCard>>()
            let encodings = Shared(0)
            let (stream, continuation) = AsyncStream.makeStream(of: WireFrame.self)
            for frame in frames { continuation.yield(frame) }
            continuation.finish()
            await CountedCard.$encodings.withValue(encodings) {
                // The stream has no end frame.
                _ = try? await replica.follow(stream)
            }
            #expect(encodings.value == 50)
            #expect(await replica.digests == (agreed: 1_001, differed: 0))
            feed.shutDown()
            await running.value
        }
    }

    @Test(arguments: [
        #"{"beat":1,"digest":5}"#, #"{"beat":1,"digest":"5"}"#, #"{"beat":1,"digest":"+123456789abcdef"}"#,
        #"{"beat":1,"digest":"0123456789abcdeg"}"#, #"{"beat":1,"digest":"0123456789abcdef0"}"#,
        #"{"beat":1,"digest":""}"#, #"{"beat":1,"digest":null}"#,
    ])
    func `law 15: what is no digest is refused`(json: String) {
        #expect(throws: WireError.self) { try FrameFormat.json.decode(Array(json.utf8)) }
    }

    // MARK: The specification

    private static func digest(of bytes: [UInt8]) -> UInt64 {
        bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    private static func number(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func named(_ text: String) -> [UInt8] { number(UInt64(text.utf8.count)) + Array(text.utf8) }

    private static func bytes(of value: WireValue) -> [UInt8] {
        switch value {
        case .null: [0]
        case .bool(false): [1]
        case .bool(true): [2]
        case .int(let value): [3] + number(UInt64(bitPattern: value))
        case .uint(let value): [4] + number(value)
        case .double(let value): [5] + number(value.isNaN ? 0x7FF8_0000_0000_0000 : value.bitPattern)
        case .string(let text): [6] + named(text)
        case .array(let values): [7] + number(UInt64(values.count)) + values.flatMap { bytes(of: $0) }
        case .object(let object):
            [8] + number(UInt64(object.fields.count))
                + number(object.fields.map { digest(of: named($0.name) + bytes(of: $0.value)) }.reduce(0, &+))
        }
    }
}

private func == (left: DigestComparison, right: (agreed: Int, differed: Int)) -> Bool {
    (left.agreed, left.differed) == (right.agreed, right.differed)
}
