import DataSources
import Foundation
import GRDB
import Testing

@testable import BoardKit

@Suite struct BoardDatabaseTests {
    /// The titles of each column.
    private static func titles(_ database: BoardDatabase) async -> [[String]] {
        await database.source.snapshot.map { $0.items.map(\.title) }
    }

    private static func add(_ id: String, _ column: String, before: String? = nil) -> BoardCommand {
        .add(.init(id: TextID(id), column: TextID(column), title: id, before: before.map { TextID($0) }))
    }

    /// A board without cards.
    private static func empty(_ path: String) async throws -> BoardDatabase {
        let database = try await BoardDatabase(path: path)
        for id in Array(await database.source.snapshot.items.map(\.id)) {
            try await database.apply(.delete(.init(id: id)), key: "empty-\(id)")
        }
        return database
    }

    @Test func `A new file has three columns and some cards`() async throws {
        try await withTemporaryFile { path in
            let database = try await BoardDatabase(path: path)
            #expect(await database.source.snapshot.map(\.id) == ["todo", "doing", "done"])
            #expect(await database.source.snapshot.itemCount == 4)
            #expect(await database.source.snapshot.map(\.header.count) == [2, 1, 1])
        }
    }

    @Test func `What was answered is there after a restart, in the same order`() async throws {
        try await withTemporaryFile { path in
            let database = try await Self.empty(path)
            for index in 0..<40 {
                let before = index.isMultiple(of: 3) ? nil : "c\(index / 2)"
                try await database.apply(
                    Self.add("c\(index)", index < 30 ? "todo" : "done", before: before), key: "\(index)")
            }
            let expected = await database.source.snapshot
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            #expect(await reopened.source.snapshot == expected)
            #expect(expected.itemCount == 40)
        }
    }

    @Test func `A command with a known key is not applied again, also after a restart`() async throws {
        try await withTemporaryFile { path in
            let database = try await Self.empty(path)
            try await database.apply(Self.add("a", "todo"), key: "1")
            try await database.apply(.rename(.init(id: "a", title: "b")), key: "2")
            try await database.apply(.rename(.init(id: "a", title: "c")), key: "3")
            try await database.apply(.rename(.init(id: "a", title: "b")), key: "2")
            #expect(await Self.titles(database) == [["c"], [], []])
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            try await reopened.apply(.rename(.init(id: "a", title: "b")), key: "2")
            try await reopened.apply(Self.add("a", "todo"), key: "1")
            #expect(await Self.titles(reopened) == [["c"], [], []])
        }
    }

