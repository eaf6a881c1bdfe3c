/// Reads JSON text (RFC 8259) in one pass.
///
/// It refuses invalid UTF-8, text after the value, nesting beyond a limit, and numbers beyond the range of `Double`. If
/// an object has a name twice, the last one counts.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth: Int

    /// - Throws: ``WireError`` with the offset of the fault.
    static func value(of bytes: [UInt8], depth: Int) throws(WireError) -> WireValue {
        var reader = JSONReader(bytes: bytes, depth: depth)
        let value = try reader.value()
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.fault("text after the value") }
        return value
    }

    private init(bytes: [UInt8], depth: Int) {
        (self.bytes, self.depth) = (bytes, depth)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func fault(_ message: String) -> WireError { .malformed("\(message), at byte \(position)") }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
    }

    /// Skips a character; returns `false` if another one is next.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(WireError) -> WireValue {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return try nested { (reader) throws(WireError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(WireError) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw fault("the text ends early")
        default: return try number()
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(WireError) -> WireValue
    ) throws(WireError) -> WireValue {
        guard depth > 0 else { throw WireError(.tooLarge, "values are nested too deeply, at byte \(position)") }
        depth -= 1
        position += 1
        let value = try read(&self)
        depth += 1
        return value
    }

    private mutating func object() throws(WireError) -> WireValue {
        var object = WireObject()
        skipSpace()
        if skip("}") { return .object(object) }
        while true {
            skipSpace()
            let name = try string()
            skipSpace()
            guard skip(":") else { throw fault("a colon is missing") }
            object[name] = try value()
            skipSpace()
            if skip("}") { return .object(object) }
            guard skip(",") else { throw fault("a comma or } is missing") }
        }
    }

    private mutating func array() throws(WireError) -> WireValue {
        var values: [WireValue] = []
        skipSpace()
        if skip("]") { return .array(values) }
        while true {
            values.append(try value())
            skipSpace()
            if skip("]") { return .array(values) }
            guard skip(",") else { throw fault("a comma or ] is missing") }
        }
    }

    private mutating func word(_ word: StaticString, _ value: WireValue) throws(WireError) -> WireValue {
        for byte in "\(word)".utf8 {
            guard current == byte else { throw fault("an unknown word") }
            position += 1
        }
        return value
    }

    private mutating func number() throws(WireError) -> WireValue {
        if let integer = shortInteger() { return .int(integer) }
        let start = position
        var (isInteger, hasDigit) = (true, false)
        loop: while let byte = current {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
            case UInt8(ascii: "-") where position == start: break
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                isInteger = false
            default: break loop
            }
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // As above: −0 is not 0.
        if hasDigit, isInteger, let value = Int64(text), value != 0 || bytes[start] != UInt8(ascii: "-") {
            return .int(value)
        }
        if hasDigit, isInteger, bytes[start] != UInt8(ascii: "-"), let value = UInt64(text) { return .uint(value) }
        guard hasDigit, let value = Double(text), value.isFinite else {
            position = start
            throw fault("no value that is known")
        }
        return .double(value)
    }

    /// An integer of at most 18 digits, if one is next: nearly all numbers are.
    private mutating func shortInteger() -> Int64? {
        var index = position
        let isNegative = current == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let first = index
        var magnitude: Int64 = 0
        while index < bytes.count, index - first < 18, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            magnitude = magnitude * 10 + Int64(digit)
            index += 1
        }
        // −0 is a double: there is no such integer.
        if index == first || isNegative && magnitude == 0 { return nil }
        if index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20: break
            default: return nil
            }
        }
        position = index
        return isNegative ? -magnitude : magnitude
    }

    private mutating func string() throws(WireError) -> String {
        guard skip("\"") else { throw fault("a text in quotes is missing") }
        let start = position
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if current == UInt8(ascii: "\"") {
            defer { position += 1 }
            return try text(bytes[start..<position])
        }
        return try stringWithEscapes(bytes[start..<position])
    }

    private func text(_ bytes: some Sequence<UInt8>) throws(WireError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw fault("a text is not UTF-8") }
        return text
    }

    /// Reads the rest of a string whose first bytes have been read.
    private mutating func stringWithEscapes(_ first: ArraySlice<UInt8>) throws(WireError) -> String {
        var result = Array(first)
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(result)
            case UInt8(ascii: "\\"): try escape(&result)
            case 0..<0x20: throw fault("a control character in a text")
            default: result.append(byte)
            }
        }
        throw fault("a text ends early")
    }

    private mutating func escape(_ result: inout [UInt8]) throws(WireError) {
        guard let byte = current else { throw fault("a text ends early") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"): result.append(contentsOf: String(try scalar()).utf8)
        default: throw fault("an unknown escape")
        }
    }

    /// The scalar of `\uXXXX`, or of two of them that are a surrogate pair.
    private mutating func scalar() throws(WireError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), skip("\\"), skip("u") else { throw fault("half a surrogate pair") }
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00))
        else { throw fault("half a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws(WireError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault("an escape needs four hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}
