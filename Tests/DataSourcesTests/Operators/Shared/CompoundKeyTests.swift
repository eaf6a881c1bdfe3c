import DataSources
import Foundation
import Testing

struct CompoundKeyTests {
    private typealias Key = CompoundKey<Int, Double, String>

    private static let keys: [Key] = [1, 2].flatMap { number in
        [0.5, 7, .nan].flatMap { part in ["a", "b"].map { Key(number, part, $0) } }
    }

    @Test func `keys are equal if all components are, and NaN is one of them`() {
        for (place, key) in Self.keys.enumerated() {
            for (other, key2) in Self.keys.enumerated() {
                #expect((key == key2) == (place == other))
            }
        }
        let (nan, other) = (Key(1, .nan, "a"), Key(1, Double(nan: 5, signaling: false), "a"))
        #expect(nan == other && nan.hashValue == other.hashValue)
        #expect(Set(Self.keys + Self.keys).count == Self.keys.count)
    }

    @Test func `the first component that differs decides the order, and NaN is last`() {
        // The keys are listed in their order.
        for (place, key) in Self.keys.enumerated() {
            for (other, key2) in Self.keys.enumerated() { #expect((key < key2) == (place < other)) }
        }
        #expect(Self.keys.shuffled().sorted() == Self.keys)
    }

    @Test func `its parts can be read, printed and encoded`() throws {
        let key = Key(3, 0.5, "x")
        #expect(key.components.2 == "x" && "\(key)" == "3, 0.5, x")
        let data = try JSONEncoder().encode(key)
        #expect(String(decoding: data, as: UTF8.self) == #"[3,0.5,"x"]"#)
        #expect(try JSONDecoder().decode(Key.self, from: data) == key)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Key.self, from: Data("[3,0.5]".utf8)) }
        #expect(CompoundKey<Int?, Int>(nil, 1) != CompoundKey(1, 1))
    }
}
