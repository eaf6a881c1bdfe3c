import Foundation

/// The `sqlite3` of the system, as another process that keeps a database open.
final class Elsewhere: Sendable {
    private let process = Process()
    private let input = Pipe()

    init(_ path: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-cmd", ".timeout 10000", path]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Has it execute statements soon.
    func write(_ sql: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((sql + "\n").utf8)) }

    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
