import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Law 15: no bytes trap, hang or allocate much.
struct HostileBytesTests {
    @Test(arguments: seeds(60))
    func `law 15: bytes that were changed in transit give a frame or an error`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let before = random.board(columns: 4, cards: 80)
        let after = random.board(columns: 4, cards: 80)
        guard let update = Update(from: before, to: after) else { return }
        let frame = WireFrame.changes(try Board.wireChanges(of: update, base: 1, version: 2))
        for format in [FrameFormat.json, .binary] {
            let bytes = try format.encode(frame)
            for turn in 0..<50 {
                // Also as a client reads it that knows shapes.
                var (encoder, decoder) = (FrameEncoder(format), FrameDecoder(format))
                var changed = bytes
                if !turn.isMultiple(of: 2) {
                    _ = try encoder.encode(frame)
                    for chunk in try encoder.encode(frame) {
                        changed = chunk
                        if chunk.first == 7 { _ = try decoder.decode(chunk) }
                    }
                }
                for _ in 0..<1 + random.below(3) {
                    let position = random.below(changed.count)
                    switch random.below(4) {
                    case 0: changed[position] = UInt8(random.below(256))
                    case 1: changed.remove(at: position)
                    case 2: changed.insert(UInt8(random.below(256)), at: position)
                    default: changed.removeSubrange(position...)
                    }
                    if changed.isEmpty { break }
                }
                guard let decoded = try? decoder.decode(changed), case .changes(let changes) = decoded else { continue }
                let storage = Board.Storage()
                try storage.fill(before)
                // It fits or it does not; either way the storage is whole.
                if (try? storage.apply(changes)) == nil { #expect(storage.snapshot == before) }
            }
        }
    }

    @Test(arguments: [
        "", "{", "[", "{\"v\":[1,2,1]", "nul", "{\"v\":[1]}",
        "{\"v\":[1,[2]]}", "{\"v\":[1,[2,3,4]]}", "{\"v\":[[1],2]}", "{\"v\":[1,2],\"k\":3}",
        "{\"v\":[1,2],\"k\":false}", "{\"v\":[1,2],\"k\":[4294967296]}", "{\"v\":[1,2],\"k\":[-1]}",
        "{\"v\":[1,2],\"rm\":[0,0]}", "{\"v\":[1,2],\"rm\":[0,1,2]}", "{\"v\":[1,2],\"rm\":[0,[1]]}",
        "{\"v\":[1,2],\"in\":[0,[]]}", "{\"v\":[1,2],\"in\":[0]}", "{\"v\":[1,2],\"up\":[0]}",
        "{\"shapes\":3}", "{\"shapes\":[3]}", "{\"shapes\":[[\"a\",1]]}",
        "{\"v\":[0,1,1e999]}",
        "{\"v\":[1,2,99999999999]}", "{\"v\":[1,2,-1]}", "{\"v\":[1,2,0],\"rm\":[[0,0]]}",
        "{\"v\":[1,2,0],\"rm\":[[0,9223372036854775807]]}", "{\"v\":[1,2,0],\"in\":[[0,[]]]}",
        "{\"v\":[1,2,0],\"up\":[[0]]}", "{\"hello\":4,\"epoch\":\"1\",\"kind\":\"list\"}", "{\"hello\":1}",
        "{\"reset\":\"boredom\"}", "{\"beat\":-4}", "\"\\ud800\"", "{\"end\":\"x\"} ", "{} {}", "{\"part\":3}", "1",
        "{\"s\":1,\"v\":1,\"at\":0,\"n\":0,\"part\":[[1,2,3]]}",
    ])
    func `law 15: text that is no frame is an error`(text: String) {
        #expect(throws: WireError.self) { try FrameFormat.json.decode(Array(text.utf8)) }
    }

