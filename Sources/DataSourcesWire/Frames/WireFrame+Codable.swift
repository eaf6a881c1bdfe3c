/// Any `Encoder` and `Decoder` carries frames, with the same names of fields as JSON.
extension WireFrame: Codable {
    /// Writes the frame's ``value``.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }

    /// Reads a frame with the default ``WireLimits``.
    ///
    /// - Throws: ``WireError`` if the value is no frame; any error that the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(WireValue(from: decoder))
    }
}

extension WireValue: Codable {
    /// Writes the value as what it stands for, not as an enumeration.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .object(let object):
            var container = encoder.container(keyedBy: IndexKey.self)
            for field in object.fields {
                try container.encode(field.value, forKey: IndexKey(stringValue: field.name))
            }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .uint(let value): try container.encode(value)
            case .double(let value) where !value.isFinite: try container.encode(WireValue.text(of: value))
            case .double(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            default: try container.encodeNil()
            }
        }
    }

    /// Reads whatever value there is.
    ///
    /// - Throws: Any error that the decoder throws.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: IndexKey.self) {
            var object = WireObject()
            for key in container.allKeys { object[key.stringValue] = try container.decode(WireValue.self, forKey: key) }
            self = .object(object)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var values: [WireValue] = []
            while !container.isAtEnd { values.append(try container.decode(WireValue.self)) }
            self = .array(values)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .uint(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// The text of a number that JSON cannot express.
    static func text(of number: Double) -> String {
        number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }
}
