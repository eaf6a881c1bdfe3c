import DataSources
import Foundation
import GRDB
import Testing

@testable import BoardKit

/// Law 18: what clients can make the server keep is bounded, in numbers and in bytes.
@Suite struct BoundsTests {
    private static func count(_ database: BoardDatabase, _ sql: String) async throws -> Int {
        try await database.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(sql)") ?? 0 }
    }

    @Test func `As many answers are kept as the bound says, the last ones`() async throws {
        try await withTemporaryFile { path in
            var bounds = BoardDatabase.Bounds()
            bounds.answers = 10
            let database = try await BoardDatabase(path: path, bounds: bounds)
            for number in 0..<60 {
                try? await database.apply(
                    .rename(.init(id: number < 30 ? "welcome-todo-1" : "none", title: "\(number)")), key: "\(number)")
            }
            #expect(try await Self.count(database, "command") == 10)
            let title = await database.source.snapshot.items.first?.title
            await #expect(throws: Refusal(.noSuchCard, "there is no card none")) {
                try await database.apply(.rename(.init(id: "none", title: "59")), key: "59")
            }
            #expect(await database.source.snapshot.items.first?.title == title)
        }
    }

    @Test func `An answer takes a few bytes, whatever the command and its refusal say`() async throws {
        try await withTemporaryFile { path in
            let database = try await BoardDatabase(path: path)
            let (long, title) = (String(repeating: "\u{1}", count: 64), String(repeating: "\u{1}", count: 60_000))
            for command in [
                BoardCommand.rename(.init(id: "welcome-todo-1", title: title)),
                .move(.init(id: "welcome-todo-1", column: .init(long), before: .init(long))),
                .add(.init(id: .init(long), column: .init(long), title: "t")), .delete(.init(id: .init(long))),
            ] {
                try? await database.apply(command, key: String(repeating: "k", count: 60) + command.name.prefix(4))
            }
            let longest = try await database.queue.read { db in
                try Int.fetchOne(
                    db, sql: "SELECT max(length(CAST(key || content || code || message AS BLOB))) FROM command")
            }
            #expect(try #require(longest) <= 64 + 32 + 12 + 100)
            #expect(try await Self.count(database, "command") == 4)
        }
    }

    @Test func `Deleted cards are bounded, and those on the board too, when one comes back as well`() async throws {
        try await withTemporaryFile { path in
            var bounds = BoardDatabase.Bounds()
            (bounds.cards, bounds.deletedCards) = (10, 5)
            let database = try await BoardDatabase(path: path, bounds: bounds)
            for number in 0..<150 {
                let id = Card.ID("c\(number)")
                try await database.apply(.add(.init(id: id, column: "todo", title: "t")), key: "a\(number)")
                try await database.apply(.delete(.init(id: id)), key: "d\(number)")
            }
            // It looks for them every hundred commands.
            #expect(try await Self.count(database, "card WHERE deleted IS NOT NULL") <= 5 + 50)
            await #expect(throws: Refusal(.noSuchCard, "there is no card c0")) {
                try await database.apply(.restore(.init(id: "c0")), key: "r0")
            }
            for number in 0..<6 {
                try await database.apply(
                    .add(.init(id: .init("n\(number)"), column: "todo", title: "t")), key: "n\(number)")
            }
            for command in [
                BoardCommand.add(.init(id: "more", column: "todo", title: "t")), .restore(.init(id: "c149")),
            ] {
                let refusal = await #expect(throws: Refusal.self) {
                    try await database.apply(command, key: "full \(command.name)")
                }
                #expect(refusal?.code == .boardFull)
            }
            #expect(await database.source.snapshot.itemCount == 10)
        }
    }

    @Test func `The file does not grow beyond its bound, and the board stays as it is`() async throws {
        try await withTemporaryFile { path in
            var bounds = BoardDatabase.Bounds()
            bounds.bytes = 200_000
            let database = try await BoardDatabase(path: path, bounds: bounds)
            let title = String(repeating: "x", count: 1_500)
            var failures = 0
            for number in 0..<300 {
                do {
                    let id = Card.ID("c\(number)")
                    try await database.apply(.add(.init(id: id, column: "todo", title: title)), key: "\(number)")
                } catch let error as DatabaseError {
                    #expect(error.resultCode == .SQLITE_FULL)
                    failures += 1
                }
            }
            #expect(failures > 100)
            #expect(await database.source.snapshot.itemCount == 4 + 300 - failures)
            try await database.close()
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            #expect(try #require(size) <= 204_800)
        }
    }

    @Test func `Answers of a file of the first version are found by their commands`() async throws {
        try await withTemporaryFile { path in
            let database = try await BoardDatabase(path: path)
            let rename = BoardCommand.rename(.init(id: "welcome-todo-1", title: "\u{E9}\""))
            try await database.apply(rename, key: "1")
            // As it was before.
            try await database.queue.write { db in
                try db.execute(
                    sql: "UPDATE command SET content = ?", arguments: [#"rename {"id":"welcome-todo-1","title":"é\""}"#]
                )
                try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '2'")
            }
            try await database.apply(.rename(.init(id: "welcome-todo-1", title: "Later")), key: "2")
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            try await reopened.apply(rename, key: "1")
            #expect(await reopened.source.snapshot.items.first?.title == "Later")
            // The same to people, and another text to SQLite.
            let other = BoardCommand.rename(.init(id: "welcome-todo-1", title: "e\u{301}\""))
            let refusal = await #expect(throws: Refusal.self) { try await reopened.apply(other, key: "1") }
            #expect(refusal?.code == .keyReused)
        }
    }
}
