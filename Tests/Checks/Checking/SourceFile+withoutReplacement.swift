extension SourceFile {
    /// Deprecations that do not name what to use instead.
    ///
    /// `renamed:` names it, or a `message:` with a name in back quotes.
    var withoutReplacement: [(number: Int, text: String)] {
        guard text.has(#"\bdeprecated\b"#) else { return [] }
        var found: [(number: Int, text: String)] = []
        /// The line that an attribute begins on, and its text until here.
        var begun: (line: (number: Int, text: String), text: String)?
        for line in lines where !line.text.has("^ *//") {
            if begun == nil, line.text.has(#"@available *\("#) { begun = (line, "") }
            guard let attribute = begun else { continue }
            let text = attribute.text + line.text
            begun = (attribute.line, text)
            // A message may have parentheses, in pairs.
            guard text.count(where: { $0 == "(" }) <= text.count(where: { $0 == ")" }) else { continue }
            begun = nil
            let replacement = #"\brenamed: *"[^"]+"|\bmessage: *"[^"]*`[^"`]+`"#
            if text.has(#"\bdeprecated\b"#), !text.has(replacement) { found.append(attribute.line) }
        }
        return found + (begun.map { [$0.line] } ?? [])
    }
}
