import Foundation

/// A file as the rules read it.
package struct SourceFile {
    package var path: String
    var text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// The lines with their numbers, from 1.
    var lines: [(number: Int, text: String)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0 + 1, String($1)) }
    }

    /// The lines that match a regular expression and are no comments.
    func code(matching pattern: String) -> [(number: Int, text: String)] {
        // Most files have no such line, and one search through the whole text says so in a tenth of the time.
        guard text.has(pattern) else { return [] }
        return lines.filter { line in !line.text.has("^ *//") && line.text.has(pattern) }
    }
}

extension String {
    /// Whether a part of the text matches a regular expression, in which `^` and `$` are the ends of a line.
    func has(_ pattern: String) -> Bool {
        range(of: "(?m)" + pattern, options: .regularExpression) != nil
    }
}
