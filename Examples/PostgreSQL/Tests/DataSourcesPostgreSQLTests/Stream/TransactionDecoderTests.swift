import DataSources
import Testing

@testable import DataSourcesPostgreSQL

struct TransactionDecoderTests {
    private func decoder(_ shown: [Note] = []) throws -> TransactionDecoder<Note> {
        let snapshot = try ListSnapshot(shown)
        return TransactionDecoder(relation: 7) { snapshot }
    }

    private func messages(_ all: [UInt8]...) -> TransactionMessages {
        var messages = TransactionMessages()
        for message in all { message.withUnsafeBytes { messages.append($0) } }
        return messages
    }

    private typealias Messages = StreamMessageTests
    private let relation = StreamMessageTests.relation()

    @Test func `Rows are made, changed and removed`() throws {
        var decoder = try decoder([Note(id: 1, note: "kept")])
        let changes = try decoder.changes(
            messages(relation, Messages.messages[3], Messages.messages[4], Messages.messages[6]))
        #expect(
            changes == [
                .upsert(Note(id: 42, note: nil)), .delete(id: 1), .upsert(Note(id: 2, note: "kept")), .delete(id: 2),
            ])
    }

    @Test func `A value that is not sent is taken from the transaction first, and its row must be known`() throws {
        let unchanged = Messages.bytes("U", 0, 0, 0, 7, "N", 0, 2, "t", 0, 0, 0, 1, "2", "u")
        let written = Messages.bytes("U", 0, 0, 0, 7, "N", 0, 2, "t", 0, 0, 0, 1, "2", "t", 0, 0, 0, 1, "x")
        var known = try decoder([Note(id: 2, note: "old")])
        #expect(
            try known.changes(messages(relation, unchanged, written, unchanged))
                == [
                    .upsert(Note(id: 2, note: "old")), .upsert(Note(id: 2, note: "x")), .upsert(Note(id: 2, note: "x")),
                ])
        var unknown = try decoder()
        let error = #expect(throws: PostgresError.self) { try unknown.changes(messages(relation, unchanged)) }
        #expect(error?.code == .missingRow && error?.isRetryable == true)
    }

    @Test func `TRUNCATE removes what is shown, and only what it is about`() throws {
        var decoder = try decoder([Note(id: 1, note: nil), Note(id: 2, note: nil)])
        let other = Messages.bytes("T", 0, 0, 0, 1, 0, 0, 0, 0, 8)
        #expect(try decoder.changes(messages(other)) == [])
        #expect(
            try decoder.changes(messages(relation, Messages.messages[3], Messages.messages[7]))
                == [.delete(id: 1), .delete(id: 2)])
    }

    @Test func `A row before its table, or with other columns, is refused`() throws {
        var decoder = try decoder()
        #expect(throws: PostgresError.self) { try decoder.changes(messages(Messages.messages[3])) }
        let short = Messages.bytes("I", 0, 0, 0, 7, "N", 0, 1, "t", 0, 0, 0, 1, "1")
        #expect(throws: PostgresError.self) { try decoder.changes(messages(relation, short)) }
    }

    @Test func `A column of another type is a change of the table, and one that is gone an error`() throws {
        var decoder = try decoder()
        var other = relation
        other[24] = 23
        let error = #expect(throws: PostgresError.self) { try decoder.changes(messages(relation, other)) }
        #expect(error?.code == .definitionChanged)
        var renamed = relation
        renamed[renamed.count - 13] = UInt8(ascii: "N")
        let gone = #expect(throws: PostgresError.self) { try decoder.changes(messages(renamed)) }
        #expect(gone?.code == .noColumn)
    }
}
