/// Writes rows over rows; keeps track of the cursor and of the style.
struct RowWriter {
    let palette: Palette
    private var output = ""
    private var style = Style.plain
    /// Where the cursor is; `nil` if that depends on the terminal.
    private var cursor: (row: Int, column: Int)?

    init(palette: Palette) {
        self.palette = palette
    }

    /// What has been written, ending with plain text.
    func finished() -> String {
        style == .plain ? output : output + palette.sequence(from: style, to: .plain)
    }

    /// Writes the columns of a row that differ from what is there.
    mutating func write(_ new: CellRow, over old: CellRow, at row: Int) {
        // A character whose width is not certain may shift all that follows.
        let isWhole = !new.hasCertainWidths || !old.hasCertainWidths
        let end = new.end
        // Behind the end there is nothing but blanks, which one sequence writes.
        let erases = isWhole || old.end > end + 4
        let limit = erases ? end : max(end, old.end)
        if isWhole {
            move(toRow: row, column: 0)
            erase()
        }
        var column = 0
        while column < limit {
            if !isWhole, new.cells[column] == old.cells[column] {
                column += 1
                continue
            }
            fillGap(in: new, at: row, before: column)
            move(toRow: row, column: column)
            put(new.cells[column], width: new.cells.count)
            column += 1
        }
        if erases, !isWhole {
            move(toRow: row, column: end)
            erase()
        }
    }

    /// Writes a few columns that have not changed, where moving over them would take as many bytes.
    private mutating func fillGap(in new: CellRow, at row: Int, before column: Int) {
        guard let cursor, cursor.row == row, cursor.column < column, column - cursor.column <= 4 else { return }
        let gap = new.cells[cursor.column..<column]
        guard gap.allSatisfy({ ($0.style == style || canWrite($0)) && $0.text.utf8.count == 1 }) else { return }
        for cell in gap { put(cell, width: new.cells.count) }
    }

    /// Whether a blank looks the same in the style that is set.
    private func canWrite(_ cell: CellRow.Cell) -> Bool {
        cell.isBlank && style.hidesSpaces
    }

    private mutating func erase() {
        if !style.hidesSpaces { set(.plain) }
        output += "\u{1B}[K"
    }

    private mutating func put(_ cell: CellRow.Cell, width: Int) {
        // The second column of a wide character comes with the first.
        if !cell.text.isEmpty {
            if !canWrite(cell) { set(cell.style) }
            output += cell.text
        }
        guard let (row, column) = cursor else { return }
        // At the end of a row terminals differ in where the cursor is.
        cursor = column + 1 < width ? (row, column + 1) : nil
    }

    private mutating func set(_ style: Style) {
        if style == self.style { return }
        output += palette.sequence(from: self.style, to: style)
        self.style = style
    }

    private mutating func move(toRow row: Int, column: Int) {
        if let cursor, cursor == (row, column) { return }
        if let cursor, cursor.row == row, cursor.column < column {
            output += column == cursor.column + 1 ? "\u{1B}[C" : "\u{1B}[\(column - cursor.column)C"
        } else {
            output += "\u{1B}[\(row + 1);\(column + 1)H"
        }
        cursor = (row, column)
    }
}
