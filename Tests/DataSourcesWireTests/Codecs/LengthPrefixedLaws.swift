import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Frames behind their lengths are read as they were written, however the bytes are cut, and no bytes trap or allocate.
struct LengthPrefixedLaws {
    /// What comes out of a stream: whole frames, and then an error if there is one.
    struct Outcome: Equatable {
        var frames: [[UInt8]] = []
        var error: WireError?
    }

    /// Pushes chunks, and takes all frames after each.
    private func outcome(_ chunks: [some Sequence<UInt8>], _ limits: WireLimits) -> Outcome {
        var decoder = LengthPrefixedDecoder(limits: limits)
        var outcome = Outcome()
        do {
            for chunk in chunks {
                decoder.append(chunk)
                while let frame = try decoder.next() { outcome.frames.append(frame) }
            }
            try decoder.finish()
        } catch {
            outcome.error = error
        }
        return outcome
    }

    /// Reads what a sequence gives, to its end.
    private func outcome(_ frames: some AsyncSequence<[UInt8], any Error>) async throws -> Outcome {
        var outcome = Outcome()
        var iterator = frames.makeAsyncIterator()
        do {
            while let frame = try await iterator.next(isolation: #isolation) { outcome.frames.append(frame) }
        } catch let error as WireError {
            outcome.error = error
        }
        let more = try await iterator.next(isolation: #isolation)
        #expect(more == nil, "nothing comes after the end or an error")
        return outcome
    }

    /// Reads the bytes in one piece, byte by byte, and cut at random; through a decoder and through sequences.
    private func expect(
        _ expected: Outcome, of bytes: [UInt8], _ limits: WireLimits, _ random: inout Random
    ) async throws {
        #expect(outcome([bytes], limits) == expected)
        #expect(outcome(bytes.map { CollectionOfOne($0) }, limits) == expected)
        for most in [2, 7, 40, 1_000] {
            let pieces = random.pieces(of: bytes, most: most)
            #expect(outcome(pieces, limits) == expected)
            let frames = AsyncStream(pieces).lengthPrefixedFrames(limits: limits)
            #expect(try await outcome(frames) == expected)
        }
        #expect(try await outcome(AsyncStream(bytes).lengthPrefixedFrames(limits: limits)) == expected)
    }

    @Test(arguments: seeds(30))
    func `random frames, cut anywhere, come out as they were written`(seed: UInt64) async throws {
        var random = Random(seed: seed)
        let frames = random.frames(most: 20, length: [3, 30, 2_000][random.below(3)])
        let bytes = frames.flatMap { Framing.lengthPrefixed.framed($0) }
        let limits = WireLimits(bytes: frames.map(\.count).max() ?? 0)
        try await expect(Outcome(frames: frames), of: bytes, limits, &random)
    }

    @Test(arguments: seeds(30))
    func `a stream that ends within a frame gives the frames before, and then an error`(seed: UInt64) async throws {
        var random = Random(seed: seed)
        let before = random.frames(most: 5, length: 20)
        let whole = Framing.lengthPrefixed.framed(random.bytes(1 + random.below(50)))
        let count = 1 + random.below(whole.count - 1)
        let place =
            count < 4
            ? "the length of a frame, after \(count) of 4" : "a frame, after \(count - 4) of \(whole.count - 4)"
        let error = WireError(.disconnected, "the stream has ended within \(place) bytes")
        let bytes = before.flatMap { Framing.lengthPrefixed.framed($0) } + whole.prefix(count)
        try await expect(Outcome(frames: before, error: error), of: bytes, WireLimits(), &random)
    }

    @Test(arguments: seeds(100))
    func `law 15: any bytes give the same frames and the same error, wherever they are cut`(seed: UInt64) async throws {
        var random = Random(seed: seed)
        var bytes: [UInt8] = []
        for _ in 0..<random.below(20) {
            // Lengths that are likely to fit, and anything else.
            if random.below(8) > 0 { bytes += [0, 0, 0, UInt8(random.below(40))] }
            bytes += random.bytes(random.below(40))
        }
        let limits = WireLimits(bytes: [0, 1, 30, 300][random.below(4)])
        let expected = outcome([bytes], limits)
        #expect(expected.frames.allSatisfy { $0.count <= limits.bytes })
        #expect(expected.frames.reduce(0) { $0 + 4 + $1.count } <= bytes.count)
        try await expect(expected, of: bytes, limits, &random)
    }

    @Test func `a length above the limit is refused at once, with both and with what to do`() throws {
        let limits = WireLimits(bytes: 300)
        #expect(outcome([[0, 0, 1, 44] + [UInt8](repeating: 7, count: 300)], limits).frames.map(\.count) == [300])
        var decoder = LengthPrefixedDecoder(limits: limits)
        decoder.append([0, 0, 0, 2, 8, 9, 0, 0, 1, 45])
        #expect(try decoder.next() == [8, 9])
        let error = try #require(throws: WireError.self) { try decoder.next() }
        #expect(error.code == .tooLarge)
        #expect(error.message.hasPrefix("a frame of 301 bytes exceeds the limit of 300. Raise `bytes` of the `Wire"))
        // It does not go on in the middle of a frame.
        decoder.append([0, 0, 0, 1, 5])
        #expect(throws: error) { try decoder.next() }
        #expect(throws: error) { try decoder.finish() }
        #expect(outcome([[0xFF, 0xFF, 0xFF, 0xFF]], WireLimits(bytes: .max)).error?.code == .disconnected)
    }

    @Test func `text in the place of a length is no length`() {
        for text in ["HTTP/1.1 200 OK", "{\"hello\":2}", "data: {}", "id: 7-4\n"] {
            let error = outcome([Array(text.utf8)], WireLimits()).error
            #expect(error?.code == .misframed)
            #expect(error?.message.hasPrefix("the text \"\(text.prefix(4))\" is in the place of a length") == true)
        }
    }

    @Test func `frames without bytes, and none at all`() throws {
        #expect(outcome([[0, 0, 0, 0, 0], [0, 0, 0]], WireLimits(bytes: 0)) == Outcome(frames: [[], []]))
        #expect(outcome([[], []] as [[UInt8]], WireLimits()) == Outcome())
    }

    @Test func `law 15: memory is held for bytes that have arrived, up to the limit`() throws {
        let limits = WireLimits(bytes: 100_000)
        var decoder = LengthPrefixedDecoder(limits: limits)
        // A frame of the greatest length is announced.
        decoder.append([0, 1, 0x86, 0xA0])
        #expect(try decoder.next() == nil)
        #expect(decoder.capacity < 100)
        var arrived = 0
        while arrived < 99_999 {
            decoder.append([UInt8](repeating: 1, count: min(999, 99_999 - arrived)))
            arrived = min(arrived + 999, 99_999)
            #expect(try decoder.next() == nil)
            // Twice what has arrived, at most the frame; and the last chunk, in memory that grows by doubling.
            #expect(decoder.capacity <= min(2 * arrived, limits.bytes) + 2 * 999 + 200, "\(arrived)")
        }
        decoder.append([2])
        #expect(try decoder.next()?.count == 100_000)
        // Large chunks are let go.
        decoder.append([UInt8](repeating: 0, count: 4_000_000))
        while try decoder.next() != nil {}
        decoder.append([0])
        #expect(decoder.capacity < 100)
    }

    @Test func `a large frame in single bytes and half a million frames in a chunk take linear time`() throws {
        // Quadratic work would take minutes.
        let time = try ContinuousClock().measure {
            let large = [UInt8](repeating: 5, count: 1 << 19)
            let bytes = Framing.lengthPrefixed.framed(large)
            #expect(outcome(bytes.map { CollectionOfOne($0) }, WireLimits()) == Outcome(frames: [large]))

            var decoder = LengthPrefixedDecoder()
            decoder.append(Array(repeatElement([0, 0, 0, 1, 9] as [UInt8], count: 1 << 19).joined()))
            var count = 0
            // The chunk is not taken as a whole before the next one comes.
            while let frame = try decoder.next() {
                count += frame.count
                if count <= 1 << 19 { decoder.append([0, 0, 0, 1, 9]) }
            }
            #expect(count == 2 << 19)
        }
        #expect(time < .seconds(60))
    }
}

extension Random {
    fileprivate mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(below(256)) }
    }

    fileprivate mutating func frames(most: Int, length: Int) -> [[UInt8]] {
        (0..<below(most + 1)).map { _ in bytes(below(length + 1)) }
    }

    /// The bytes in pieces, some of them empty.
    fileprivate mutating func pieces(of bytes: [UInt8], most: Int) -> [ArraySlice<UInt8>] {
        var (pieces, rest) = ([ArraySlice<UInt8>](), bytes[...])
        while !rest.isEmpty {
            let count = below(most + 1)
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
