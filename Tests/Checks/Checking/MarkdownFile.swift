import Foundation

/// A Markdown file: what it links to, and what can be linked to in it.
struct MarkdownFile {
    struct Link {
        /// The number of its line, from 1.
        var number: Int
        var target: String
        var isImage = false
    }

    var path: String
    /// The text with nothing but line ends in place of blocks of code and comments.
    private var text: String
    /// The same without code in a line.
    private var prose: String

    init(path: String, text: String) {
        self.path = path
        self.text = Self.withoutBlocks(text).emptying(#"<!--[\s\S]*?-->"#)
        // Code in a line ends in its paragraph.
        prose = self.text.emptying(#"(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\1(?!`)"#)
    }

    /// Whether DocC renders it.
    var isArticle: Bool { catalog != nil }

    /// The folder that DocC takes it from.
    var catalog: String? {
        path.range(of: #"^(.*\.docc)/"#, options: .regularExpression).map { String(path[$0]) }
    }

    /// All that it links to, except for bare addresses.
    var links: [Link] {
        var found = inlineLinks(in: prose[...])
        for pattern in [
            #"(?m)^ {0,3}\[[^\]^][^\]\n]*\]:[ \t]*<?([^\s>]+)"#,
            #"<([A-Za-z][A-Za-z0-9+.-]*:[^>\s]*)>"#,
            #"\b(?:src|srcset|href)="([^"]*)""#,
        ] {
            found += prose.groups(of: pattern).map { groups in
                Link(number: number(of: groups[1]), target: String(groups[1]), isImage: groups[0].hasPrefix("src"))
            }
        }
        return found.sorted { $0.number < $1.number }
    }

    /// The addresses in other places that it names, also those that are no links.
    var addresses: [Link] {
        // A sentence may end after an address.
        prose.groups(of: #"https?://[^\s<>()\[\]"'|]*[^\s<>()\[\]"'|.,:;]"#).map { groups in
            Link(number: number(of: groups[0]), target: String(groups[0]))
        }
    }

    /// What `#…` can be behind its path, as GitHub makes them from headings.
    var anchors: Set<String> {
        var found = Set(text.groups(of: #"\b(?:id|name)="([^"]+)""#).map { String($0[1]) })
        var times: [String: Int] = [:]
        for groups in text.groups(of: #"(?m)^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$"#) {
            let shown = String(groups[1])
                .replacingOccurrences(of: #"!?\[([^\]]*)\]\([^)]*\)"#, with: "$1", options: .regularExpression)
            let kept = shown.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
            let anchor = kept.replacing(" ", with: "-")
            let before = times[anchor, default: 0]
            times[anchor] = before + 1
            found.insert(before == 0 ? anchor : "\(anchor)-\(before)")
        }
        return found
    }

    private func inlineLinks(in part: Substring) -> [Link] {
        // The text of a link may have brackets in it, and an image that is a link has a link in its text.
        let pattern =
            #"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]"#
            + #"\(\s*(?:<([^>\n]*)>|((?:[^()\s]|\([^()\s]*\))*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)"#
        return prose.groups(of: pattern, in: part).flatMap { groups in
            let target = groups[3].isEmpty ? groups[4] : groups[3]
            let line = number(of: target.isEmpty ? groups[0] : target)
            let link = Link(number: line, target: String(target), isImage: !groups[1].isEmpty)
            return (groups[2].contains("](") ? inlineLinks(in: groups[2]) : []) + [link]
        }
    }

    private func number(of part: Substring) -> Int {
        prose[..<part.startIndex].count { $0.isNewline } + 1
    }

    /// The text with an empty line for each line of a block of code.
    private static func withoutBlocks(_ text: String) -> String {
        /// What the open block began with.
        var fence: Substring?
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let content = line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
            let mark = content.first.flatMap { "`~".contains($0) ? $0 : nil }
            let marks = content.prefix { $0 == mark }
            if let begun = fence {
                if marks.hasPrefix(begun), content.dropFirst(marks.count).allSatisfy(\.isWhitespace) { fence = nil }
                return ""
            }
            // Otherwise it is code in a line.
            if marks.count >= 3, mark == "~" || !content.dropFirst(marks.count).contains("`") {
                fence = marks
                return ""
            }
            return String(line)
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// The parts that match a regular expression, each with its groups; a group that is not there is empty.
    func groups(of pattern: String) -> [[Substring]] { groups(of: pattern, in: self[...]) }

    /// The same for a part of this text.
    func groups(of pattern: String, in part: Substring) -> [[Substring]] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else {
            preconditionFailure("no regular expression: \(pattern)")
        }
        return expression.matches(in: self, range: NSRange(part.startIndex..<part.endIndex, in: self)).map { match in
            (0..<match.numberOfRanges).map { Range(match.range(at: $0), in: self).map { self[$0] } ?? "" }
        }
    }

    /// The text with line ends alone in place of what matches a regular expression.
    fileprivate func emptying(_ pattern: String) -> String {
        var result = ""
        var end = startIndex
        for groups in groups(of: pattern) {
            result += self[end..<groups[0].startIndex] + groups[0].filter { $0.isNewline }
            end = groups[0].endIndex
        }
        return result + self[end...]
    }
}