    @Test func `A refusal is remembered like an answer`() async throws {
        try await withTemporaryFile { path in
            let database = try await Self.empty(path)
            let rename = BoardCommand.rename(.init(id: "a", title: "b"))
            await #expect(throws: Refusal(.noSuchCard, "there is no card a")) {
                try await database.apply(rename, key: "1")
            }
            try await database.apply(Self.add("a", "todo"), key: "2")
            await #expect(throws: Refusal(.noSuchCard, "there is no card a")) {
                try await database.apply(rename, key: "1")
            }
            #expect(await Self.titles(database) == [["a"], [], []])
        }
    }

    @Test(
        arguments: [
            (BoardCommand.rename(.init(id: "x", title: "t")), Refusal.Code.noSuchCard),
            (.move(.init(id: "x", column: "todo")), .noSuchCard), (.delete(.init(id: "x")), .noSuchCard),
            (.restore(.init(id: "x")), .noSuchCard), (.rename(.init(id: "a", title: " \n")), .emptyTitle),
            (.rename(.init(id: "a", title: String(repeating: "x", count: 1_501))), .longTitle),
            (.move(.init(id: "a", column: "nowhere")), .noSuchColumn),
            (.add(.init(id: "b", column: "nowhere", title: "t")), .noSuchColumn),
            (.add(.init(id: "a", column: "todo", title: "t")), .cardExists),
        ] as [(BoardCommand, Refusal.Code)])
    func `What cannot be done is refused with a code, and changes nothing`(
        _ command: BoardCommand, _ code: Refusal.Code
    ) async throws {
        try await withTemporaryFile { path in
            let database = try await Self.empty(path)
            try await database.apply(Self.add("a", "todo"), key: "1")
            let before = await database.source.snapshot
            let refusal = await #expect(throws: Refusal.self) { try await database.apply(command, key: "2") }
            #expect(refusal?.code == code)
            #expect(await database.source.snapshot.isIdentical(to: before))
            let reused = await #expect(throws: Refusal.self) { try await database.apply(command, key: "1") }
            #expect(reused?.code == .keyReused)
        }
    }

    @Test func `A deleted card comes back to its place`() async throws {
        try await withTemporaryFile { path in
            let database = try await Self.empty(path)
            for id in ["a", "b", "c"] { try await database.apply(Self.add(id, "todo"), key: id) }
            try await database.apply(.delete(.init(id: "b")), key: "1")
            try await database.apply(.delete(.init(id: "b")), key: "2")
            #expect(await Self.titles(database) == [["a", "c"], [], []])
            #expect(await database.source.snapshot.first?.header.count == 2)
            try await database.apply(.restore(.init(id: "b")), key: "3")
            try await database.apply(.restore(.init(id: "b")), key: "4")
            #expect(await Self.titles(database) == [["a", "b", "c"], [], []])
        }
    }

    @Test func `A card whose neighbor has gone elsewhere is placed at the end`() async throws {
        try await withTemporaryFile { path in
            let database = try await Self.empty(path)
            for id in ["a", "b", "c"] { try await database.apply(Self.add(id, "todo"), key: id) }
            try await database.apply(.move(.init(id: "b", column: "done")), key: "1")
            try await database.apply(.move(.init(id: "a", column: "todo", before: "b")), key: "2")
            #expect(await Self.titles(database) == [["c", "a"], [], ["b"]])
        }
    }

    @Test func `Many cards at one place keep their order, and so do deleted ones`() async throws {
        try await withTemporaryFile { path in
            let database = try await Self.empty(path)
            try await database.apply(Self.add("last", "todo"), key: "last")
            // Each one halves the distance to the last card, until the column is numbered anew.
            for index in 0..<100 {
                try await database.apply(Self.add("c\(index)", "todo", before: "last"), key: "\(index)")
            }
            let expected = (0..<100).map { "c\($0)" } + ["last"]
            #expect(await Self.titles(database)[0] == expected)
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            #expect(await Self.titles(reopened)[0] == expected)
        }
    }

    @Test(arguments: 0..<4) func `Random commands have the effect that they have on arrays`(_ seed: UInt64) async throws
    {
        try await withTemporaryFile { path in
            let database = try await Self.empty(path)
            var random = SplitMix(seed: seed)
            var model = [String: [String]](uniqueKeysWithValues: ["todo", "doing", "done"].map { ($0, []) })
            for step in 0..<300 {
                let all = model.values.flatMap { $0 }.sorted()
                let column = ["todo", "doing", "done"].randomElement(using: &random) ?? "todo"
                let before = Bool.random(using: &random) ? model[column]?.randomElement(using: &random) : nil
                let known = all.randomElement(using: &random)
                let command: BoardCommand
                if let known, step > 20, Int.random(in: 0..<3, using: &random) > 0 {
                    if Int.random(in: 0..<6, using: &random) == 0 {
                        command = .delete(.init(id: TextID(known)))
                    } else {
                        command = .move(
                            .init(id: TextID(known), column: TextID(column), before: before.map { TextID($0) }))
                    }
                } else {
                    command = Self.add("s\(step)", column, before: before)
                }
                try await database.apply(command, key: "\(step)")
                Self.apply(command, to: &model)
                let shown = Dictionary(
                    uniqueKeysWithValues: await database.source.snapshot.map { ($0.id.text, $0.items.map(\.id.text)) })
                try #require(shown == model, "step \(step)")
            }
            let last = await database.source.snapshot
            try await database.close()
            let reopened = try await BoardDatabase(path: path)
            #expect(await reopened.source.snapshot == last)
        }
    }

    private static func apply(_ command: BoardCommand, to model: inout [String: [String]]) {
        switch command {
        case .add(let add): place(add.id.text, add.column.text, add.before?.text, &model)
        case .move(let move) where move.before != move.id:
            place(move.id.text, move.column.text, move.before?.text, &model)
        case .delete(let delete): for column in model.keys { model[column]?.removeAll { $0 == delete.id.text } }
        default: break
        }
    }

    private static func place(_ id: String, _ column: String, _ before: String?, _ model: inout [String: [String]]) {
        for column in model.keys { model[column]?.removeAll { $0 == id } }
        let index = before.flatMap { model[column]?.firstIndex(of: $0) } ?? model[column]?.count ?? 0
        model[column]?.insert(id, at: index)
    }
}

/// Random numbers that a seed determines.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
