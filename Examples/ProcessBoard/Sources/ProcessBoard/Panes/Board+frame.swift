import Console

extension Board {
    /// The whole window: exactly as many lines as it has rows, each exactly as wide as it is, in any window.
    ///
    /// - Parameters:
    ///   - size: The window.
    ///   - hasKeys: Whether a window that has room for it says at the bottom which keys there are.
    /// - Returns: The lines from the top.
    func frame(in size: Size, hasKeys: Bool = true) -> [Line] {
        let height = max(0, size.height)
        let header = Self.hasHeader(height) ? [status(width: size.width)] : []
        let footer = hasKeys && Self.hasFooter(height) ? [keys(width: size.width)] : []
        let body = body(width: max(0, size.width), height: height - header.count - footer.count)
        return header + body + footer
    }

    /// How many processes the table has room for in a window; none where another view has all of it.
    func tableRows(in size: Size) -> Int {
        let height = size.height - (Self.hasHeader(size.height) ? 1 : 0) - (Self.hasFooter(size.height) ? 1 : 0)
        // Without the rule and the titles of the columns.
        return max(0, tableHeight(size.width, height) - 2)
    }

    // The smaller the window, the more of it belongs to the processes.
    private static func hasHeader(_ height: Int) -> Bool { height >= 6 }
    private static func hasFooter(_ height: Int) -> Bool { height >= 8 }

    /// How many lines of the body are the table's.
    private func tableHeight(_ width: Int, _ height: Int) -> Int {
        switch view {
        case .users, .log: 0
        case .all where Self.hasColumns(width, height): height
        case .all where height >= 24: height - height / 4 * 2
        // Three views would be three titles with nothing below them.
        case .table, .all: height
        }
    }

    private static func hasColumns(_ width: Int, _ height: Int) -> Bool { width >= 80 && height >= 12 }

    private func body(width: Int, height: Int) -> [Line] {
        switch view {
        case .table: return table(width, height)
        case .users: return tree(width, height)
        case .log: return changes(width, height)
        case .all where Self.hasColumns(width, height): return columns(width, height)
        case .all:
            let rows = tableHeight(width, height)
            let quarter = (height - rows) / 2
            return table(width, rows) + tree(width, quarter) + changes(width, quarter)
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
            title: "Processes by \(order.title)",
            note: filter.isEmpty ? "\(table.count)" : "/\(filter.harmless) \(table.count)",
            lines: TablePane.lines(table.rows, width: Pane.textWidth(in: width), height: height - 1)
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
        let line = Self.row(
            of: [
                Line(" ProcessBoard", .heading),
                Line("  cpu ", .dim) + Line("\(load.cpu)%", .load(load.cpu)),
                Line("  memory ", .dim) + Line(load.memory.asMemory),
                Line("  processes ", .dim) + Line("\(load.processes)"),
            ],
            width: width
        )
        let interval = Line("  every \(interval.inSeconds) s ", .dim)
        let gap = width - line.columns - interval.columns
        return gap >= 0 ? line + Line(String(repeating: " ", count: gap)) + interval : line.fitted(to: width)
    }

    private func keys(width: Int) -> Line {
        if isTyping {
            let rest = Line("  Enter ", .dim) + Line("keep ") + Line(" Esc ", .dim) + Line("clear ")
            return (Line(" /", .dim) + Line(filter, .heading, givesWay: true) + Line("▏") + rest).fitted(to: width)
        }
        let views = zip(1..., Options.View.allCases).map { key, choice in
            Line(" \(key) ", .dim) + Line("\(choice.rawValue) ", choice == view ? .heading : .plain)
        }
        let orders = Order.allCases.map { choice in
            let name = choice == .memory ? "mem" : choice.rawValue
            return Line(" \(choice.key) ", .dim) + Line("\(name) ", choice == order ? .heading : .plain)
        }
        let others = [Line(" q ", .dim) + Line("quit "), Line(" / ", .dim) + Line("filter ")]
        return Self.row(of: views + others + orders, width: width).fitted(to: width)
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
