/// Turns any `Encodable` value into a ``WireValue``.
///
/// Integers keep all their bits. A value that encodes nothing is an empty object, as in JSON encoders.
enum WireValueEncoder {
    /// - Throws: Any error that the value's `encode(to:)` throws.
    static func encode(_ value: some Encodable) throws -> WireValue {
        let node = Node(path: [])
        try value.encode(to: node)
        return node.value
    }

    /// One value that is being encoded, and the encoder that the value sees.
    final class Node: Encoder {
        enum Content {
            case nothing
            case single(WireValue)
            case array([Node])
            case object(names: [String], nodes: [String: Node])
        }

        let codingPath: [any CodingKey]
        var userInfo: [CodingUserInfoKey: Any] { [:] }
        var content = Content.nothing

        init(path: [any CodingKey]) {
            codingPath = path
        }

        var value: WireValue {
            switch content {
            case .nothing: .object(WireObject())
            case .single(let value): value
            case .array(let nodes): .array(nodes.map(\.value))
            case .object(let names, let nodes):
                .object(WireObject(names.lazy.compactMap { name in nodes[name].map { (name, $0.value) } }))
            }
        }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            if case .object = content {} else { content = .object(names: [], nodes: [:]) }
            return KeyedEncodingContainer(Keyed(node: self))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            if case .array = content {} else { content = .array([]) }
            return Unkeyed(node: self)
        }

        func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: self) }

        /// A new node under a name; a second one of the same name replaces the first.
        func child(_ key: any CodingKey) -> Node {
            let child = Node(path: codingPath + [key])
            guard case .object(var names, var nodes) = content else { return child }
            content = .nothing
            if nodes.updateValue(child, forKey: key.stringValue) == nil { names.append(key.stringValue) }
            content = .object(names: names, nodes: nodes)
            return child
        }

        /// A new node at the end.
        func child() -> Node {
            guard case .array(var nodes) = content else { return Node(path: codingPath) }
            content = .nothing
            let child = Node(path: codingPath + [IndexKey(intValue: nodes.count)])
            nodes.append(child)
            content = .array(nodes)
            return child
        }
    }

    struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: Node
        var codingPath: [any CodingKey] { node.codingPath }

        func encodeNil(forKey key: Key) { node.child(key).content = .single(.null) }
        func encode(_ value: some Encodable, forKey key: Key) throws {
            let child = node.child(key)
            try Single(node: child).encode(value)
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
        var count: Int {
            if case .array(let nodes) = node.content { nodes.count } else { 0 }
        }

        func encodeNil() { node.child().content = .single(.null) }
        func encode(_ value: some Encodable) throws {
            let child = node.child()
            try Single(node: child).encode(value)
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
        func encode(_ value: some Encodable) throws {
            switch value {
            case let value as String: node.content = .single(.string(value))
            case let value as Int: node.content = .single(.int(Int64(value)))
            case let value as Bool: node.content = .single(.bool(value))
            case let value as Double: node.content = .single(.double(value))
            case let value as Float: node.content = .single(.double(Double(value)))
            case let value as any FixedWidthInteger & Encodable: node.content = .single(WireValue(value))
            default: try value.encode(to: node)
            }
        }
    }
}

/// A key that is the position of an element, or a name.
struct IndexKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(intValue: Int) {
        self.intValue = intValue
        stringValue = "\(intValue)"
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }
}
