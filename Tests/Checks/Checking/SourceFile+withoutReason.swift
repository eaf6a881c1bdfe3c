import Foundation

extension SourceFile {
    /// Unsafe code without a reason.
    ///
    /// A reason is a comment in the block of what it explains, above it, with no empty line between. Documentation is no
    /// reason.
    var withoutReason: [(number: Int, text: String)] {
        let pattern =
            #"(^|[^A-Za-z_@."`])unsafe |@(un)?safe( |$)|@unchecked Sendable|nonisolated\(unsafe\)"#
        guard text.has(pattern) else { return [] }
        var found: [(number: Int, text: String)] = []
        /// How far the last comment is indented, if it can be a reason for the next line.
        var reason: Int?
        for line in lines {
            let code = line.text.drop { $0 == " " }
            let indentation = line.text.count - code.count
            if code.isEmpty {
                reason = nil
            } else if code.hasPrefix("///") {
                continue
            } else if code.hasPrefix("//") {
                reason = indentation
            } else {
                if let comment = reason, indentation < comment { reason = nil }
                let comment = line.text.range(of: "//")
                if reason == nil, String(line.text[..<(comment?.lowerBound ?? line.text.endIndex)]).has(pattern) {
                    found.append(line)
                }
            }
        }
        return found
    }
}
