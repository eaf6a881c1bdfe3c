import Foundation

/// Reads the records of a CSV file (RFC 4180) one by one, from any place where a record begins.
struct CSVReader {
    /// A record, or what is wrong with it.
    struct Record {
        /// The number of its first line.
        var line: Int
        var fields: [String] = []
        var problem: String?
    }

    /// A longer record is malformed; so a quote that is never closed costs one line, not the rest of the file.
    private static let limit = 65_536

    private let file: FileHandle
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The place of the next record.
    private(set) var position: Int
    /// Its line, counted from 1.
    private(set) var line: Int
    /// Of all bytes before the position.
    private(set) var fingerprint: Fingerprint

    /// Goes on reading a file that was read up to a position.
    init(_ file: FileHandle, position: Int = 0, line: Int = 1, fingerprint: Fingerprint = Fingerprint()) {
        (self.file, self.position, self.line, self.fingerprint) = (file, position, line, fingerprint)
    }

    /// The next record; `nil` at the end.
    ///
    /// - Throws: An error of the file.
    mutating func next() throws -> Record? {
        while true {
            if start == buffer.count, isAtEnd { return nil }
            if let (record, length) = parse() {
                let end = start + length
                buffer.withUnsafeBufferPointer { bytes in
                    for byte in bytes[start..<end] {
                        fingerprint.add(byte)
                        if byte == UInt8(ascii: "\n") { line += 1 }
                    }
                }
                position += length
                start = end
                return record
            }
            buffer.removeFirst(start)
            start = 0
            let more = try file.read(upToCount: 262_144) ?? Data()
            if more.isEmpty { isAtEnd = true }
            buffer.append(contentsOf: more)
        }
    }

    /// The record at the start of the buffer and its length; `nil` if there is no end of it yet.
    private func parse() -> (Record, Int)? {
        buffer.withUnsafeBufferPointer { bytes in
            var record = Record(line: line)
            var (field, isQuoted, wasQuoted) = ([UInt8](), false, false)
            var place = start
            while place < bytes.count, place - start <= Self.limit {
                let byte = bytes[place]
                place += 1
                if isQuoted {
                    if byte != UInt8(ascii: "\"") {
                        field.append(byte)
                    } else if place == bytes.count, !isAtEnd {
                        return nil
                    } else if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
                        field.append(byte)
                        place += 1
                    } else {
                        (isQuoted, wasQuoted) = (false, true)
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: ","):
                    record.fields.append(String(decoding: field, as: UTF8.self))
                    (field, wasQuoted) = ([], false)
                case UInt8(ascii: "\n"):
                    if field.last == UInt8(ascii: "\r") { field.removeLast() }
                    record.fields.append(String(decoding: field, as: UTF8.self))
                    return (record, place - start)
                case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted: isQuoted = true
                case UInt8(ascii: "\r"): field.append(byte)
                case UInt8(ascii: "\""): return malformed("a quote inside a field without quotes", bytes)
                default:
                    if wasQuoted { return malformed("text after a closing quote", bytes) }
                    field.append(byte)
                }
            }
            if place - start > Self.limit {
                return malformed("a quote that is not closed, or a record too long", bytes)
            }
            guard isAtEnd else { return nil }
            if isQuoted { return malformed("a quote that is not closed", bytes) }
            record.fields.append(String(decoding: field, as: UTF8.self))
            return (record, place - start)
        }
    }

    /// A malformed record ends with its first line.
    private func malformed(_ problem: String, _ bytes: UnsafeBufferPointer<UInt8>) -> (Record, Int)? {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        guard let end = end ?? (isAtEnd || bytes.count - start > Self.limit ? bytes.count : nil) else { return nil }
        return (Record(line: line, problem: problem), end - start)
    }
}

/// A number that tells two beginnings of files apart: FNV-1a with 64 bits.
///
/// It protects from mistakes, not from attacks.
struct Fingerprint: Equatable {
    private(set) var number: UInt64 = 0xcbf2_9ce4_8422_2325

    init() {}

    /// - Parameter stored: As SQLite keeps it.
    init(stored: Int64) { number = UInt64(bitPattern: stored) }

    var stored: Int64 { Int64(bitPattern: number) }

    mutating func add(_ byte: UInt8) { number = (number ^ UInt64(byte)) &* 0x100_0000_01b3 }

    /// That of the first bytes of a file; `nil` if it has fewer.
    static func of(first count: Int, in file: FileHandle) throws -> Fingerprint? {
        var (fingerprint, left) = (Fingerprint(), count)
        while left > 0 {
            guard let bytes = try file.read(upToCount: min(left, 262_144)), !bytes.isEmpty else { return nil }
            bytes.withUnsafeBytes { for byte in $0 { fingerprint.add(byte) } }
            left -= bytes.count
        }
        return fingerprint
    }
}
