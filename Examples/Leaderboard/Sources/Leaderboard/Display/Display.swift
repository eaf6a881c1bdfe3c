import Console

/// Shows pictures: in place in a terminal, as lines elsewhere.
struct Display: Sendable {
    let isInPlace: Bool

    /// Begins; whatever happens, ``end()`` has to follow.
    func begin(_ text: String) throws(OutputError) {
        // No cursor, and no wrapping: a line that is too long must not push the others down.
        try StandardOutput.write(isInPlace ? "\u{1B}[?25l\u{1B}[?7l\u{1B}[2J\u{1B}[H\(text)" : text + "\n")
    }

    func show(_ picture: Picture) throws(OutputError) {
        guard isInPlace else { return try StandardOutput.write(picture.line + "\n") }
        let size = StandardOutput.size
        // A row for the prompt that comes next.
        let lines = picture.lines(width: size.width, height: size.height - 1)
        try StandardOutput.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
    }

    /// Shows the last picture.
    func conclude(with picture: Picture) throws(OutputError) {
        if isInPlace { return try show(picture) }
        try StandardOutput.write(picture.summary.map { $0 + "\n" }.joined())
    }

    /// Gives the terminal back.
    func end() {
        if isInPlace { try? StandardOutput.write("\u{1B}[?7h\u{1B}[?25h") }
    }
}
