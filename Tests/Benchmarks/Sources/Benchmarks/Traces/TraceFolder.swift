import Foundation

/// Why a recorded session cannot be replayed.
struct TraceError: Error, CustomStringConvertible {
    let description: String
}

/// Where the recorded sessions lie.
struct TraceFolder {
    let url: URL

    /// The sessions, as their files are called.
    static let names = ["sveltecomponent", "automerge-paper"]

    /// The first of these that is there: what the environment variable `DATASOURCES_TRACES` names, `Traces` beside this
    /// package's sources, `shared/data` beside the repository.
    init() throws {
        let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let repository = package.deletingLastPathComponent().deletingLastPathComponent()
        var places = [
            package.appendingPathComponent("Traces"),
            repository.deletingLastPathComponent().appendingPathComponent("shared/data"),
        ]
        if let path = ProcessInfo.processInfo.environment["DATASOURCES_TRACES"] {
            places = [URL(fileURLWithPath: path)]
        }
        guard let place = places.first(where: { Self.names.allSatisfy(Self.files(in: $0)) }) else {
            throw TraceError(
                description: "no \(Self.names.map { $0 + ".json.gz" }.joined(separator: " and ")) in "
                    + places.map(\.path).joined(separator: " or ") + ": see Traces/README.md")
        }
        url = place
    }

    /// Unpacks and reads a session.
    ///
    /// - Throws: ``TraceError`` when there is no `gzip` on the path, or it does not unpack; else what decoding throws.
    func load(_ name: String) throws -> EditingTrace {
        let file = url.appendingPathComponent("\(name).json.gz")
        let gzip = Foundation.Process()
        gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", file.path]
        let output = Foundation.Pipe()
        gzip.standardOutput = output
        gzip.standardError = FileHandle.nullDevice
        try gzip.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        gzip.waitUntilExit()
        switch gzip.terminationStatus {
        case 0: return try JSONDecoder().decode(EditingTrace.self, from: data)
        case 127: throw TraceError(description: "\(file.path) is packed, and there is no gzip on the path")
        default: throw TraceError(description: "gzip cannot unpack \(file.path)")
        }
    }

    private static func files(in folder: URL) -> (String) -> Bool {
        { FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0).json.gz").path) }
    }
}
