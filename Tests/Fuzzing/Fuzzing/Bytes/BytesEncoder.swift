/// Writes values in the form that ``BytesDecoder`` draws them from: seeds, and what is changed by a few bytes.
struct BytesEncoder: Encoder {
    /// The bytes, shared by all containers.
    final class Sink {
        var writer = ByteWriter()
    }

    let sink = Sink()
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(encoder: self, end: End(sink)) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    /// Writes the end of an array once its container is gone.
    private final class End {
        private let sink: Sink

        init(_ sink: Sink) {
            self.sink = sink
        }

        deinit {
            sink.writer.byte(0)
        }
    }

    // MARK: Containers

    private struct Single: SingleValueEncodingContainer {
        let encoder: BytesEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.sink.writer.byte(0) }
        func encode(_ value: Bool) { encoder.sink.writer.byte(value ? 1 : 0) }

        func encode(_ value: String) {
            encoder.sink.writer.number(value.utf8.count)
            for byte in value.utf8 { encoder.sink.writer.byte(byte) }
        }

        func encode(_ value: Double) { number(value.isNaN ? .min : Int(value)) }
        func encode(_ value: Float) { number(Int(value)) }
        func encode(_ value: Int) { number(value) }
        func encode(_ value: Int8) { number(value) }
        func encode(_ value: Int16) { number(value) }
        func encode(_ value: Int32) { number(value) }
        func encode(_ value: Int64) { number(value) }
        func encode(_ value: UInt) { number(value) }
        func encode(_ value: UInt8) { number(value) }
        func encode(_ value: UInt16) { number(value) }
        func encode(_ value: UInt32) { number(value) }
        func encode(_ value: UInt64) { number(value) }
        func encode<T: Encodable>(_ value: T) throws { try value.encode(to: encoder) }

        private func number(_ value: some BinaryInteger) {
            encoder.sink.writer.number(Int(truncatingIfNeeded: value))
        }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: BytesEncoder
        let end: End
        var codingPath: [any CodingKey] { [] }
        var count = 0

        mutating func encode<T: Encodable>(_ value: T) throws {
            encoder.sink.writer.byte(1)
            count += 1
            try value.encode(to: encoder)
        }

        func encodeNil() { encoder.sink.writer.byte(0) }

        func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            encoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder }
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: BytesEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { encoder.sink.writer.byte(0) }
        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: encoder) }

        /// The case of an enum.
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            let number = EnumCases.keys(Key.self).firstIndex { $0.stringValue == key.stringValue }
            encoder.sink.writer.byte(UInt8(number ?? 0))
            return encoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }
}
