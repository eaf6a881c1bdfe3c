import DataSources
import DataSourcesWire
import Testing

/// Law 18: values on the wire are equal if their bytes are.
struct ByteEqualityLaws {
    /// é as one scalar and as two: `String` takes them for equal.
    private static let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
    /// Equivalent, and of the same length in UTF-8.
    private static let (sign, ring) = ("\u{212b}", "A\u{30a}")

    /// `==` compares the bytes of the text.
    private struct Word: Identifiable, Codable, Sendable, Equatable {
        var id = 1
        var text: String
        var note: String? = "a note, so that a patch is shorter than the whole item"

        static func == (left: Word, right: Word) -> Bool {
            left.id == right.id && left.text.utf8.elementsEqual(right.text.utf8) && left.note == right.note
        }
    }

    /// A replica's item after a source's item has changed, over a format.
    private func replicated<Item: Identifiable & Codable & Equatable & Sendable>(
        _ before: Item, _ after: Item, _ format: FrameFormat
    ) throws -> Item? where Item.ID: Sendable {
        typealias Snapshot = ListSnapshot<Item>
        let storage = Snapshot.Storage()
        var (encoder, decoder) = (FrameEncoder(format), FrameDecoder(format))
        let states = try [Snapshot(), Snapshot([before]), Snapshot([after])]
        for (old, new) in zip(states, states.dropFirst()) {
            let update = try #require(Update(from: old, to: new))
            let frame = WireFrame.changes(try Snapshot.wireChanges(of: update, base: 0, version: 1))
            for chunk in try encoder.encode(frame) {
                if case .changes(let changes) = try decoder.decode(chunk) { try storage.apply(changes) }
            }
        }
        return storage.snapshot.first
    }

    @Test(arguments: [FrameFormat.json, .binary])
    func `law 18: a text that becomes an equivalent one arrives`(format: FrameFormat) throws {
        for (old, new) in [(Self.composed, Self.decomposed), (Self.decomposed, Self.composed), (Self.sign, Self.ring)] {
            let item = try replicated(Word(text: old), Word(text: new), format)
            #expect(item == Word(text: new), "\(old.utf8.count) bytes")
        }
    }

