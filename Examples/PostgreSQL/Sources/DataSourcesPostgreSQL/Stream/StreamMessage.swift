/// A message of `pgoutput`, protocol version 1.
enum StreamMessage: Equatable {
    case begin(transaction: UInt32)
    case commit(end: LogPosition)
    case relation(Relation)
    case insert(relation: UInt32, new: [RowValues.Value])
    case update(relation: UInt32, old: [RowValues.Value]?, new: [RowValues.Value])
    case delete(relation: UInt32, old: [RowValues.Value])
    case truncate(relations: [UInt32])
    /// A type, an origin, or a message of a program: of no use here.
    case other(UInt8)

    /// What a table looks like from here on.
    struct Relation: Equatable, Sendable {
        struct Column: Equatable, Sendable {
            var name: String
            var isKey: Bool
            var type: UInt32
        }

        var id: UInt32
        var columns: [Column]
    }

    /// The table that the first bytes of a message are about; `nil` if it is about no single table.
    static func relation(in message: UnsafeRawBufferPointer) -> UInt32? {
        switch message.first {
        case UInt8(ascii: "R"), UInt8(ascii: "I"), UInt8(ascii: "U"), UInt8(ascii: "D"):
            message.count >= 5 ? message[1..<5].reduce(0) { $0 << 8 | UInt32($1) } : 0
        default: nil
        }
    }

    /// Reads a message; values are ranges of the reader's bytes.
    ///
    /// - Throws: ``PostgresError`` with the code `badMessage`.
    init(_ reader: inout ByteReader) throws(PostgresError) {
        let kind = try reader.integer(UInt8.self)
        switch kind {
        case UInt8(ascii: "B"):
            _ = try reader.skip(16)
            self = .begin(transaction: try reader.integer())
        case UInt8(ascii: "C"):
            _ = try reader.skip(9)
            self = .commit(end: try reader.position())
        case UInt8(ascii: "R"): self = .relation(try Relation(&reader))
        case UInt8(ascii: "I"):
            let relation = try reader.integer(UInt32.self)
            try Self.expect("N", try reader.integer())
            self = .insert(relation: relation, new: try Self.tuple(&reader))
        case UInt8(ascii: "U"):
            let relation = try reader.integer(UInt32.self)
            var old: [RowValues.Value]?
            var part = try reader.integer(UInt8.self)
            if part == UInt8(ascii: "K") || part == UInt8(ascii: "O") {
                old = try Self.tuple(&reader)
                part = try reader.integer()
            }
            try Self.expect("N", part)
            self = .update(relation: relation, old: old, new: try Self.tuple(&reader))
        case UInt8(ascii: "D"):
            let relation = try reader.integer(UInt32.self)
            let part = try reader.integer(UInt8.self)
            if part != UInt8(ascii: "O") { try Self.expect("K", part) }
            self = .delete(relation: relation, old: try Self.tuple(&reader))
        case UInt8(ascii: "T"):
            let count = try reader.integer(UInt32.self)
            _ = try reader.skip(1)
            var relations: [UInt32] = []
            for _ in 0..<count { relations.append(try reader.integer()) }
            self = .truncate(relations: relations)
        default: self = .other(kind)
        }
    }

    private static func expect(_ expected: Unicode.Scalar, _ part: UInt8) throws(PostgresError) {
        guard part == UInt8(ascii: expected) else {
            throw PostgresError(
                .badMessage,
                "a row of the server has a part \(part) instead of \(expected); report it, with its version")
        }
    }

    private static func tuple(_ reader: inout ByteReader) throws(PostgresError) -> [RowValues.Value] {
        let count = try reader.integer(UInt16.self)
        var values: [RowValues.Value] = []
        values.reserveCapacity(min(Int(count), 1_600))
        for _ in 0..<count {
            switch try reader.integer(UInt8.self) {
            case UInt8(ascii: "n"): values.append(.null)
            case UInt8(ascii: "u"): values.append(.unchanged)
            case UInt8(ascii: "t"): values.append(.text(try reader.skip(Int(try reader.integer(Int32.self)))))
            case let kind:
                throw PostgresError(
                    .badMessage, "a value of the server has the kind \(kind); report it, with the server's version")
            }
        }
        return values
    }
}

extension StreamMessage.Relation {
    init(_ reader: inout ByteReader) throws(PostgresError) {
        id = try reader.integer()
        // Schema, name, and the kind of the replica identity.
        _ = try reader.string()
        _ = try reader.string()
        _ = try reader.skip(1)
        columns = []
        for _ in 0..<(try reader.integer(UInt16.self)) {
            let isKey = try reader.integer(UInt8.self) & 1 == 1
            columns.append(Column(name: try reader.string(), isKey: isKey, type: try reader.integer()))
            _ = try reader.skip(4)
        }
    }
}
