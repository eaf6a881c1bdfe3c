/// A part of a file whose meaning is not known; it is kept, and written back as it was.
public enum OpaqueValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A whole number above the range of `Int64`.
    case unsigned(UInt64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// Values in an order.
    case array([OpaqueValue])
    /// Values by key.
    case object([String: OpaqueValue])
}

extension OpaqueValue: Codable {
    /// Decodes any value.
    ///
    /// - Throws: `DecodingError` if it is none of the cases.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: ScreenKey.self) {
            self = .object(try container.decodeOthers(than: []))
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var values: [OpaqueValue] = []
            while !container.isAtEnd { values.append(try container.decode(OpaqueValue.self)) }
            self = .array(values)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Encodes the value.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let values):
            var container = encoder.container(keyedBy: ScreenKey.self)
            try container.encode(others: values)
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .unsigned(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        }
    }
}
