/// Draws values from the bytes of an input; behind the last byte there are zeros.
struct ByteReader {
    private let bytes: [UInt8]
    private var next = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether all bytes have been drawn.
    var isAtEnd: Bool { next >= bytes.count }

    /// The bytes that have not been drawn.
    var rest: [UInt8] { Array(bytes[Swift.min(next, bytes.count)...]) }

    mutating func byte() -> UInt8 {
        if isAtEnd { return 0 }
        defer { next += 1 }
        return bytes[next]
    }

    /// A number below `bound`; 0 when the bound is.
    mutating func below(_ bound: Int) -> Int {
        if bound <= 1 { return 0 }
        if bound <= 256 { return Int(byte()) % bound }
        return (Int(byte()) << 8 | Int(byte())) % bound
    }

    /// `true` for one byte of `count`, and never at the end.
    mutating func oneIn(_ count: Int) -> Bool {
        Int(byte()) % count == count - 1
    }

    /// A position in or at the end of `count` things; now and then a wrong one, also far out.
    mutating func position(in count: Int) -> Int {
        let first = byte()
        if first >= 240 {
            return [-1, count, count + 1, .max, .min, .max - 1, 1 << 40, -count][Int(first) & 7]
        }
        let wide = count >= 240 ? Int(first) << 8 | Int(byte()) : Int(first)
        return wide % (count + 1)
    }

    /// A range of positions; now and then a wrong one.
    mutating func range(in count: Int) -> Range<Int> {
        let (one, other) = (position(in: count), position(in: count))
        return Swift.min(one, other)..<Swift.max(one, other)
    }

    // MARK: Numbers of any size

    /// Numbers at which arithmetic goes wrong.
    static let extremes: [Int] = [
        .max, .min, .max - 1, 1 << 62, 1 << 40, Int(Int32.max), Int(Int32.max) + 1, -1 << 40,
    ]

    /// A number in the form of ``ByteWriter/number(_:)``.
    mutating func number() -> Int {
        let first = byte()
        if first < 240 { return Int(first) - 8 }
        if first < 248 { return Self.extremes[Int(first) - 240] }
        var word: UInt64 = 0
        for place in 0..<8 { word |= UInt64(byte()) << (8 * place) }
        return Int(bitPattern: UInt(word))
    }
}

/// Writes what ``ByteReader`` reads.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func number(_ number: Int) {
        if (-8..<232).contains(number) {
            bytes.append(UInt8(number + 8))
        } else if let place = ByteReader.extremes.firstIndex(of: number) {
            bytes.append(UInt8(240 + place))
        } else {
            bytes.append(248)
            for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        }
    }
}
