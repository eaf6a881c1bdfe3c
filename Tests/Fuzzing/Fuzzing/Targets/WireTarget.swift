import DataSources
import DataSourcesTesting
import DataSourcesWire
import Synchronization

/// Frames and replicas: any bytes give a frame or an error, and a replica is never in a state that no stream leads to.
///
/// | First byte | Then |
/// |---|---|
/// | a digit | frames of the binary form, each after a byte with its length |
/// | `!` to `/` | how a right stream is changed, see `WireMutations`; replicas get its frames as they are, and in both forms |
/// | any other letter | one frame in JSON |
///
/// The two lowest bits of the first byte choose the limits. What is decoded is encoded and decoded again, by itself and as a
/// stream; then a list and a replica of sections follow the frames.
package enum WireTarget: FuzzTarget {
    package static let name = "FuzzWire"

    private struct Card: Identifiable, Equatable, Sendable, Codable {
        let id: Int
        var text: String?
    }

    private struct Column: Identifiable, Equatable, Sendable, Codable {
        let id: Int
        var title: String?
    }

    private typealias List = ListSnapshot<Card>
    private typealias Board = SectionedSnapshot<Column, Card>

    package static func run(_ bytes: [UInt8]) throws(Fault) {
        var reader = ByteReader(bytes)
        let first = reader.byte()
        let limits = limits[Int(first & 3)]
        try split(bytes, limits)
        if (UInt8(ascii: "!")...UInt8(ascii: "/")).contains(first) {
            try change(&reader, limits)
            return
        }
        var frames: [WireFrame] = []
        if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            var decoder = FrameDecoder(.binary, limits: limits)
            while !reader.isAtEnd, frames.count < 20 {
                let length = Int(reader.byte())
                let chunk = (0..<length).map { _ in reader.byte() }
                if let frame = try decoded(chunk, &decoder, limits) { frames.append(frame) }
            }
        } else {
            var decoder = FrameDecoder(.json, limits: limits)
            if let frame = try decoded(reader.rest, &decoder, limits) { frames.append(frame) }
        }
        try stream(frames)
        try follow(frames, limits, List.self)
        try follow(frames, limits, Board.self)
    }

    /// Middling ones, those by default, small ones and none.
    private static let limits = [
        WireLimits(bytes: 1 << 16, depth: 12, items: 5_000), WireLimits(),
        WireLimits(bytes: 200, depth: 4, items: 4, state: 80),
        WireLimits(bytes: .max, depth: 200, items: .max, state: .max),
    ]

    /// Reads the bytes as frames behind their lengths: wherever they are cut, the same frames come, and the same error.
    private static func split(_ bytes: [UInt8], _ limits: WireLimits) throws(Fault) {
        func frames(of chunks: [ArraySlice<UInt8>]) -> ([[UInt8]], WireError?) {
            var (decoder, frames) = (LengthPrefixedDecoder(limits: limits), [[UInt8]]())
            do {
                for chunk in chunks {
                    decoder.append(chunk)
                    while let frame = try decoder.next() { frames.append(frame) }
                }
                try decoder.finish()
                return (frames, nil)
            } catch {
                return (frames, error)
            }
        }
        let whole = frames(of: [bytes.dropFirst()])
        guard frames(of: bytes.indices.dropFirst().map { bytes[$0...$0] }) == whole else {
            throw Fault("in single bytes, other frames than \(whole)")
        }
        guard whole.0.allSatisfy({ $0.count <= limits.bytes }) else { throw Fault("a frame above the limit: \(whole)") }
    }

    /// Follows the frames of a right stream that the input changes: as they are, and through both forms.
    private static func change(_ reader: inout ByteReader, _ limits: WireLimits) throws(Fault) {
        let isList = reader.oneIn(2)
        var mutations = WireMutations(reader: reader)
        let frames = mutations.changed(streams[isList ? "list" : "sections"] ?? [])
        say("\(frames)")
        try follow(frames, limits, List.self)
        try follow(frames, limits, Board.self)
        for format in [FrameFormat.json, .binary] {
            var (encoder, decoder) = (FrameEncoder(format), FrameDecoder(format, limits: limits))
            var received: [WireFrame] = []
            for frame in frames {
                for chunk in (try? encoder.encode(frame)) ?? [] {
                    if let frame = try? decoder.decode(chunk) { received.append(frame) }
                }
            }
            try follow(received, limits, List.self)
            try follow(received, limits, Board.self)
        }
    }

    /// The frame; it is the same after it was encoded and decoded again, in both forms.
    private static func decoded(
        _ bytes: [UInt8], _ decoder: inout FrameDecoder, _ limits: WireLimits
    ) throws(Fault) -> WireFrame? {
        guard let frame = try? decoder.decode(bytes) else { return nil }
        let none = WireLimits(bytes: .max, depth: 256, items: .max, state: .max)
        for other in [FrameFormat.json, .binary] {
            guard let again = try? other.decode(other.encode(frame), limits: none) else {
                throw Fault("\(frame) cannot be read again as \(other.name)")
            }
            // Numbers without a fraction are integers in JSON.
            guard other.name == "json" || again == frame else { throw Fault("\(frame) became \(again)") }
        }
        return frame
    }

    /// The frames are the same after they were written and read as a stream, in which shapes are said once.
    private static func stream(_ frames: [WireFrame]) throws(Fault) {
        var (encoder, decoder) = (FrameEncoder(.binary), FrameDecoder(.binary, limits: limits[3]))
        for frame in frames {
            if case .shapes = frame { continue }
            var last: WireFrame?
            do {
                for chunk in try encoder.encode(frame) { last = try decoder.decode(chunk) }
            } catch {
                throw Fault("\(frame) in a stream: \(error)")
            }
            guard last == frame else { throw Fault("\(frame) became \(String(describing: last)) in a stream") }
        }
    }

    /// A replica that follows the frames refuses them or has as many items as they say, and its ids are unique.
    private static func follow<Snapshot: WireSnapshot>(
        _ frames: [WireFrame], _ limits: WireLimits, _ type: Snapshot.Type
    ) throws(Fault) {
        do {
            try SeededExecutor.run(seed: 0) { _ in
                let replica = Replica<Snapshot>(limits: limits)
                var rest = frames[...]
                while !rest.isEmpty {
                    let stream = rest
                    let before = replica.snapshot
                    let taken = Counter()
                    let outcome: Result<EndReason, any Error>
                    do {
                        outcome = .success(try await replica.follow(stream.numbered(taken)))
                    } catch {
                        outcome = .failure(error)
                    }
                    rest = rest.dropFirst(max(1, taken.value))
                    if case .failure(let error) = outcome, !(error is WireError) { throw error }
                    let after = replica.snapshot
                    guard after.itemCount <= limits.items, after.wireSectionCount <= limits.items else {
                        throw Fault("\(after) is larger than the limits")
                    }
                    guard await replica.confirmed == after else { throw Fault("\(after) is not what was confirmed") }
                    if let update = Update(from: before, to: after) {
                        guard (try? update.applied(to: before)) == after else {
                            throw Fault("no step leads to \(after)")
                        }
                    }
                }
            }
        } catch {
            throw Fault("\(type): \(error)")
        }
    }

    package static var seeds: [String: [UInt8]] {
        var seeds: [String: [UInt8]] = [:]
        for (name, frames) in streams {
            var binary: [UInt8] = [UInt8(ascii: "0")]
            var encoder = FrameEncoder(.binary)
            for (number, frame) in frames.enumerated() {
                for bytes in (try? encoder.encode(frame)) ?? [] where bytes.count < 256 {
                    binary += [UInt8(bytes.count)] + bytes
                }
                if let bytes = try? FrameFormat.json.encode(frame) {
                    seeds["\(name)-json-\(number)"] = [UInt8(ascii: "a")] + bytes
                }
            }
            seeds["\(name)-binary"] = binary
            for limits in UInt8(ascii: "!")...UInt8(ascii: "$") {
                seeds["\(name)-changed-\(limits)"] =
                    [limits, name == "list" ? 1 : 0]
                    + (0..<40).map { $0 &* 37 &+ limits }
            }
        }
        return seeds
    }

    /// Streams as a server would send them.
    private static var streams: [String: [WireFrame]] {
        let lists = [[1, 2, 3], [3, 1, 4], [4, 3, 2, 1], []].compactMap { ids in
            try? List(ids.map { Card(id: $0, text: ids.count > 3 ? "é\"\n" : nil) })
        }
        let boards = [[[1], [2, 3]], [[2, 3], [], [1]], [[3, 2, 1]]].compactMap { columns in
            try? Board(
                columns.enumerated().map { index, ids in
                    ItemSection(Column(id: columns.count - index), items: ids.map { Card(id: $0, text: "x") })
                })
        }
        return ["list": stream(lists), "sections": stream(boards)]
    }

    private static func stream<Snapshot: WireSnapshot>(_ states: [Snapshot]) -> [WireFrame] {
        var frames: [WireFrame] = [
            .hello(WireHello(epoch: 1, kind: Snapshot.wireKind, version: nil)), .reset(.first),
        ]
        var (cursor, number) = (WireCursor(), 1 as UInt64)
        while let first = states.first, let groups = try? first.wireGroups(from: &cursor, limit: 2), !groups.isEmpty {
            let count = groups.reduce(0) { $0 + $1.items.count }
            frames.append(
                .part(
                    WirePart(
                        kind: Snapshot.wireKind, version: 1, offset: cursor.offset - count,
                        itemCount: first.itemCount, sectionCount: first.wireSectionCount, groups: groups,
                        isLast: cursor.offset == first.itemCount)))
        }
        for (before, after) in zip(states, states.dropFirst()) {
            if let update = Update(from: before, to: after),
                var changes = try? Snapshot.wireChanges(of: update, base: number, version: number + 1)
            {
                changes.commands = number == 1 ? .named([7, .max]) : .unknown
                frames.append(.changes(changes))
                number += 1
            }
        }
        return frames + [.heartbeat(version: number), .end(.finished, version: number)]
    }
}

/// How many frames were taken from a stream.
private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}

extension ArraySlice where Element == WireFrame {
    /// The frames as a stream that counts what is taken.
    fileprivate func numbered(_ counter: Counter) -> AsyncStream<WireFrame> {
        let rest = Shared(self)
        return AsyncStream {
            counter.add()
            return rest.take()
        }
    }
}

/// Frames that one task after the other takes.
private final class Shared: Sendable {
    private let rest: Mutex<ArraySlice<WireFrame>>

    init(_ frames: ArraySlice<WireFrame>) {
        rest = Mutex(frames)
    }

    func take() -> WireFrame? { rest.withLock { $0.popFirst() } }
}
