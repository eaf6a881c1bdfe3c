import Foundation

/// Lines of text in a file that is replaced as a whole, and read only if it is whole and of this version.
///
/// The first line has the version and a checksum of the others.
struct CheckedFile: Sendable {
    /// Counts the forms that the files have had; others are refused.
    static let version = 1

    let url: URL
    private let newline = UInt8(ascii: "\n")

    init(url: URL) {
        self.url = url
    }

    /// Replaces the file.
    ///
    /// - Throws: Any error of the file system; then the file is as before.
    func write(_ lines: [[UInt8]]) throws {
        let content = Data(lines.joined(separator: [newline]))
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try (Data("staff \(Self.version) \(Self.checksum(of: content))\n".utf8) + content)
            .write(to: url, options: .atomic)
    }

    /// The lines; `nil` if there is no file.
    ///
    /// - Throws: ``SavedFileError`` if the file is of another version, or not as it was written; any error of the file
    ///   system.
    func read() throws -> [[UInt8]]? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let data = try Data(contentsOf: url)
        guard let end = data.firstIndex(of: newline) else { throw SavedFileError.damaged }
        let content = Data(data[data.index(after: end)...])
        let head = String(decoding: data[..<end], as: UTF8.self).split(separator: " ")
        guard head.count == 3, head[0] == "staff", let version = Int(head[1]) else { throw SavedFileError.damaged }
        guard version == Self.version else { throw SavedFileError.version(version) }
        guard head[2] == Self.checksum(of: content) else { throw SavedFileError.damaged }
        return content.split(separator: newline).map { Array($0) }
    }

    /// FNV-1a, 64 bits: it finds what storage does by accident, not what somebody does on purpose.
    private static func checksum(of content: Data) -> String {
        String(content.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
}

/// Why a saved file cannot be used.
public enum SavedFileError: Error, Hashable, CustomStringConvertible {
    /// It is not as it was written.
    case damaged
    /// It was written by another version of the app.
    case version(Int)

    /// For people.
    public var description: String {
        switch self {
        case .damaged: "the saved file is damaged"
        case .version(let version): "the saved file has version \(version), and this app reads \(CheckedFile.version)"
        }
    }
}
