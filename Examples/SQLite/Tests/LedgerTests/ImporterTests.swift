import Foundation
import GRDB
import Testing

@testable import Ledger

@Suite(.timeLimit(.minutes(1))) final class ImporterTests: Sendable {
    private let folder: URL
    private var file: String { folder.appendingPathComponent("money.csv").path }
    private var database: String { folder.appendingPathComponent("ledger.sqlite").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private let entries = Array(EntryGenerator(count: 7000, seed: 1))

    private func write(_ lines: [String]) throws {
        try Data((Entry.titles.joined(separator: ",") + "\n" + lines.joined()).utf8).write(
            to: URL(fileURLWithPath: file))
    }

    private func importFile(
        into pool: DatabasePool, _ malformed: Import.Malformed = .refuse, fromStart: Bool = false
    ) async throws {
        var importer = try Importer(file, into: pool, database, malformed, fromStart: fromStart)
        try await importer.run(ImportProgress(isTerminal: false, isSilent: true))
    }

    private func imported(_ pool: DatabasePool) async throws -> [Entry] {
        try await pool.read { database in
            try Entry.fetchAll(database, sql: "SELECT \(Entry.columns.joined(separator: ", ")) FROM entry ORDER BY id")
        }
        .map { entry in
            var entry = entry
            entry.id = 0
            return entry
        }
    }

    @Test func `all rows are imported, once, and appended ones later`() async throws {
        let pool = try LedgerFile.open(database, creates: true)
        try write(entries.prefix(5000).map(\.csv))
        try await importFile(into: pool)
        try await importFile(into: pool)
        #expect(try await imported(pool) == Array(entries.prefix(5000)))
        try write(entries.map(\.csv))
        try await importFile(into: pool)
        #expect(try await imported(pool) == entries)
        try await importFile(into: pool, fromStart: true)
        #expect(try await imported(pool) == entries + entries)
    }

    @Test func `a disk that is full is a plain error, and the import continues afterwards`() async throws {
        try write(entries.map(\.csv))
        let small = try LedgerFile.open(database, creates: true) { try $0.execute(sql: "PRAGMA max_page_count = 80") }
        let error = await #expect(throws: LedgerError.self) { try await importFile(into: small) }
        #expect("\(try #require(error))".contains("the disk is full"))
        let part = try await imported(small).count
        #expect(part > 0 && part < entries.count && part.isMultiple(of: Importer.batch))
        try small.close()
        let pool = try LedgerFile.open(database)
        try await importFile(into: pool)
        #expect(try await imported(pool) == entries)
    }

    @Test func `an import that is cancelled continues`() async throws {
        try write(entries.map(\.csv))
        let pool = try LedgerFile.open(database, creates: true)
        let task = Task { try await importFile(into: pool) }
        task.cancel()
        _ = await task.result
        try await importFile(into: pool)
        #expect(try await imported(pool) == entries)
    }

    @Test func `malformed rows are refused by line, or skipped`() async throws {
        var lines = entries.map(\.csv)
        lines[2500] = "2024-01-01,only,three\n"
        try write(lines)
        let pool = try LedgerFile.open(database, creates: true)
        let error = await #expect(throws: LedgerError.self) { try await importFile(into: pool) }
        #expect("\(try #require(error))".contains("money.csv:2502: 3 fields, not 6"))
        #expect(try await imported(pool).count == 2500)
        // Mended: what is before it is the same.
        lines[2500] = entries[2500].csv
        lines[6000] = "2024-01-01,a,b,c,1.234,\n"
        try write(lines)
        try await importFile(into: pool, .skip)
        #expect(try await imported(pool) == Array(entries[..<6000] + entries[6001...]))
    }

    @Test func `another file under the name is refused, and so is one without titles`() async throws {
        let pool = try LedgerFile.open(database, creates: true)
        try write(entries.map(\.csv))
        try await importFile(into: pool)
        try write(EntryGenerator(count: 7000, seed: 2).map(\.csv))
        let other = await #expect(throws: LedgerError.self) { try await importFile(into: pool) }
        #expect("\(try #require(other))".contains("is not the file whose import was begun"))
        try write([])
        let shorter = await #expect(throws: LedgerError.self) { try await importFile(into: pool) }
        #expect("\(try #require(shorter))".contains("is not the file"))
        try Data("a,b,c\n".utf8).write(to: URL(fileURLWithPath: file))
        let titles = await #expect(throws: LedgerError.self) { try await importFile(into: pool, fromStart: true) }
        #expect("\(try #require(titles))".contains("money.csv:1: the columns are not"))
    }

    @Test func `files that cannot be used are named with what to do`() async throws {
        #expect(
            "\(try #require(throws: LedgerError.self) { try LedgerFile.open(database) })".contains("does not exist"))
        #expect(
            "\(try #require(throws: LedgerError.self) { try LedgerFile.open(folder.path) })".contains(
                "cannot be opened"))
        try Data(String(repeating: "text ", count: 500).utf8).write(to: URL(fileURLWithPath: database))
        #expect(
            "\(try #require(throws: LedgerError.self) { try LedgerFile.open(database) })".contains("no SQLite database")
        )
    }
}
