/// Reads numbers and texts in network byte order, and never beyond the end.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var offset: Int
    private let end: Int

    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        offset = range?.lowerBound ?? 0
        end = min(range?.upperBound ?? bytes.count, bytes.count)
    }

    var isAtEnd: Bool { offset >= end }

    /// Skips so many bytes.
    ///
    /// - Returns: Where they are.
    mutating func skip(_ count: Int) throws(PostgresError) -> Range<Int> {
        guard count >= 0, count <= end - offset else {
            throw PostgresError(
                .badMessage, "a message of the server is cut off at byte \(offset); report it, with its version")
        }
        defer { offset += count }
        return offset..<offset + count
    }

    mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(PostgresError) -> Number {
        var value: Number = 0
        for index in try skip(MemoryLayout<Number>.size) {
            value = (Number.bitWidth > 8 ? value << 8 : 0) | Number(truncatingIfNeeded: bytes[index])
        }
        return value
    }

    mutating func position() throws(PostgresError) -> LogPosition { LogPosition(try integer()) }

    /// A text that ends with a zero byte.
    mutating func string() throws(PostgresError) -> String {
        guard let zero = bytes[offset..<end].firstIndex(of: 0) else {
            throw PostgresError(.badMessage, "a text of the server has no end; report it, with the server's version")
        }
        let range = try skip(zero - offset)
        _ = try skip(1)
        return String(decoding: bytes[range], as: UTF8.self)
    }
}
