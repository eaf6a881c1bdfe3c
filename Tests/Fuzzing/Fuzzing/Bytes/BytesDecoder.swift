/// A decoder that draws every value it is asked for from bytes, so that no syntax stands between the bytes and a type.
///
/// | Asked for | Drawn |
/// |---|---|
/// | an integer | see ``ByteReader/number()`` |
/// | a string | the number of its bytes, then these |
/// | whether an array goes on | a byte: not if that is a multiple of eight |
/// | which case an enum has | a byte |
/// | a key | nothing: every key is there, and values follow in the order in which they are asked for |
struct BytesDecoder: Decoder {
    /// The bytes, shared by all containers.
    final class Source {
        var reader: ByteReader

        init(_ reader: ByteReader) {
            self.reader = reader
        }
    }

    let source: Source
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(decoder: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

    fileprivate func string() -> String {
        let count = source.reader.number()
        var bytes: [UInt8] = []
        while bytes.count < count, !source.reader.isAtEnd { bytes.append(source.reader.byte()) }
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate func integer<T: FixedWidthInteger>(_ type: T.Type) -> T {
        T(truncatingIfNeeded: source.reader.number())
    }

    fileprivate func refusal(_ text: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: text))
    }

    // MARK: Containers

    private struct Single: SingleValueDecodingContainer {
        let decoder: BytesDecoder
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { decoder.source.reader.byte() == 0 }
        func decode(_ type: Bool.Type) -> Bool { decoder.source.reader.byte() & 1 == 1 }
        func decode(_ type: String.Type) -> String { decoder.string() }
        /// One number stands for NaN, and so that all others can be written again, they are not too large.
        func decode(_ type: Double.Type) -> Double {
            let number = decoder.source.reader.number()
            return number == .min ? .nan : Double(number % (1 << 40))
        }
        func decode(_ type: Float.Type) -> Float { Float(decoder.source.reader.number()) }
        func decode(_ type: Int.Type) -> Int { decoder.source.reader.number() }
        func decode(_ type: Int8.Type) -> Int8 { decoder.integer(type) }
        func decode(_ type: Int16.Type) -> Int16 { decoder.integer(type) }
        func decode(_ type: Int32.Type) -> Int32 { decoder.integer(type) }
        func decode(_ type: Int64.Type) -> Int64 { decoder.integer(type) }
        func decode(_ type: UInt.Type) -> UInt { decoder.integer(type) }
        func decode(_ type: UInt8.Type) -> UInt8 { decoder.integer(type) }
        func decode(_ type: UInt16.Type) -> UInt16 { decoder.integer(type) }
        func decode(_ type: UInt32.Type) -> UInt32 { decoder.integer(type) }
        func decode(_ type: UInt64.Type) -> UInt64 { decoder.integer(type) }
        func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: decoder) }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let decoder: BytesDecoder
        var codingPath: [any CodingKey] { [] }
        var count: Int? { nil }
        var currentIndex = 0

        init(decoder: BytesDecoder) {
            self.decoder = decoder
            isAtEnd = Self.ends(decoder)
        }

        private(set) var isAtEnd: Bool

        private static func ends(_ decoder: BytesDecoder) -> Bool { decoder.source.reader.byte() % 8 == 0 }

        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            if isAtEnd { throw decoder.refusal("there is no further element") }
            defer { isAtEnd = Self.ends(decoder) }
            currentIndex += 1
            return try T(from: decoder)
        }

        mutating func decodeNil() -> Bool { decoder.source.reader.byte() == 0 }

        mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw decoder.refusal("containers in arrays are not drawn")
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            throw decoder.refusal("containers in arrays are not drawn")
        }

        mutating func superDecoder() -> any Decoder { decoder }
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: BytesDecoder
        var codingPath: [any CodingKey] { [] }

        /// The case of an enum.
        var allKeys: [Key] {
            let keys = EnumCases.keys(Key.self)
            return keys.isEmpty ? [] : [keys[Int(decoder.source.reader.byte()) % keys.count]]
        }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { decoder.source.reader.byte() == 0 }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try T(from: decoder) }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedDecodingContainer<Nested> {
            decoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { decoder.unkeyedContainer() }
        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) -> any Decoder { decoder }
    }
}

/// The keys by which enums write their cases.
enum EnumCases {
    private static let names = [
        "insert", "remove", "move", "update", "upsert", "removeID", "insertSection", "removeSection", "moveSection",
        "updateSection", "insertItem", "removeItem", "moveItem", "updateItem", "upsertItem", "removeItemID",
    ]

    static func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
        names.compactMap { Key(stringValue: $0) }
    }
}
