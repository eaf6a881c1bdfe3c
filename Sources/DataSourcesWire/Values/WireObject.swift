import DataSources

/// Values by name, in the order in which they were added.
///
/// Names are found by comparison in small objects and by hash in large ones, so no input makes lookups quadratic. They are
/// compared by their UTF-8: é as one scalar and as two are two names.
public struct WireObject: Sendable {
    /// A name and its value.
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public var value: WireValue

        init(name: String, value: WireValue) {
            (self.name, self.value) = (name, value)
        }

        /// Whether both have the same name and the same value, byte for byte.
        public static func == (left: Field, right: Field) -> Bool {
            left.name.hasBytes(of: right.name) && left.value == right.value
        }

        /// Hashes the name and the value.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(TextID(name))
            hasher.combine(value)
        }
    }

    /// The fields in order; names are unique.
    public private(set) var fields: [Field] = []
    /// The position of each name; only in objects with more than ``comparedFields`` fields.
    private var positions: [TextID: Int] = [:]

    private static let comparedFields = 8

    /// Creates an object without fields.
    public init() {}

    /// Creates an object of fields; the last value of a name counts.
    public init(_ fields: some Sequence<(String, WireValue)>) {
        for (name, value) in fields { self[name] = value }
    }

    /// Creates an object of fields whose names differ.
    init(distinct fields: [Field]) {
        self.fields = fields
        if fields.count > Self.comparedFields { makePositions() }
    }

    /// The value with a name.
    ///
    /// Setting `nil` removes the field.
    ///
    /// - Complexity: O(1) expected; O(*n*) to remove one of *n* fields.
    public subscript(name: String) -> WireValue? {
        get { position(of: name).map { fields[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): fields[position].value = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): append(Field(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    private func position(of name: String) -> Int? {
        if positions.isEmpty { return fields.firstIndex { $0.name.hasBytes(of: name) } }
        return positions[TextID(name)]
    }

    private mutating func append(_ field: Field) {
        fields.append(field)
        if !positions.isEmpty {
            positions[TextID(field.name)] = fields.count - 1
        } else if fields.count > Self.comparedFields {
            makePositions()
        }
    }

    private mutating func remove(at position: Int) {
        fields.remove(at: position)
        positions = [:]
        if fields.count > Self.comparedFields { makePositions() }
    }

    private mutating func makePositions() {
        for (position, field) in fields.enumerated() { positions[TextID(field.name)] = position }
    }
}

extension WireObject: Hashable {
    /// Whether both have the same fields in the same order.
    public static func == (left: WireObject, right: WireObject) -> Bool { left.fields == right.fields }

    /// Hashes the fields.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension WireObject: ExpressibleByDictionaryLiteral {
    /// Creates an object of fields in their order.
    public init(dictionaryLiteral fields: (String, WireValue)...) {
        self.init(fields)
    }
}
