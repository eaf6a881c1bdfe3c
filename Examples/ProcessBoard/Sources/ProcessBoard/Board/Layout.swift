import Console
import TerminalViews

/// Where in the window the parts are.
struct Layout: Equatable, Sendable {
    /// A part of the window; its first row is a rule or the titles of columns.
    struct Part: Equatable, Sendable {
        var column = 0
        var row = 0
        var width = 0
        var height = 0
        /// Whether a rule separates it from the others.
        var hasRule = true
        /// Whether titles of columns are above its rows.
        var hasTitles = false

        /// The rows for content.
        var content: Range<Int> {
            let first = row + (hasRule ? 1 : 0) + (hasTitles ? 1 : 0)
            return first..<max(first, row + height)
        }

        var size: Size { Size(width: Pane.textWidth(in: width), height: content.count) }
        /// The column where the content begins.
        var textColumn: Int { column + (width - Pane.textWidth(in: width)) / 2 }

        func contains(_ place: Key.Place) -> Bool {
            (column..<column + width).contains(place.column) && (row..<row + height).contains(place.row)
        }
    }

    let size: Size
    private(set) var headerHeight: Int
    private(set) var table: Part?
    private(set) var users: Part?
    private(set) var log: Part?
    /// Whether the last row shows keys.
    let hasFooter: Bool

    /// - Parameters:
    ///   - view: What to show.
    ///   - size: The window.
    ///   - cores: The number of cores, each of which has a meter.
    init(_ view: Options.View, in size: Size, cores: Int) {
        self.size = Size(width: max(0, size.width), height: max(0, size.height))
        headerHeight = HeaderPane.height(self.size.height, cores: cores)
        // The smaller the window, the more of it belongs to the processes.
        hasFooter = self.size.height >= 8
        let height = self.size.height - headerHeight - (hasFooter ? 1 : 0)
        let body = Part(row: headerHeight, width: self.size.width, height: height)
        switch view {
        case .table: table = Self.table(body, alone: true)
        case .users: users = body
        case .log: log = body
        case .all: divide(body)
        }
    }

    private mutating func divide(_ body: Part) {
        if body.width >= 80, body.height >= 12 {
            // The table on the left, the tree and the log on the right.
            let left = body.width >= 150 ? body.width * 13 / 20 : body.width * 11 / 20
            let right = body.width - left - 1
            let upper = body.height / 2
            table = Self.table(Part(row: body.row, width: left, height: body.height), alone: false)
            users = Part(column: left + 1, row: body.row, width: right, height: upper)
            log = Part(column: left + 1, row: body.row + upper, width: right, height: body.height - upper)
        } else if body.height >= 24 {
            let quarter = body.height / 4
            let rows = body.height - 2 * quarter
            table = Self.table(Part(row: body.row, width: body.width, height: rows), alone: false)
            users = Part(row: body.row + rows, width: body.width, height: quarter)
            log = Part(row: body.row + rows + quarter, width: body.width, height: quarter)
        } else {
            // Three parts would be three titles with nothing below them.
            table = Self.table(body, alone: true)
        }
    }

    /// A table on its own needs no rule; a very low one no titles.
    private static func table(_ part: Part, alone: Bool) -> Part {
        var part = part
        part.hasRule = !alone
        part.hasTitles = part.height >= (alone ? 2 : 3)
        return part
    }

    /// Whether the parts are side by side.
    var hasColumns: Bool { (users?.column ?? 0) > 0 }
}
