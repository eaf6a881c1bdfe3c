/// Turns a ``WireValue`` into a value of a `Decodable` type.
///
/// It accepts an integer where a `Double` is expected, and a `Double` without a fraction where an integer is. Numbers
/// that JSON cannot express arrive as the texts `NaN`, `Infinity` and `-Infinity`.
enum WireValueDecoder {
    /// - Throws: `DecodingError` if the value does not have the form that the type expects.
    static func decode<Value: Decodable>(_ type: Value.Type, from value: WireValue) throws -> Value {
        try decode(type, value, .root)
    }

    /// Texts, truth values and numbers are read here, without a decoder; all other types read themselves.
    fileprivate static func decode<Value: Decodable>(
        _ type: Value.Type, _ value: WireValue, _ path: @autoclosure () -> WirePath
    ) throws -> Value {
        let decoded: Any?
        switch type {
        case is String.Type: decoded = text(value)
        case is Bool.Type: decoded = flag(value)
        case is Double.Type: decoded = number(value)
        case is Float.Type: decoded = number(value).map { Float($0) }
        case let type as any FixedWidthInteger.Type: decoded = integer(type, value)
        default: return try type.init(from: Node(value: value, path: path()))
        }
        // Not `decoded as? Value`: nothing is a value of every optional type.
        if let decoded, let value = decoded as? Value { return value }
        throw mismatch(type, value, path())
    }

    fileprivate static func text(_ value: WireValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }

    fileprivate static func flag(_ value: WireValue) -> Bool? {
        if case .bool(let flag) = value { flag } else { nil }
    }

    fileprivate static func number(_ value: WireValue) -> Double? {
        switch value {
        case .double(let value): value
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .string("NaN"): .nan
        case .string("Infinity"): .infinity
        case .string("-Infinity"): -.infinity
        default: nil
        }
    }

    fileprivate static func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ value: WireValue) -> Value? {
        switch value {
        case .int(let value): Value(exactly: value)
        case .uint(let value): Value(exactly: value)
        case .double(let value): Value(exactly: value)
        default: nil
        }
    }

    fileprivate static func isNull(_ value: WireValue) -> Bool {
        if case .null = value { true } else { false }
    }

    struct Node: Decoder {
        let value: WireValue
        let path: WirePath
        var codingPath: [any CodingKey] { path.keys }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            guard case .object(let object) = value else { throw mismatch([String: Any].self, value, path) }
            return KeyedDecodingContainer(Keyed(object: object, path: path))
        }

        func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
            guard case .array(let values) = value else { throw mismatch([Any].self, value, path) }
            return Unkeyed(values: values, path: path)
        }

        func singleValueContainer() -> any SingleValueDecodingContainer { Single(value: value, path: path) }
    }

    struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let object: WireObject
        let path: WirePath

        var codingPath: [any CodingKey] { path.keys }
        var allKeys: [Key] { object.fields.compactMap { Key(stringValue: $0.name) } }
        func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
        func decodeNil(forKey key: Key) throws -> Bool { isNull(try value(key)) }

        // The most frequent types, without the search for the type.
        func decode(_ type: String.Type, forKey key: Key) throws -> String {
            try found(text(value(key)), type, key)
        }
        func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
            try found(integer(type, value(key)), type, key)
        }
        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
            try found(flag(value(key)), type, key)
        }
        func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
            try found(number(value(key)), type, key)
        }
        private func found<Value>(_ found: Value?, _ type: Value.Type, _ key: Key) throws -> Value {
            if let found { return found }
            throw mismatch(type, try value(key), .field(key, in: path))
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try WireValueDecoder.decode(type, value(key), .field(key, in: path))
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { try node(key).container(keyedBy: type) }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try node(key).unkeyedContainer()
        }
        func superDecoder() throws -> any Decoder {
            Node(value: object["super"] ?? .null, path: .field(IndexKey(stringValue: "super"), in: path))
        }
        func superDecoder(forKey key: Key) throws -> any Decoder { try node(key) }

        private func node(_ key: Key) throws -> Node { Node(value: try value(key), path: .field(key, in: path)) }
        private func value(_ key: Key) throws -> WireValue {
            if let value = object[key.stringValue] { return value }
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "there is no \(key.stringValue)"))
        }
    }

    struct Unkeyed: UnkeyedDecodingContainer {
        let values: [WireValue]
        let path: WirePath
        var currentIndex = 0

        init(values: [WireValue], path: WirePath) {
            (self.values, self.path) = (values, path)
        }

        var codingPath: [any CodingKey] { path.keys }
        var count: Int? { values.count }
        var isAtEnd: Bool { currentIndex >= values.count }

        mutating func decodeNil() throws -> Bool {
            guard isNull(try current()) else { return false }
            currentIndex += 1
            return true
        }
        mutating func decode(_ type: String.Type) throws -> String {
            let value = try current()
            guard let text = text(value) else { throw mismatch(type, value, here) }
            currentIndex += 1
            return text
        }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let value = try WireValueDecoder.decode(type, current(), here)
            currentIndex += 1
            return value
        }
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
        mutating func superDecoder() throws -> any Decoder { try next() }

        private var here: WirePath { .element(currentIndex, in: path) }
        private mutating func next() throws -> Node {
            let node = Node(value: try current(), path: here)
            currentIndex += 1
            return node
        }
        private func current() throws -> WireValue {
            if currentIndex < values.count { return values[currentIndex] }
            throw DecodingError.valueNotFound(
                WireValue.self,
                DecodingError.Context(codingPath: here.keys, debugDescription: "there are no more values"))
        }
    }

    struct Single: SingleValueDecodingContainer {
        let value: WireValue
        let path: WirePath

        var codingPath: [any CodingKey] { path.keys }
        func decodeNil() -> Bool { isNull(value) }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try WireValueDecoder.decode(type, value, path)
        }
    }

    static func mismatch(_ type: Any.Type, _ value: WireValue, _ path: WirePath) -> DecodingError {
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
            type, DecodingError.Context(codingPath: path.keys, debugDescription: "\(kind) where \(type) is expected"))
    }
}
