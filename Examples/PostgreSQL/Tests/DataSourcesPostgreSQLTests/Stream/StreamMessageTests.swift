import DataSources
import Testing

@testable import DataSourcesPostgreSQL

/// Whatever the bytes, reading them throws, and never traps.
struct StreamMessageTests {
    static let messages: [[UInt8]] = [
        bytes("B", 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 9),
        bytes("C", 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3),
        relation(),
        bytes("I", 0, 0, 0, 7, "N", 0, 2, "t", 0, 0, 0, 2, "4", "2", "n"),
        bytes("U", 0, 0, 0, 7, "K", 0, 2, "t", 0, 0, 0, 1, "1", "n", "N", 0, 2, "t", 0, 0, 0, 1, "2", "u"),
        bytes("U", 0, 0, 0, 7, "N", 0, 2, "t", 0, 0, 0, 1, "2", "n"),
        bytes("D", 0, 0, 0, 7, "O", 0, 2, "t", 0, 0, 0, 1, "2", "n"),
        bytes("T", 0, 0, 0, 2, 0, 0, 0, 0, 7, 0, 0, 0, 8),
    ]

    static func relation() -> [UInt8] {
        bytes("R", 0, 0, 0, 7) + Array("public\u{0}t\u{0}".utf8) + bytes("d", 0, 2)
            + [1] + Array("id\u{0}".utf8) + [0, 0, 0, 20, 255, 255, 255, 255]
            + [0] + Array("note\u{0}".utf8) + [0, 0, 0, 25, 255, 255, 255, 255]
    }

    private func read(_ bytes: [UInt8]) throws -> StreamMessage {
        var reader = ByteReader(bytes)
        return try StreamMessage(&reader)
    }

    @Test func `Each message is read`() throws {
        #expect(try read(Self.messages[0]) == .begin(transaction: 9))
        #expect(try read(Self.messages[1]) == .commit(end: LogPosition(2)))
        #expect(
            try read(Self.messages[2])
                == .relation(
                    StreamMessage.Relation(
                        id: 7,
                        columns: [
                            .init(name: "id", isKey: true, type: 20), .init(name: "note", isKey: false, type: 25),
                        ])))
        #expect(try read(Self.messages[3]) == .insert(relation: 7, new: [.text(13..<15), .null]))
        #expect(
            try read(Self.messages[4])
                == .update(relation: 7, old: [.text(13..<14), .null], new: [.text(23..<24), .unchanged]))
        #expect(try read(Self.messages[5]) == .update(relation: 7, old: nil, new: [.text(13..<14), .null]))
        #expect(try read(Self.messages[6]) == .delete(relation: 7, old: [.text(13..<14), .null]))
        #expect(try read(Self.messages[7]) == .truncate(relations: [7, 8]))
        #expect(try read([UInt8(ascii: "Y"), 1, 2]) == .other(UInt8(ascii: "Y")))
    }

    @Test func `A message that is cut off anywhere is refused`() throws {
        for message in Self.messages {
            for length in 0..<message.count {
                // The end of a commit is not read.
                if message[0] == UInt8(ascii: "C"), length >= 18 { continue }
                let error = #expect(throws: PostgresError.self, "\(message) \(length)") {
                    try read(Array(message.prefix(length)))
                }
                #expect(error?.code == .badMessage)
            }
        }
    }

    @Test func `Bytes that were changed are read or refused`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var message = Self.messages.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                message[Int.random(in: 0..<message.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = try? read(message)
            // What is read can be used.
            var messages = TransactionMessages()
            Self.relation().withUnsafeBytes { messages.append($0) }
            message.withUnsafeBytes { messages.append($0) }
            var decoder = TransactionDecoder<Note>(relation: 7) { .init() }
            _ = try? decoder.changes(messages)
            _ = try? CopyDecoder.rows(message, isFirst: .random(using: &generator), as: Note.self)
        }
    }

    @Test func `Lengths beyond the end, and below zero, are refused`() {
        for length: [UInt8] in [[127, 255, 255, 255], [128, 0, 0, 0], [255, 255, 255, 255], [0, 0, 0, 3]] {
            #expect(throws: PostgresError.self) {
                try read(Self.bytes("I", 0, 0, 0, 7, "N", 0, 1, "t") + length + [1, 2])
            }
        }
        #expect(throws: PostgresError.self) { try read(Self.bytes("T", 255, 255, 255, 255, 0, 1)) }
    }

    /// Bytes from numbers and letters.
    static func bytes(_ parts: any BytePart...) -> [UInt8] { parts.map(\.byte) }
}

protocol BytePart {
    var byte: UInt8 { get }
}

extension Int: BytePart {
    var byte: UInt8 { UInt8(self) }
}

extension String: BytePart {
    var byte: UInt8 { Array(utf8)[0] }
}

/// A row of the table in the messages.
struct Note: PostgresRow {
    static let columns = ["id", "note"]
    static let key = ["id"]

    let id: Int
    var note: String?

    static func id(of values: RowValues) throws -> Int { try values.integer("id") }

    init(id: Int, note: String?) { (self.id, self.note) = (id, note) }

    init(_ values: RowValues, shown: Note?) throws {
        id = try values.integer("id")
        note = try values.optionalString("note", unchanged: shown?.note)
    }
}
