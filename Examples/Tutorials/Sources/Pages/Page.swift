public import Foundation

/// A page of the tutorials: an article with code, commands and output.
public struct Page: Sendable {
    /// The root of the repository.
    public static let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    /// The name of the article.
    public let name: String
    /// The text of the article, in Markdown.
    public let text: String

    /// Reads a page.
    ///
    /// - Throws: When there is no such page.
    public init(_ name: String) throws {
        self.name = name
        text = try Self.file("Sources/DataSources/DataSources.docc/Tutorials/\(name).md")
    }

    /// The text of a file, by its path from the root of the repository.
    ///
    /// - Throws: When it cannot be read.
    public static func file(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The blocks of a language, without their fences: `swift`, `sh`, or an empty name for output.
    public func blocks(_ language: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring] = []
        var current: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.hasPrefix("```") {
                block.append(line)
            } else if let ended = current {
                if ended == language { blocks.append(block.joined(separator: "\n") + "\n") }
                current = nil
            } else {
                current = line.dropFirst(3)
                block = []
            }
        }
        return blocks
    }

    /// The sentences of the prose: without code, headings and tables.
    public var sentences: [String] {
        var isCode = false
        var paragraphs = [""]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            let isProse = !isCode && !["```", "#", "|"].contains(where: line.hasPrefix)
            if !isProse || line.isEmpty || line.hasPrefix("- ") { paragraphs.append("") }
            if isProse { paragraphs[paragraphs.count - 1] += " \(line)" }
        }
        return paragraphs.flatMap { paragraph in
            paragraph.replacing(/[.!?:]\)?(\s|$)/, with: "\n").split(separator: "\n").map(String.init)
        }
    }
}
