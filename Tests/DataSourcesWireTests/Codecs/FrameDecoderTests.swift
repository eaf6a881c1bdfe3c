import DataSources
import DataSourcesWire
import Testing

/// Shapes that a stream has said are never mistaken for others.
struct FrameDecoderTests {
    private func frame(_ fields: [String], version: UInt64) -> WireFrame {
        let item = WireObject(fields.map { ($0, .int(700)) })
        return .changes(
            WireChanges(
                kind: .list, base: version - 1, version: version, itemCount: 1,
                items: WireEdits(insertions: [.init(first: ItemPath(section: 0, item: 0), values: [.object(item)])])))
    }

    @Test func `a format says what it is`() {
        #expect("\(FrameFormat.json)" == "json (application/json)")
        #expect("\(FrameFormat.binary)" == "binary (application/octet-stream)")
    }

    private func code(_ decoder: inout FrameDecoder, _ bytes: [UInt8]) -> WireError.Code? {
        do {
            _ = try decoder.decode(bytes)
            return nil
        } catch {
            return error.code
        }
    }

    /// The chunks of frames with three shapes in turn.
    private func chunks() throws -> [[UInt8]] {
        var encoder = FrameEncoder(.binary)
        var chunks = try encoder.encode(.hello(WireHello(epoch: 1, kind: .list, version: 1)))
        for (number, fields) in [["a"], ["a", "b"], ["a"], ["b"], ["b"], ["a", "b"]].enumerated() {
            chunks += try encoder.encode(frame(fields, version: UInt64(number + 2)))
        }
        return chunks
    }

    @Test func `a stream is read as it was written, and says each shape once`() throws {
        let chunks = try chunks()
        var decoder = FrameDecoder(.binary)
        let frames = try chunks.map { try decoder.decode($0) }
        let steps = [["a"], ["a", "b"], ["a"], ["b"], ["b"], ["a", "b"]].enumerated().map {
            frame($1, version: UInt64($0 + 2))
        }
        #expect(frames.filter { if case .changes = $0 { true } else { false } } == steps)
        let shapes = frames.compactMap { if case .shapes(let shapes) = $0 { shapes } else { nil } }
        #expect(shapes == [[["a"]], [["a"], ["a", "b"]], [["a"], ["a", "b"], ["b"]]])
        // 84 1 base items 0 0 shape 3 and two bytes of each number.
        #expect(chunks.last == [0x84, 3, 6, 1, 0, 0, 0x81, 3, 0xF8, 0x0A, 3, 0xF8, 0x0A])
    }

    @Test func `a stream that misses shapes is refused, and repeated shapes are harmless`() throws {
        let chunks = try chunks()
        for missing in chunks.indices where chunks[missing][0] == 7 {
            var decoder = FrameDecoder(.binary)
            var codes: [WireError.Code] = []
            for (number, chunk) in chunks.enumerated() where number != missing {
                if let code = code(&decoder, chunk) { codes.append(code) }
            }
            #expect(codes.first == .gap, "without \(missing): \(codes)")
            #expect(Set(codes) == [.gap])
        }
        var decoder = FrameDecoder(.binary)
        for chunk in chunks {
            #expect(code(&decoder, chunk) == nil)
            if chunk[0] == 7 { #expect(code(&decoder, chunk) == nil) }
        }
        // A new stream knows nothing.
        #expect(code(&decoder, chunks[0]) == nil)
        #expect(code(&decoder, chunks[chunks.count - 1]) == .gap)
        #expect(throws: WireError.self) { try FrameFormat.binary.decode(chunks[chunks.count - 1]) }
    }

    @Test func `names in nested objects, which may be data, are not kept for the stream`() throws {
        var encoder = FrameEncoder(.binary)
        let item = WireValue.object(["id": .int(1), "votes": .object(["erin": .int(2)])])
        let step = WireChanges(
            kind: .list, base: 1, version: 2, itemCount: 1,
            items: WireEdits(insertions: [.init(first: ItemPath(section: 0, item: 0), values: [item])]))
        _ = try encoder.encode(.changes(step))
        var decoder = FrameDecoder(.binary)
        let frames = try encoder.encode(.changes(step)).map { try decoder.decode($0) }
        #expect(frames == [.shapes([["id", "votes"]]), .changes(step)])
    }

    @Test func `there is an end to the shapes of a stream`() throws {
        var (encoder, decoder) = (FrameEncoder(.binary), FrameDecoder(.binary))
        var shapes = 0
        for number in 0..<200 {
            let frame = frame(["f\(number)"], version: UInt64(number + 2))
            for chunk in try encoder.encode(frame) {
                switch try decoder.decode(chunk) {
                case .shapes(let list): shapes = list.count
                case let decoded: #expect(decoded == frame)
                }
            }
        }
        #expect(shapes == 64)
    }

    @Test func `law 18: long names are said in each frame when those of the shapes have 64 KiB`() throws {
        var (encoder, decoder) = (FrameEncoder(.binary), FrameDecoder(.binary))
        var shapes: [[String]] = []
        for number in 0..<20 {
            let frame = frame([String(repeating: "n", count: 20_000 + number)], version: UInt64(number + 2))
            for chunk in try encoder.encode(frame) {
                switch try decoder.decode(chunk) {
                case .shapes(let list): shapes = list
                case let decoded: #expect(decoded == frame)
                }
            }
        }
        #expect(shapes.map { $0.map(\.utf8.count) } == [[20_000], [20_001], [20_002]])
    }
}
