import Testing

import DataSources

/// The hash of strings: equal strings have equal hashes, and others rarely do.
struct TextHashTests {
    private static let seed: (UInt64, UInt64) = (0x1234_5678_9ABC_DEF1, 0x0FED_CBA9_8765_4321)

    private static func hash(_ text: String) -> UInt64? {
        Array(text.utf8).withUnsafeBufferPointer { hashOfASCII($0, seed) }
    }

    @Test func `every byte counts, at every length`() {
        var seen: Set<UInt64> = []
        var texts = 0
        for length in 0..<70 {
            let base = Array(repeating: UInt8(ascii: "a"), count: length)
            for place in -1..<length {
                var bytes = base
                if place >= 0 { bytes[place] = UInt8(ascii: "b") }
                let value = bytes.withUnsafeBufferPointer { hashOfASCII($0, Self.seed) }
                if let value { seen.insert(value) }
                texts += 1
            }
        }
        #expect(seen.count == texts)
    }

    @Test func `numbers and UUIDs as text are spread over all bits`() {
        let texts = (0..<20_000).map { "\($0)" } + (0..<20_000).map { "row-\($0 * 65_536)-of-a-longer-name" }
        let values = texts.compactMap(Self.hash)
        #expect(Set(values).count == texts.count)
        for bit in 0..<64 {
            let ones = values.count { $0 >> UInt64(bit) & 1 == 1 }
            #expect(abs(ones - values.count / 2) < 1_000, "bit \(bit)")
        }
    }

    @Test func `text that is not all ASCII has no such hash, wherever the other character is`() {
        for length in 0..<40 {
            for place in 0...length {
                var text = String(repeating: "x", count: length)
                text.insert("é", at: text.index(text.startIndex, offsetBy: place))
                #expect(Self.hash(text) == nil, "\(text)")
            }
        }
    }

    @Test func `equal strings have one hash, however they are stored and composed`() {
        let hash = IdentityHash<String>()
        let pairs = [
            ("é", "e\u{301}"), ("caf\u{E9} number 5 of many", "cafe\u{301} number 5 of many"), ("", ""),
            (String("a longer text, cut out"[...].dropFirst(2)), "longer text, cut out"),
            (String(decoding: Array("decoded from bytes".utf8), as: UTF8.self), "decoded from bytes"),
            ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("273 K; a unit", "273 \u{212A}\u{37E} a unit"),
            ("é K", "e\u{301} \u{212A}"),
        ]
        for (left, right) in pairs {
            #expect(left == right && hash.value(of: left) == hash.value(of: right), "\(left)")
        }
    }

    @Test func `law 10: an id that is equivalent to another one is a duplicate, outside of ASCII too`() throws {
        struct Unit: Identifiable, Equatable, Sendable {
            let id: String
        }
        for (left, right) in [("K", "\u{212A}"), ("\u{37E}", ";"), ("a`", "a\u{1FEF}"), ("é", "e\u{301}")] {
            #expect(throws: EditError.self) { try ListSnapshot([Unit(id: left), Unit(id: right)]) }
            var draft = try ListDraft((0..<40).map { Unit(id: "u\($0)") } + [Unit(id: left)])
            #expect(draft.position(of: right) == 40)
            #expect(throws: EditError.self) { try draft.append(Unit(id: right)) }
        }
    }

    @Test func `no other character is equivalent to one of ASCII`() {
        let hash = IdentityHash<String>()
        let ascii = Set((0..<128).map { String(Character(Unicode.Scalar(UInt8($0)))) })
        var found = 0
        for scalar in (0x80...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap({ Unicode.Scalar($0) }) {
            let text = String(Character(scalar))
            guard ascii.contains(text), let equal = ascii.first(where: { $0 == text }) else { continue }
            found += 1
            #expect(hash.value(of: equal) == hash.value(of: text))
        }
        #expect(found == 3)
    }
}
