extension Board {
    /// The whole window: exactly as many lines as it has rows, each exactly as wide as it is, in any window.
    ///
    /// - Parameters:
    ///   - size: The window.
    ///   - hasKeys: Whether a window that has room for it says at the bottom which keys there are.
    /// - Returns: The lines from the top.
    func frame(in size: Size, hasKeys: Bool = true) -> [Line] {
        let height = max(0, size.height)
        // The smaller the window, the more of it belongs to the processes.
        let header = height >= 6 ? [status(width: size.width)] : []
        let footer = hasKeys && height >= 8 ? [keys(width: size.width)] : []
        let body = body(width: max(0, size.width), height: height - header.count - footer.count)
        return header + body + footer
    }

    private func body(width: Int, height: Int) -> [Line] {
        switch view {
        case .table: return table(width, height)
        case .users: return tree(width, height)
        case .log: return changes(width, height)
        case .all where width >= 80 && height >= 12: return columns(width, height)
        case .all where height >= 24:
            let (tree, changes) = (tree(width, height / 4), changes(width, height / 4))
            return table(width, height - tree.count - changes.count) + tree + changes
        // Three views would be three titles with nothing below them.
        case .all: return table(width, height)
        }
    }

    /// The table on the left, the tree and the log on the right.
    private func columns(_ width: Int, _ height: Int) -> [Line] {
        let leftWidth = width * 11 / 20
        let rightWidth = width - leftWidth - 1
        let left = table(leftWidth, height)
        let upper = tree(rightWidth, height / 2)
        let right = upper + changes(rightWidth, height - upper.count)
        return zip(left, right).enumerated().map { row, sides in
            let joint = row == 0 ? "┬" : row == upper.count ? "├" : "│"
            return sides.0 + Line(joint, .dim) + sides.1
        }
    }

    private func table(_ width: Int, _ height: Int) -> [Line] {
        Pane(
            title: "Processes by CPU",
            note: "\(processes.count)",
            lines: TablePane.lines(processes, width: Pane.textWidth(in: width), height: height - 1)
        )
        .rows(width: width, height: height)
    }

    private func tree(_ width: Int, _ height: Int) -> [Line] {
        Pane(
            title: "Users",
            note: "\(users.count)",
            lines: UsersPane.lines(users, width: Pane.textWidth(in: width), height: height - 1)
        )
        .rows(width: width, height: height)
    }

    private func changes(_ width: Int, _ height: Int) -> [Line] {
        Pane(title: "Changes", note: summary, lines: log.suffix(max(0, height - 1)))
            .rows(width: width, height: height)
    }

    private func status(width: Int) -> Line {
        let cpu = processes.reduce(0) { $0 + $1.cpu }
        let memory = processes.reduce(0) { $0 + $1.memory }
        let line = Self.row(
            of: [
                Line(" ProcessBoard", .heading),
                Line("  cpu ", .dim) + Line("\(cpu)%", .load(cpu)),
                Line("  memory ", .dim) + Line(memory.asMemory),
                Line("  processes ", .dim) + Line("\(processes.count)"),
            ],
            width: width
        )
        let interval = Line("  every \(interval.inSeconds) s ", .dim)
        let gap = width - line.columns - interval.columns
        return gap >= 0 ? line + Line(String(repeating: " ", count: gap)) + interval : line.fitted(to: width)
    }

    private func keys(width: Int) -> Line {
        let views = zip(1..., Options.View.allCases).map { key, choice in
            Line(" \(key) ", .dim) + Line("\(choice.rawValue) ", choice == view ? .heading : .plain)
        }
        return Self.row(of: views + [Line(" q ", .dim) + Line("quit")], width: width).fitted(to: width)
    }

    /// The first pieces, as many as fit whole; the very first is always there.
    private static func row(of pieces: [Line], width: Int) -> Line {
        var row = pieces.first ?? Line()
        for piece in pieces.dropFirst() {
            guard row.columns + piece.columns <= width else { break }
            row = row + piece
        }
        return row
    }
}