    @Test func `law 15: nesting, length and counts are limited before they are read`() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect { try FrameFormat.json.decode(Array(deep.utf8)) } throws: { ($0 as? WireError)?.code == .tooLarge }
        let limits = WireLimits(bytes: 10)
        #expect { try FrameFormat.json.decode(Array(repeating: 0x20, count: 11), limits: limits) } throws: {
            ($0 as? WireError)?.code == .tooLarge
        }
        // Frames that claim 2^40 names, shapes, items, and values in an item.
        let huge: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x20]
        for start: [UInt8] in [
            [3], [4], [4, 0], [4, 0, 0, 0, 1, 1], [3, 0, 0, 2, 1, 0, 0, 0], [3, 0, 0, 2, 1, 0, 1, 0, 1, 1, 7],
        ] {
            #expect(throws: WireError.self) { try FrameFormat.binary.decode(start + huge) }
        }
        // A shape of all names, and objects of it, nested without end.
        var nested: [UInt8] = [3, 1, 1, 0x61, 1, 1, 0, 2, 1, 0, 1, 0, 1, 1]
        nested += Array(repeating: 0x80, count: 100_000)
        #expect { try FrameFormat.binary.decode(nested) } throws: { ($0 as? WireError)?.code == .tooLarge }
    }

    @Test func `law 15: shapes are limited in number and names, and flags are known`() throws {
        func code(_ bytes: [UInt8]) -> WireError.Code? {
            do {
                _ = try FrameFormat.binary.decode(bytes)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code([7, 64] + [UInt8](repeating: 0, count: 64)) == nil)
        #expect(code([7, 65] + [UInt8](repeating: 0, count: 65)) == .tooLarge)
        let name: [UInt8] = [1, 0x61]
        #expect(code([7, 1, 0x80, 8] + Array(repeatElement(name, count: 1_024).joined())) == nil)
        #expect(code([7, 1, 0x81, 8] + Array(repeatElement(name, count: 1_025).joined())) == .tooLarge)
        #expect(code([7, 2, 0x80, 8] + Array(repeatElement(name, count: 1_024).joined()) + [1] + name) == .tooLarge)
        let long = [UInt8](repeating: 0x61, count: 1 << 16)
        #expect(code([7, 1, 1, 0x80, 0x80, 4] + long) == nil)
        #expect(code([7, 1, 1, 0x81, 0x80, 4] + long + [0x61]) == .tooLarge)
        // A list with changes of sections, an unknown flag, commands that are not there.
        for bytes: [UInt8] in [
            [0x90, 2, 0, 1, 0], [0x90, 16, 1, 0], [0x90, 12, 1, 0, 0], [0x90, 4, 1, 0, 1, 9, 9, 9],
        ] {
            #expect(code(bytes) == .malformed)
        }
        #expect(code([0x90, 0, 1, 0]) == nil)
        let huge: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x20]
        for start: [UInt8] in [[7], [7, 1], [0x84], [0xA4, 0], [0x90, 4, 1, 1], [0x81, 1, 1], [0x84, 0, 1, 1]] {
            #expect(code(start + huge) != nil)
        }
    }

    @Test func `law 15: a number of more than 64 bits is an error`() throws {
        let ones = [UInt8](repeating: 0xFF, count: 9)
        #expect(try FrameFormat.binary.decode([5] + ones + [1]) == .heartbeat(version: .max))
        for rest: [UInt8] in [[2], [0x7F], [0x81, 0], [0x80, 1], [0x80, 0x80, 0x80, 1]] {
            #expect(throws: WireError.self) { try FrameFormat.binary.decode([5] + ones + rest) }
        }
    }

    @Test func `law 15: integers near others stay within 64 bits, and are near one of the same field`() throws {
        let numbers: [Int64] = [
            .min, .min + 15, .max, .max - 16, .max, 0, -1, -16, -17, 31, 32, 33, 16, 17, 47, 63, 31, 47,
        ]
        let items = numbers.map { WireValue.object(["a": .int($0), "b": .int($0 &* 3), "c": .array([.int($0)])]) }
        let part = WirePart(
            kind: .list, version: 1, offset: 0, itemCount: items.count, sectionCount: 0,
            groups: [WirePart.Group(header: nil, items: items)], isLast: true)
        let bytes = try FrameFormat.binary.encode(.part(part))
        #expect(try FrameFormat.binary.decode(bytes) == .part(part))
        // One name and one shape of it; then objects with these fields.
        let start: [UInt8] = [3, 1, 1, 0x61, 1, 1, 0, 2, 1, 0, 2, 0, 1]
        let greatest: [UInt8] = [0x80, 3, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]
        for rest: [UInt8] in [
            [1, 0x80, 0xF1], [2] + greatest + [0x80, 0xF1], [1, 0xF1], [2, 0x80, 0x40, 0x80, 0xF0],
        ] {
            #expect(throws: WireError.self) { try FrameFormat.binary.decode(start + rest) }
        }
        #expect(throws: Never.self) { try FrameFormat.binary.decode(start + [2] + greatest + [0x80, 0xEF]) }
    }

    @Test(arguments: seeds(100))
    func `law 15: random bytes are an error in the binary form, or a frame`(seed: UInt64) {
        var random = Random(seed: seed)
        for kind: UInt8 in Array(0...8) + Array(0x80...0xFF) {
            let bytes = [kind] + (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
            _ = try? FrameFormat.binary.decode(bytes)
        }
    }

    @Test func `an object with many names is read in linear time`() throws {
        let count = 100_000
        let text = "{\"v\":[1,2,0]," + (0..<count).map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}"
        let clock = ContinuousClock()
        let time = clock.measure { _ = try? FrameFormat.json.decode(Array(text.utf8)) }
        // Quadratic work would take minutes.
        #expect(time < .seconds(20))
    }
}
