import Foundation
import GRDB
import Testing

@testable import BoardKit

@Suite struct BoardDatabaseErrorTests {
    private static func reason(_ path: String) async -> String? {
        await #expect(throws: BoardDatabaseError.self) { _ = try await BoardDatabase(path: path) }?.reason
    }

    @Test func `A file that is no database is refused, and stays as it is`() async throws {
        try await withTemporaryFile { path in
            let text = String(repeating: "not a database\n", count: 100)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(await Self.reason(path)?.hasPrefix("it is no board") == true)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test func `A database of another program is refused`() async throws {
        try await withTemporaryFile { path in
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
            try queue.close()
            #expect(await Self.reason(path)?.hasPrefix("it is no board") == true)
        }
    }

    @Test func `A missing folder is named`() async throws {
        try await withTemporaryFile { path in
            #expect(await Self.reason(path + "/missing/board.sqlite")?.hasPrefix("it cannot be opened") == true)
        }
    }

    @Test func `A board that another server uses is refused`() async throws {
        try await withTemporaryFile { path in
            let first = try await BoardDatabase(path: path)
            #expect(await Self.reason(path) == "another program uses it")
            try await first.close()
            await #expect(throws: Never.self) { try await BoardDatabase(path: path).close() }
        }
    }
}
