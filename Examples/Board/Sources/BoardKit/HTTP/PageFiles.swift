import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of the page.
struct PageFiles: Sendable {
    private struct File: Sendable {
        let content: ByteBuffer
        let type: String
        let tag: String
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon", "webmanifest": "application/manifest+json",
    ]

    private let folder: URL
    private let readsAlways: Bool
    private let files: [String: File]

    /// Reads the files of a folder.
    ///
    /// - Parameter path: The folder; that of the program if it is `nil`. Files of another one are read anew each time.
    /// - Throws: ``PageError`` if there is no page; an error of the system if a file cannot be read.
    init(folder path: String?) throws {
        folder = path.map { URL(filePath: $0) } ?? Bundle.module.bundleURL.appending(path: "Public")
        readsAlways = path != nil
        files = try Self.read(folder)
        guard files["index.html"] != nil else { throw PageError(folder: folder.path) }
    }

    /// The file at a path, `nil` if there is none.
    func response(to request: Request) -> Response? {
        let path = request.uri.path
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        let current = readsAlways ? (try? Self.read(folder)) ?? files : files
        guard let file = current[name] else { return nil }
        var headers: HTTPFields = [.contentType: file.type, .cacheControl: "no-cache", .eTag: file.tag]
        if request.headers[.ifNoneMatch] == file.tag { return Response(status: .notModified, headers: headers) }
        headers[.contentLength] = "\(file.content.readableBytes)"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.content))
    }

    private static func read(_ folder: URL) throws -> [String: File] {
        var files: [String: File] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            guard let type = types[file.pathExtension] else { continue }
            let content = try Data(contentsOf: file)
            files[file.lastPathComponent] = File(content: ByteBuffer(bytes: content), type: type, tag: tag(content))
        }
        return files
    }

    /// A tag of the content: its FNV-1a hash.
    private static func tag(_ content: Data) -> String {
        let hash = content.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\"\(String(hash, radix: 36))\""
    }
}

/// The page is missing.
struct PageError: Error, CustomStringConvertible {
    let folder: String

    var description: String { "there is no page in \(folder)" }
}
