/// Turns a ``WireValue`` into a value of a `Decodable` type.
///
/// It accepts an integer where a `Double` is expected, and a `Double` without a fraction where an integer is. Numbers
/// that JSON cannot express arrive as the texts `NaN`, `Infinity` and `-Infinity`.
enum WireValueDecoder {
    /// - Throws: `DecodingError` if the value does not have the form that the type expects.
    static func decode<Value: Decodable>(_ type: Value.Type, from value: WireValue) throws -> Value {
        try Single(value: value, codingPath: []).decode(type)
    }

    struct Node: Decoder {
        let value: WireValue
        let codingPath: [any CodingKey]
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            guard case .object(let object) = value else { throw mismatch([String: Any].self, value, codingPath) }
            return KeyedDecodingContainer(Keyed(object: object, codingPath: codingPath))
        }

        func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
            guard case .array(let values) = value else { throw mismatch([Any].self, value, codingPath) }
            return Unkeyed(values: values, codingPath: codingPath)
        }

        func singleValueContainer() -> any SingleValueDecodingContainer { Single(value: value, codingPath: codingPath) }
    }

    struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let object: WireObject
        let codingPath: [any CodingKey]

        var allKeys: [Key] { object.fields.compactMap { Key(stringValue: $0.name) } }
        func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try Single(value: value(key), codingPath: codingPath + [key]).decode(type)
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { try node(key).container(keyedBy: type) }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try node(key).unkeyedContainer()
        }
        func superDecoder() throws -> any Decoder {
            Node(value: object["super"] ?? .null, codingPath: codingPath + [IndexKey(stringValue: "super")])
        }
        func superDecoder(forKey key: Key) throws -> any Decoder { try node(key) }

        private func node(_ key: Key) throws -> Node { Node(value: try value(key), codingPath: codingPath + [key]) }
        private func value(_ key: Key) throws -> WireValue {
            if let value = object[key.stringValue] { return value }
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "there is no \(key.stringValue)"))
        }
    }

    struct Unkeyed: UnkeyedDecodingContainer {
        let values: [WireValue]
        let codingPath: [any CodingKey]
        var currentIndex = 0

        init(values: [WireValue], codingPath: [any CodingKey]) {
            (self.values, self.codingPath) = (values, codingPath)
        }

        var count: Int? { values.count }
        var isAtEnd: Bool { currentIndex >= values.count }

        mutating func decodeNil() throws -> Bool {
            guard try current() == .null else { return false }
            currentIndex += 1
            return true
        }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let value = try Single(value: current(), codingPath: path).decode(type)
            currentIndex += 1
            return value
        }
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
        mutating func superDecoder() throws -> any Decoder { try next() }

        private var path: [any CodingKey] { codingPath + [IndexKey(intValue: currentIndex)] }
        private mutating func next() throws -> Node {
            let node = Node(value: try current(), codingPath: path)
            currentIndex += 1
            return node
        }
        private func current() throws -> WireValue {
            if currentIndex < values.count { return values[currentIndex] }
            throw DecodingError.valueNotFound(
                WireValue.self, DecodingError.Context(codingPath: path, debugDescription: "there are no more values"))
        }
    }

    struct Single: SingleValueDecodingContainer {
        let value: WireValue
        let codingPath: [any CodingKey]

        func decodeNil() -> Bool { value == .null }
        func decode(_ type: Bool.Type) throws -> Bool {
            guard case .bool(let value) = value else { throw mismatch(type, value, codingPath) }
            return value
        }
        func decode(_ type: String.Type) throws -> String {
            guard case .string(let value) = value else { throw mismatch(type, value, codingPath) }
            return value
        }
        func decode(_ type: Double.Type) throws -> Double {
            switch value {
            case .double(let value): return value
            case .int(let value): return Double(value)
            case .uint(let value): return Double(value)
            case .string("NaN"): return .nan
            case .string("Infinity"): return .infinity
            case .string("-Infinity"): return -.infinity
            default: throw mismatch(type, value, codingPath)
            }
        }
        func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let decoded: Any? =
                switch type {
                case is Bool.Type: try decode(Bool.self)
                case is String.Type: try decode(String.self)
                case is Double.Type: try decode(Double.self)
                case is Float.Type: try decode(Float.self)
                case let type as any FixedWidthInteger.Type: try integer(type)
                default: nil
                }
            // Not `decoded as? Value`: nothing is a value of every optional type.
            if let decoded, let value = decoded as? Value { return value }
            return try type.init(from: Node(value: value, codingPath: codingPath))
        }

        private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
            let integer: Value? =
                switch value {
                case .int(let value): Value(exactly: value)
                case .uint(let value): Value(exactly: value)
                case .double(let value): Value(exactly: value)
                default: nil
                }
            guard let integer else { throw mismatch(type, value, codingPath) }
            return integer
        }
    }

    static func mismatch(_ type: Any.Type, _ value: WireValue, _ path: [any CodingKey]) -> DecodingError {
        let kind =
            switch value {
            case .null: "null"
            case .bool: "a truth value"
            case .int, .uint, .double: "a number"
            case .string: "a text"
            case .array: "an array"
            case .object: "an object"
            }
        return .typeMismatch(
            type, DecodingError.Context(codingPath: path, debugDescription: "\(kind) where \(type) is expected"))
    }
}
