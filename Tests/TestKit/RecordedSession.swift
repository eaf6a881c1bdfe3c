import Foundation

/// A recorded editing session of a real document, as transactions of patches.
package struct RecordedSession: Decodable, Sendable {
    /// Characters removed at a position, and others put there: `[position, deleted, inserted]`.
    package struct Patch: Decodable, Sendable {
        package let position: Int
        package let deleted: Int
        package let inserted: String

        package init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            position = try container.decode(Int.self)
            deleted = try container.decode(Int.self)
            inserted = try container.decode(String.self)
        }
    }

    /// Patches that were made at once.
    package struct Transaction: Decodable, Sendable {
        package let patches: [Patch]
    }

    package let startContent: String
    package let endContent: String
    package let txns: [Transaction]

    /// Where the sessions are: beside the repository, or where `DATASOURCES_TRACES` says; see `Tests/Benchmarks/Traces`.
    private static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["DATASOURCES_TRACES"] { return URL(fileURLWithPath: path) }
        return Repository.url.deletingLastPathComponent().appendingPathComponent("shared/data")
    }()

    private static func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).json.gz") }

    /// Whether sessions can be replayed: not where every edit is followed by a look at all items.
    package static func areReplayable(_ names: String...) -> Bool {
        #if DATASOURCES_INTERNAL_CHECKS
        return false
        #else
        return names.allSatisfy { FileManager.default.fileExists(atPath: file($0).path) }
        #endif
    }

    /// Unpacks and reads a session.
    package static func load(_ name: String) throws -> RecordedSession {
        let gzip = Process()
        gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", file(name).path]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        gzip.waitUntilExit()
        return try JSONDecoder().decode(RecordedSession.self, from: data)
    }
}
