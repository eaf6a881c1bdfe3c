import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// A replica that is handed bytes which are framed otherwise says so at once, and does not connect again and again.
struct MisframedTests {
    /// Connects a replica to streams that consist of these elements; returns how often it connected and why it gave up.
    private func outcome(
        _ elements: [[UInt8]], as format: FrameFormat
    ) throws -> (connections: Int, error: WireError?) {
        try SeededExecutor.run(seed: 1) { executor in
            let (replica, connections) = (Replica<List>(), Shared(0))
            let error = await #expect(throws: WireError.self) {
                try await replica.run(as: format, clock: executor.clock) { _ in
                    try Self.count(connections)
                    return AsyncStream(elements)
                }
            }
            #expect(error != nil && replica.status.value.error as? WireError == error)
            if case .failed = replica.status.value {} else { Issue.record("\(replica.status.value)") }
            return (connections.value, error)
        }
    }

    /// Counts a connection; a replica that connects without end is stopped.
    private static func count(_ connections: Shared<Int>) throws {
        connections.change { $0 += 1 }
        if connections.value > 30 { throw ReplicaRefusal("connected again and again") }
    }

    /// The bytes that a feed sends.
    private func sent(_ format: FrameFormat, _ framing: Framing) async throws -> [UInt8] {
        let source = try ListSource((0..<20).map { Card($0) })
        let feed = Feed(of: source)
        await source.finish()
        return try await feed.frames(as: format, framing: framing).reduce(into: []) { $0 += $1.bytes }
    }

    @Test(arguments: [FrameFormat.json, .binary], [4, 5, 12, 200, .max])
    func `reads of a socket are told by the length in place of a hello`(format: FrameFormat, read: Int) async throws {
        let bytes = try await sent(format, .lengthPrefixed)
        let reads = stride(from: 0, to: bytes.count, by: min(read, bytes.count)).map {
            Array(bytes[$0...].prefix(read))
        }
        let outcome = try outcome(reads, as: format)
        #expect(outcome.connections == 1)
        #expect(outcome.error?.code == .misframed)
        #expect(outcome.error?.message.contains("lengthPrefixedFrames()") == true)
    }

    @Test func `events and the head of a response are told, too`() async throws {
        let events = try await sent(.json, .eventStream)
        for (bytes, hint) in [(events, "server-sent events"), (Array("HTTP/1.1 200 OK\r\n".utf8), "HTTP")] {
            for format in [FrameFormat.json, .binary] {
                let outcome = try outcome([bytes], as: format)
                #expect(outcome.connections == 1)
                #expect(outcome.error?.code == .misframed && outcome.error?.message.contains(hint) == true)
            }
        }
    }

    @Test func `a stream without lengths that is split by lengths is told by the sequence`() async throws {
        let bytes = try await sent(.json, .none)
        try SeededExecutor.run(seed: 1) { executor in
            let (replica, connections) = (Replica<List>(), Shared(0))
            let error = await #expect(throws: WireError.self) {
                try await replica.run(as: .json, clock: executor.clock) { _ in
                    try Self.count(connections)
                    return AsyncStream([bytes]).lengthPrefixedFrames()
                }
            }
            #expect(error?.code == .misframed)
            #expect(connections.value == 1)
        }
    }

    @Test func `other bytes that are no frame are a fault of the line, as ever`() throws {
        for bytes: [UInt8] in [
            [], [0], [0, 0, 0], [0, 0, 0, 0], [0, 0, 8, 0, 1], [0, 0, 0, 2, 9, 9, 9], [1], [0x7B],
        ] {
            let outcome = try outcome([bytes], as: .binary)
            #expect(outcome.connections == 20, "\(bytes)")
            #expect(outcome.error?.code == .malformed)
        }
    }

    @Test func `a length is none where a frame came before`() throws {
        let hello = try FrameFormat.binary.encode(.hello(WireHello(epoch: 1, kind: .list, version: nil)))
        let outcome = try outcome([hello, Framing.lengthPrefixed.framed(hello)], as: .binary)
        #expect(outcome.connections == 20)
        #expect(outcome.error?.code == .malformed)
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `a replica follows reads cut anywhere, and loads what exceeds its limit as a whole`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let limits = WireLimits(bytes: 3_000)
            let source = try ListSource([Card(0)])
            let feed = Feed(of: source, itemsPerPart: 5, bytesPerFrame: 100_000, clock: executor.clock)
            let (replica, connections) = (Replica<List>(limits: limits), Shared(0))
            let runner = executor.start(name: "replica") {
                try await replica.run(as: .binary, clock: executor.clock) { position in
                    connections.change { $0 += 1 }
                    let frames = feed.frames(since: position, as: .binary, framing: .lengthPrefixed)
                    return frames.map { $0.bytes[...] }.cut(seed).lengthPrefixedFrames(limits: limits)
                }
            }
            try await executor.clock.sleep(for: .seconds(60))
            try await source.append(Card(1))
            try await executor.clock.sleep(for: .seconds(60))
            #expect(replica.snapshot == source.snapshot && connections.value == 1)
            // A step of more than the limit, and a state whose parts are smaller.
            let title = String(repeating: "t", count: 400)
            try await source.append(contentsOf: (2..<20).map { Card($0, title) })
            try await executor.clock.sleep(for: .seconds(60))
            #expect(replica.snapshot == source.snapshot && connections.value == 2)
            await source.finish()
            try await runner.value
        }
    }
}

extension AsyncSequence where Element == ArraySlice<UInt8>, Self: Sendable {
    /// The same bytes, in up to three chunks for each.
    fileprivate func cut(_ seed: UInt64) -> some AsyncSequence<ArraySlice<UInt8>, Failure> & Sendable {
        map { bytes in
            var random = Random(seed: seed &+ UInt64(bytes.count))
            let first = random.below(bytes.count + 1)
            let second = first + random.below(bytes.count + 1 - first)
            let start = bytes.startIndex
            return [
                bytes[..<(start + first)], bytes[(start + first)..<(start + second)], bytes[(start + second)...],
            ]
        }.flatMap { ElementSequence($0) }
    }
}
