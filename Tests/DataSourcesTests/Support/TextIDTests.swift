import DataSources
import Foundation
import Testing

struct TextIDTests {
    @Test func `an id is made from a literal, an interpolation, a string or a part of one`() {
        let id: TextID = "card 7"
        #expect(id == "card \(7)")
        #expect(id == TextID("card 7"))
        #expect(id == TextID("a card 7"[...].dropFirst(2)))
        #expect(String(id) == "card 7")
        #expect(id.text == "card 7")
        #expect("\(id)" == "card 7")
        #expect(String(reflecting: TextID("a\n")) == #""a\n""#)
    }

    @Test func `it is encoded as a plain string, byte for byte, and as the key of an object`() throws {
        struct Row: Codable, Equatable {
            let id: TextID
            var parent: TextID?
        }
        let rows = [Row(id: "caf\u{E9}"), Row(id: "cafe\u{301}", parent: "a\0b")]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(rows)
        let text = "[{\"id\":\"caf\u{E9}\"},{\"id\":\"cafe\u{301}\",\"parent\":\"a\\u0000b\"}]"
        #expect(Array(data) == Array(text.utf8))
        #expect(try JSONDecoder().decode([Row].self, from: data) == rows)
        let counts: [TextID: Int] = ["caf\u{E9}": 1]
        #expect(String(decoding: try JSONEncoder().encode(counts), as: UTF8.self).hasPrefix("{"))
        #expect(try JSONDecoder().decode([TextID: Int].self, from: JSONEncoder().encode(counts)) == counts)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([TextID].self, from: Data("[7]".utf8)) }
    }

    @Test func `ids in a composite key do not run into each other`() {
        let pairs = [("ab", "c"), ("a", "bc"), ("", "abc"), ("abc", "")].map { [TextID($0), TextID($1)] }
        #expect(Set(pairs).count == 4)
        #expect(Set(pairs.map(\.hashValue)).count == 4)
    }

    @Test func `order is that of bytes: of several accents, lengths and signs`() {
        let ids: [TextID] = ["b", "\u{E9}", "", "e\u{301}", "a\0", "a", "Z", "\u{1F642}", "\u{FFFF}", "aa"]
        #expect(ids.sorted() == ["", "Z", "a", "a\0", "aa", "b", "e\u{301}", "\u{E9}", "\u{FFFF}", "\u{1F642}"])
    }
}
