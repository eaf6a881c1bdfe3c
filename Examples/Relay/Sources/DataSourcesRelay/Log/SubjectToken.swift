package import DataSources

/// Any text as one token of a subject of NATS, and back.
///
/// Letters and digits of ASCII, `-` and `_` are themselves, each other byte is `=` and two hexadecimal digits; the empty
/// text is `=`. So what people write can be read in the tools of NATS.
package enum SubjectToken {
    package static func encode(_ text: TextID) -> String {
        guard !text.text.isEmpty else { return "=" }
        var token: [UInt8] = []
        for byte in text.text.utf8 {
            if isPlain(byte) {
                token.append(byte)
            } else {
                token += [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: token, as: UTF8.self)
    }

    /// The text; `nil` if the token is not what ``encode(_:)`` makes.
    package static func decode(_ token: some StringProtocol) -> TextID? {
        if token == "=" { return "" }
        var bytes: [UInt8] = []
        var rest = Array(token.utf8)[...]
        while let byte = rest.popFirst() {
            if isPlain(byte) {
                bytes.append(byte)
            } else if byte == UInt8(ascii: "="), let high = rest.popFirst().flatMap(digits.firstIndex),
                let low = rest.popFirst().flatMap(digits.firstIndex), !isPlain(UInt8(high << 4 | low))
            {
                bytes.append(UInt8(high << 4 | low))
            } else {
                return nil
            }
        }
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return TextID(text)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
