import DataSources

/// Turns any `Encodable` value into a ``WireValue``.
///
/// Integers keep all their bits. A value that encodes nothing is an empty object, as in JSON encoders.
enum WireValueEncoder {
    /// - Throws: Any error that the value's `encode(to:)` throws.
    static func encode(_ value: some Encodable) throws -> WireValue {
        if let value = plain(value) { return value }
        let node = Node(.root)
        try value.encode(to: node)
        return node.value
    }

    /// The value of a text, a truth value or a number; `nil` for all other types, which write themselves.
    fileprivate static func plain<Value: Encodable>(_ value: Value) -> WireValue? {
        switch value {
        case let value as String: .string(value)
        case let value as Int: .int(Int64(value))
        case let value as Bool: .bool(value)
        case let value as Double: .double(value)
        case let value as Float: .double(Double(value))
        case let value as any FixedWidthInteger & Encodable: WireValue(value)
        default: nil
        }
    }

    /// What is written: a value, or one that is still being encoded.
    enum Entry {
        case value(WireValue)
        case node(Node)

        var value: WireValue {
            switch self {
            case .value(let value): value
            case .node(let node): node.value
            }
        }
    }

    /// One value that is being encoded, and the encoder that the value sees.
    ///
    /// It refers to the nodes inside it and not to the one that it is in, so all are released with the outermost.
    final class Node: Encoder {
        enum Content {
            case nothing
            case single(WireValue)
            case array([Entry])
            case object(names: [String], entries: [Entry])
        }

        private let path: WirePath
        var content = Content.nothing
        /// The number of each name, in objects of more names than are compared.
        private var numbers: [TextID: Int] = [:]

        init(_ path: WirePath) { self.path = path }

        var userInfo: [CodingUserInfoKey: Any] { [:] }
        var codingPath: [any CodingKey] { path.keys }

        var value: WireValue {
            switch content {
            case .nothing: .object(WireObject())
            case .single(let value): value
            case .array(let entries): .array(entries.map(\.value))
            case .object(let names, let entries):
                .object(WireObject(distinct: zip(names, entries).map { WireObject.Field(name: $0, value: $1.value) }))
            }
        }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            if case .object = content {} else { content = .object(names: [], entries: []) }
            return KeyedEncodingContainer(Keyed(node: self))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            if case .array = content {} else { content = .array([]) }
            return Unkeyed(node: self)
        }

        func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: self) }

        /// Adds an entry under a name; a second one of the same name replaces the first.
        func add(_ entry: Entry, _ name: String) {
            guard case .object(var names, var entries) = content else { return }
            content = .nothing
            if let number = names.count > 8
                ? numbers[TextID(name)] : names.firstIndex(where: { $0.hasBytes(of: name) })
            {
                entries[number] = entry
            } else {
                names.append(name)
                entries.append(entry)
                if names.count == 9 {
                    for (number, name) in names.enumerated() { numbers[TextID(name)] = number }
                } else if names.count > 9 {
                    numbers[TextID(name)] = names.count - 1
                }
            }
            content = .object(names: names, entries: entries)
        }

        /// Adds an entry at the end.
        func add(_ entry: Entry) {
            guard case .array(var entries) = content else { return }
            content = .nothing
            entries.append(entry)
            content = .array(entries)
        }

        var count: Int {
            if case .array(let entries) = content { entries.count } else { 0 }
        }

        /// A new node under a name.
        func child(_ key: any CodingKey) -> Node {
            let child = Node(.field(key, in: path))
            add(.node(child), key.stringValue)
            return child
        }

        /// A new node at the end.
        func child() -> Node {
            let child = Node(.element(count, in: path))
            add(.node(child))
            return child
        }
    }

    struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: Node
        var codingPath: [any CodingKey] { node.codingPath }

        func encodeNil(forKey key: Key) { node.add(.value(.null), key.stringValue) }
        // The most frequent types, without the search for the type.
        func encode(_ value: String, forKey key: Key) { node.add(.value(.string(value)), key.stringValue) }
        func encode(_ value: Int, forKey key: Key) { node.add(.value(.int(Int64(value))), key.stringValue) }
        func encode(_ value: Bool, forKey key: Key) { node.add(.value(.bool(value)), key.stringValue) }
        func encode(_ value: Double, forKey key: Key) { node.add(.value(.double(value)), key.stringValue) }
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            if let value = plain(value) { return node.add(.value(value), key.stringValue) }
            try value.encode(to: node.child(key))
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { node.child(key).container(keyedBy: type) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            node.child(key).unkeyedContainer()
        }
        func superEncoder() -> any Encoder { node.child(IndexKey(stringValue: "super")) }
        func superEncoder(forKey key: Key) -> any Encoder { node.child(key) }
    }

    struct Unkeyed: UnkeyedEncodingContainer {
        let node: Node
        var codingPath: [any CodingKey] { node.codingPath }
        var count: Int { node.count }

        func encodeNil() { node.add(.value(.null)) }
        func encode(_ value: String) { node.add(.value(.string(value))) }
        func encode<Value: Encodable>(_ value: Value) throws {
            if let value = plain(value) { return node.add(.value(value)) }
            try value.encode(to: node.child())
        }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            node.child().container(keyedBy: type)
        }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.child().unkeyedContainer() }
        func superEncoder() -> any Encoder { node.child() }
    }

    struct Single: SingleValueEncodingContainer {
        let node: Node
        var codingPath: [any CodingKey] { node.codingPath }

        func encodeNil() { node.content = .single(.null) }
        func encode<Value: Encodable>(_ value: Value) throws {
            if let value = plain(value) {
                node.content = .single(value)
            } else {
                try value.encode(to: node)
            }
        }
    }
}
