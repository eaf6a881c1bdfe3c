import Foundation

/// A recorded editing session of a real document: transactions of patches `[position, deleted, inserted]`.
struct Trace: Decodable {
    struct Patch: Decodable {
        let position: Int
        let deleted: Int
        let inserted: String

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            position = try container.decode(Int.self)
            deleted = try container.decode(Int.self)
            inserted = try container.decode(String.self)
        }
    }

    struct Transaction: Decodable {
        let patches: [Patch]
    }

    let startContent: String
    let endContent: String
    let txns: [Transaction]

    /// Where the recorded sessions lie: beside the repository, or where `DATASOURCES_TRACES` says.
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["DATASOURCES_TRACES"] { return URL(fileURLWithPath: path) }
        let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return repository.deletingLastPathComponent().appendingPathComponent("shared/data")
    }()

    /// Whether a session can be replayed: not where every edit is followed by a look at all items.
    static func isReplayable(_ name: String) -> Bool {
        #if DATASOURCES_INTERNAL_CHECKS
        return false
        #else
        return exists(name)
        #endif
    }

    private static func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("\(name).json.gz").path)
    }

    /// Unpacks and reads a session.
    static func load(_ name: String) throws -> Trace {
        let gunzip = Process()
        gunzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        gunzip.arguments = ["gzip", "-dc", folder.appendingPathComponent("\(name).json.gz").path]
        let output = Pipe()
        gunzip.standardOutput = output
        try gunzip.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        gunzip.waitUntilExit()
        return try JSONDecoder().decode(Trace.self, from: data)
    }
}

/// A character of a document, told apart from all others that look the same.
struct Letter: Identifiable, Equatable, Sendable {
    let id: Int
    let scalar: Unicode.Scalar
}