    @Test(arguments: [FrameFormat.json, .binary])
    func `law 18: keys that are equivalent are two keys`(format: FrameFormat) throws {
        /// A dictionary whose keys are compared by their bytes.
        struct Glossary: Identifiable, Codable, Sendable, Equatable {
            struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }

            var id = 1
            let words: [[UInt8]: Int]

            init(_ words: [(String, Int)]) {
                self.words = Dictionary(uniqueKeysWithValues: words.map { (Array($0.0.utf8), $0.1) })
            }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                var words: [[UInt8]: Int] = [:]
                for key in container.allKeys where key.stringValue != "id" {
                    words[Array(key.stringValue.utf8)] = try container.decode(Int.self, forKey: key)
                }
                self.words = words
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(id, forKey: Key(stringValue: "id"))
                for (word, count) in words.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                    try container.encode(count, forKey: Key(stringValue: String(decoding: word, as: UTF8.self)))
                }
            }
        }
        // Few keys, which are compared, and many, which are hashed.
        for count in [0, 20] {
            let many = (0..<count).map { ("word \($0)", $0) }
            let before = Glossary(many + [(Self.composed, 1), (Self.sign, 3)])
            let after = Glossary(many + [(Self.decomposed, 1), (Self.composed, 2), (Self.ring, 3)])
            #expect(try replicated(before, after, format) == after)
            #expect(try replicated(after, before, format) == before)
        }
    }

    @Test func `law 18: values, objects and patches are equal, and hash equal, if their bytes are`() throws {
        let values: [WireValue] = [
            .string(Self.composed), .string(Self.decomposed), .string(Self.sign), .string(Self.ring), .int(1), .uint(1),
            .double(1), .double(0), .double(-0.0), .int(0), .double(.nan),
            .double(.init(bitPattern: 0x7FF8_0000_0000_0001)),
            .object(WireObject([(Self.composed, .int(1))])), .object(WireObject([(Self.decomposed, .int(1))])),
            .array([.string(Self.composed)]), .array([.string(Self.decomposed)]), .bool(false), .null,
        ]
        for (number, value) in values.enumerated() {
            for (other, another) in values.enumerated() { #expect((value == another) == (number == other)) }
        }
        #expect(Set(values).count == values.count)
        let removals = [Self.composed, Self.decomposed].map { WirePatch.fields([:], removed: [$0]) }
        #expect(removals[0] != removals[1])
        // One of two equivalent fields is removed.
        let both = WireObject([(Self.composed, .int(1)), (Self.decomposed, .int(2))])
        #expect(both.fields.count == 2)
        let rest = try removals[0].applied(to: .object(both))
        #expect(rest == .object(WireObject([(Self.decomposed, .int(2))])))
    }

    @Test(arguments: [FrameFormat.json, .binary])
    func `law 18: numbers keep their bits`(format: FrameFormat) throws {
        struct Sample: Identifiable, Codable, Sendable, Equatable {
            var id = 1
            var value: Double
            var integer: Int64 = 0
            static func == (left: Sample, right: Sample) -> Bool {
                left.value.bitPattern == right.value.bitPattern && left.integer == right.integer
            }
        }
        for (old, new) in [(0.0, -0.0), (-0.0, 0.0), (1, 1.5), (1.5, 1)] {
            #expect(try replicated(Sample(value: old), Sample(value: new), format) == Sample(value: new))
        }
        // Beyond 2^53, where JavaScript's numbers have gaps.
        for integer in [1 << 53 + 1, Int64.max, .min, .max - 1] {
            let sample = Sample(value: 0, integer: integer)
            #expect(
                try replicated(Sample(value: 0, integer: integer - (integer < 0 ? -1 : 1)), sample, format) == sample)
        }
    }

    @Test func `a zero with a sign is a double in JSON`() throws {
        let frames = try ["-0", "-0.0", "0", "-00"].map { text in
            try FrameFormat.json.decode(Array(#"{"v":[1,1],"in":[0,{"a":\#(text),"b":\#(text) }]}"#.utf8))
        }
        let values = frames.map { frame -> WireValue? in
            guard case .changes(let changes) = frame,
                case .object(let object)? = changes.items.insertions.first?.values[0]
            else { return nil }
            #expect(object["a"] == object["b"])
            return object["a"]
        }
        #expect(values == [.double(-0.0), .double(-0.0), .int(0), .double(-0.0)])
    }

    @Test func `an item is sent if it differs by ==, and of it the fields that are encoded differently`() throws {
        /// `==` ignores a field that is encoded, and compares one that is not.
        struct Odd: Identifiable, Codable, Sendable, Equatable {
            var id = 1
            var title = "a title, so that a patch is shorter than the whole item"
            var ignored = 0
            var private_ = 0
            enum CodingKeys: CodingKey { case id, title, ignored }
            static func == (left: Odd, right: Odd) -> Bool {
                left.id == right.id && left.title == right.title && left.private_ == right.private_
            }
        }
        typealias Snapshot = ListSnapshot<Odd>
        var other = Odd()
        other.ignored = 1
        #expect(try Update(from: Snapshot([Odd()]), to: Snapshot([other])) == nil)
        // With something that `==` compares, the field is sent too, though nothing else that is encoded differs.
        other.private_ = 1
        let update = try #require(try Update(from: Snapshot([Odd()]), to: Snapshot([other])))
        let changes = try Snapshot.wireChanges(of: update, base: 0, version: 1)
        #expect(changes.items.updates.map(\.patch) == [.fields(["ignored": 1], removed: [])])
        // The replica's item is equal to what it becomes, and so stays.
        #expect(try replicated(Odd(), other, .json)?.ignored == 0)
        other.title += "!"
        let item = try #require(try replicated(Odd(), other, .json))
        #expect((item.title, item.ignored, item.private_) == (other.title, 1, 0))
    }
}
