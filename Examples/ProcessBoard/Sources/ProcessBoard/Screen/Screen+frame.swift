import Console
import TerminalViews

extension Screen {
    /// Where the parts of a window are.
    func layout(in size: Size) -> Layout {
        Layout(board.view, in: size, cores: machine.value?.cores.count ?? 0)
    }

    /// The whole window: exactly as many lines as it has rows, each exactly as wide as it is, in any window.
    ///
    /// - Parameters:
    ///   - size: The window.
    ///   - isFinal: Whether this is the picture that stays when the program has ended: it has no keys and no selection.
    /// - Returns: The lines from the top.
    func frame(in size: Size, isFinal: Bool = false) -> [Line] {
        let layout = layout(in: size)
        let header = HeaderPane(machine: machine.value ?? Machine(), load: load.value ?? Load())
        let active = isFinal ? nil : board.list(in: layout)
        var frame = header.lines(width: layout.size.width, height: layout.headerHeight)
        frame += body(layout, active)
        if layout.hasFooter { frame.append(isFinal ? Line().fitted(to: size.width) : board.footer(width: size.width)) }
        if isFinal { return frame }
        switch board.mode {
        case .helping(let first):
            return Board.help.box(in: layout.size, from: first).overlaid(on: frame, size: layout.size)
        case .signalling(let choice): return choice.box.overlaid(on: frame, size: layout.size)
        case .browsing, .typing: return frame
        }
    }

    private func body(_ layout: Layout, _ active: Board.List?) -> [Line] {
        let table = layout.table.map { tableLines($0, active == .table, isAlone: layout.users == nil) } ?? []
        let users = layout.users.map { usersLines($0, active == .users, isAlone: layout.table == nil) } ?? []
        let log = layout.log.map { part in
            Pane(title: "Changes", note: self.log.summary, lines: self.log.lines.suffix(part.content.count))
                .rows(width: part.width, height: part.height)
        }
        let right = users + (log ?? [])
        guard layout.hasColumns else { return table + right }
        return zip(table, right).enumerated().map { row, sides in
            let joint = row == 0 ? "┬" : row == users.count ? "├" : "│"
            return sides.0 + Line(joint, .dim) + sides.1
        }
    }

    private func tableLines(_ part: Layout.Part, _ isActive: Bool, isAlone: Bool) -> [Line] {
        var rows = table.lines(in: part.size, isActive: isActive)
        if table.shown.isEmpty, !rows.isEmpty, !board.filter.text.isEmpty {
            rows[0] = Line(" no process matches the filter", .dim).fitted(to: part.size.width)
        }
        let titles = part.hasTitles ? [TablePane.titles(board.sorting, width: part.size.width)] : []
        let margin = Line(String(repeating: " ", count: part.textColumn - part.column))
        var lines = (titles + rows).map { (margin + $0).fitted(to: part.width) }
        guard part.hasRule else {
            // Without a rule, the titles say which rows are shown, where they leave room.
            let rows = Self.rows(table.visible, of: table.shown.count)
            if part.hasTitles, let rows, part.width >= 5 * rows.columns {
                lines[0] = lines[0].overlaid(with: Line(" \(rows)", .titles), at: part.width - rows.columns - 1)
            }
            return Array(lines.prefix(part.height))
        }
        let note = Self.note(board.tableNote(count: table.shown.count), table.visible, of: table.shown.count)
        let pane = Pane(title: board.tableTitle, note: note, lines: [])
        return Array(([pane.rule(width: part.width, isActive: isActive && !isAlone)] + lines).prefix(part.height))
    }

    private func usersLines(_ part: Layout.Part, _ isActive: Bool, isAlone: Bool) -> [Line] {
        let rows = users.lines(in: part.size, isActive: isActive)
        let note = Self.note("\(users.shown.count)", users.visible, of: users.shown.rowCount)
        let rule = Pane(title: "Users", note: note, lines: []).rule(width: part.width, isActive: isActive && !isAlone)
        let margin = Line(String(repeating: " ", count: part.textColumn - part.column))
        return Array(([rule] + rows.map { (margin + $0).fitted(to: part.width) }).prefix(part.height))
    }

    /// The note of a list, and which of its rows are in the window if those are not the first.
    private static func note(_ note: String, _ visible: Range<Int>, of count: Int) -> String {
        rows(visible, of: count).map { "\(note) · \($0)" } ?? note
    }

    /// Which rows are in the window; `nil` if they are the first.
    private static func rows(_ visible: Range<Int>, of count: Int) -> String? {
        visible.lowerBound == 0 ? nil : "\(visible.lowerBound + 1)–\(visible.upperBound) of \(count)"
    }
}
