import DataSources
import Foundation
import GRDB
import Testing

@testable import BoardKit

@Suite struct LabelsAndDaysTests {
    private static let id: Card.ID = "welcome-todo-1"

    private static func card(_ database: BoardDatabase) async throws -> Card {
        try #require(await database.source.snapshot.items.first { $0.id == id })
    }

    private static func label(_ label: CardLabel, _ on: Bool = true) -> BoardCommand {
        .label(.init(id: id, label: label, on: on))
    }

    @Test func `A card has each label once, in their order, whatever the order of the commands`() async throws {
        try await withTemporaryFile { path in
            let database = try await BoardDatabase(path: path)
            #expect(try await Self.card(database).labels == nil)
            for (index, label) in (CardLabel.allCases.reversed() + CardLabel.allCases).enumerated() {
                try await database.apply(Self.label(label), key: "\(index)")
            }
            #expect(try await Self.card(database).labels == CardLabel.allCases)
            let before = await database.source.snapshot
            try await database.apply(Self.label(.red), key: "again")
            #expect(await database.source.snapshot.isIdentical(to: before))
            for label in [CardLabel.green, .red, .red, .blue] {
                try await database.apply(Self.label(label, false), key: "off-\(UUID())")
            }
            #expect(try await Self.card(database).labels == [.yellow, .orange, .purple])
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            #expect(try await Self.card(reopened).labels == [.yellow, .orange, .purple])
            for label in CardLabel.allCases { try await reopened.apply(Self.label(label, false), key: label.rawValue) }
            #expect(try await Self.card(reopened).labels == nil)
        }
    }

    @Test func `A day is set, changed and removed, and the rest of the card stays`() async throws {
        try await withTemporaryFile { path in
            let database = try await BoardDatabase(path: path)
            let before = try await Self.card(database)
            try await database.apply(Self.label(.purple), key: "1")
            try await database.apply(.due(.init(id: Self.id, due: try Day("2026-11-03"))), key: "2")
            try await database.apply(.rename(.init(id: Self.id, title: "Renamed")), key: "3")
            try await database.apply(.due(.init(id: Self.id, due: try Day("2028-02-29"))), key: "4")
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            let after = try await Self.card(reopened)
            #expect(after.title == "Renamed" && after.created == before.created)
            #expect(after.labels == [.purple] && after.due?.text == "2028-02-29")
            try await reopened.apply(.due(.init(id: Self.id)), key: "5")
            try await reopened.apply(.due(.init(id: Self.id)), key: "6")
            #expect(try await Self.card(reopened).due == nil)
            #expect(try await Self.card(reopened).labels == [.purple])
        }
    }

    @Test func `A deleted card takes neither, and comes back with both`() async throws {
        try await withTemporaryFile { path in
            let database = try await BoardDatabase(path: path)
            try await database.apply(Self.label(.blue), key: "1")
            try await database.apply(.due(.init(id: Self.id, due: try Day("2026-11-03"))), key: "2")
            let before = await database.source.snapshot
            try await database.apply(.delete(.init(id: Self.id)), key: "3")
            for (key, command) in [("4", Self.label(.red)), ("5", .due(.init(id: Self.id)))] {
                await #expect(throws: Refusal(.noSuchCard, "there is no card \(Self.id)")) {
                    try await database.apply(command, key: key)
                }
            }
            try await database.apply(.restore(.init(id: Self.id)), key: "6")
            #expect(await database.source.snapshot == before)
        }
    }

    @Test(arguments: [
        ("labels = 64", "labels is no number of labels"), ("labels = -1", "labels is no number of labels"),
        ("labels = 'red'", "labels is no number of labels"), ("labels = 1.5", "labels is no number of labels"),
        ("due = x'00'", "due is no text"), ("due = 20261103", "due: 20261103 is no day: a day is written as"),
        ("due = '2026-02-30'", "due: 2026-02-30 is no day: the days of that month are 01 to 28"),
        ("due = 'a' || char(0)", "due has the character U+0000"),
        ("due = hex(zeroblob(1000))", "due has 2000 bytes, not 0 to 64"),
    ])
    func `A row whose labels or day another program has broken is reported`(
        _ set: String, _ reason: String
    ) async throws {
        try await withTemporaryFile { path in
            try await BoardDatabase(path: path).close()
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: "UPDATE card SET \(set) WHERE number = 1") }
            try queue.close()
            let log = TestLog()
            let database = try await BoardDatabase(path: path, logger: log.logger)
            #expect(database.unreadableRows == 1)
            #expect(log.lines.first?.hasPrefix("not shown: row 1 of card: \(reason)") == true, "\(log.lines)")
            #expect(await database.source.snapshot.itemCount == 3)
        }
    }
}
