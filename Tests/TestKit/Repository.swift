package import Foundation
package import Testing

/// The files of the repository that the tests were built in.
package enum Repository {
    package static let url = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }

    /// A text file, by its path from the root.
    package static func text(_ path: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
    }

    /// The Swift files in a folder.
    package static func code(in folder: String) throws -> [String] {
        let files = FileManager.default.enumerator(
            at: url.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        var texts: [String] = []
        while let file = files?.nextObject() as? URL {
            if file.pathExtension == "swift" { texts.append(try String(contentsOf: file, encoding: .utf8)) }
        }
        return texts
    }

    /// The Swift code that a Markdown file shows.
    package static func blocks(of path: String) throws -> [String] {
        try text(path).components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }
}

/// Expects that each block of Swift code in an article is in one of these files, and that each file has one of them.
///
/// Blocks that begin with `// Theirs: ` show the code of another library, which is not compiled here.
package func expectCompiled(
    _ article: String, in files: [String], sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let codes = try files.map { "\n\(try Repository.text($0))\n" }
    var shown: Set<Int> = []
    for block in try Repository.blocks(of: article) where !block.hasPrefix("// Theirs: ") {
        let file = codes.firstIndex { isShown(block, in: $0) }
        if let file {
            shown.insert(file)
        } else {
            Issue.record("not compiled: \(block)", sourceLocation: sourceLocation)
        }
    }
    for (file, path) in files.enumerated() where !shown.contains(file) {
        Issue.record("no block is from \(path)", sourceLocation: sourceLocation)
    }
}

/// Whether the lines of a block are in the code, each as much more indented.
private func isShown(_ block: String, in code: String) -> Bool {
    [0, 4, 8, 12].contains { indentation in
        let margin = String(repeating: " ", count: indentation)
        let lines = block.components(separatedBy: "\n").map { $0.isEmpty ? "" : margin + $0 }
        return code.contains("\n\(lines.joined(separator: "\n"))\n")
    }
}
