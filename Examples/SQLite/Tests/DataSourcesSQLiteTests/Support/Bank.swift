import DataSources
import DataSourcesSQLite
import Foundation
import GRDB
import Testing

/// A database in a folder of its own, which is deleted at the end, and a table that follows it.
final class Bank: Sendable {
    let folder: URL
    let pool: DatabasePool
    let table: FollowedTable<Account>

    var path: String { folder.appendingPathComponent("bank.sqlite").path }

    init(allowsHook: Bool = true, query: TableQuery<Account> = Account.query) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("bank-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        pool = try DatabasePool(
            path: folder.appendingPathComponent("bank.sqlite").path, configuration: Self.configuration)
        try pool.write { try Account.create($0) }
        table = FollowedTable(query, in: pool, allowsHook: allowsHook)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        return configuration
    }

    static let backoff = Backoff(initial: .milliseconds(5), maximum: .milliseconds(50))

    /// Follows the table while `body` runs.
    func followed<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                do { try await self.table.run(backoff: Self.backoff) } catch is CancellationError {}
                return nil
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            while let value = try await group.next() { if let value { return value } }
            throw CancellationError()
        }
    }

    /// Waits until the list shows what is in the table.
    func caughtUp() async throws {
        let wanted = try await pool.read { try Account.all($0) }
        await table.list.first { Array($0) == wanted }
    }

    func write(_ sql: String) async throws {
        try await pool.write { try $0.execute(sql: sql) }
    }

    /// Lets the `sqlite3` of the system execute statements, as another process.
    func elsewhere(_ sql: String) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-bail", "-cmd", ".timeout 10000", path, sql]
        process.standardOutput = FileHandle.nullDevice
        let code = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        #expect(code == 0, "sqlite3 exits with \(code) for \(sql)")
    }
}
