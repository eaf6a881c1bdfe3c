import TerminalViews

/// A part of the window: a rule with a title, and lines below it.
struct Pane {
    var title: String
    var note: String
    var lines: [Line]

    /// The rule: `─ Users ──────── 3 ─`.
    ///
    /// - Parameters:
    ///   - width: The columns.
    ///   - isActive: Whether keys go to this part.
    /// - Returns: The rule.
    func rule(width: Int, isActive: Bool = false) -> Line {
        let heading = " \(title) "
        let note = note.isEmpty ? "" : " \(note) "
        let dashes = width - 2 - heading.columns - note.columns
        // Where there is no room for both, the note goes.
        guard dashes > 0 else {
            return (Line("─", .dim) + Line(heading, isActive ? .heading : .bold)).fitted(to: width)
        }
        return Line("─", .dim) + Line(heading, isActive ? .heading : .bold)
            + Line(String(repeating: "─", count: dashes), .dim)
            + Line(note) + Line("─", .dim)
    }

    /// The room for text in a pane of this width: a column of air on either side, where columns are not short.
    static func textWidth(in width: Int) -> Int {
        width >= 30 ? width - 2 : width
    }

    /// Exactly so many lines of exactly this width, the rule among them.
    func rows(width: Int, height: Int) -> [Line] {
        let textWidth = Self.textWidth(in: width)
        let margin = Line(String(repeating: " ", count: (width - textWidth) / 2))
        let lines = [rule(width: width)] + lines.map { margin + $0.fitted(to: textWidth) + margin }
        let blank = Line().fitted(to: width)
        return lines.prefix(height) + Array(repeating: blank, count: max(0, height - lines.count))
    }
}
