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
        ]
        for (left, right) in pairs {
            #expect(left == right && hash.value(of: left) == hash.value(of: right), "\(left)")
        }
    }
}
