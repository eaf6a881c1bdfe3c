/// Writes values as JSON text (RFC 8259), in the order of their fields.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: WireValue) {
        switch value {
        case .null: write("null")
        case .bool(let value): write(value ? "true" : "false")
        case .int(let value): write(String(value))
        case .uint(let value): write(String(value))
        case .double(let value) where value.isFinite: write("\(value)")
        case .double(let value): write(quoted: WireValue.text(of: value))
        case .string(let value): write(quoted: value)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(value)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, field) in object.fields.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(quoted: field.name)
                bytes.append(UInt8(ascii: ":"))
                write(field.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case UInt8(ascii: "\n"): write("\\n")
            case 0..<0x20:
                write("\\u00")
                bytes.append(Self.digits[Int(byte >> 4)])
                bytes.append(Self.digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
