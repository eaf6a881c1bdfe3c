import DataSources
import TerminalViews

/// The table: a row for each process.
enum TablePane {
    /// The column titles and the first rows, as many lines as asked for at the most.
    static func lines(_ processes: ListSnapshot<Process>, width: Int, height: Int, memory: Int = 0) -> [Line] {
        guard height > 0 else { return [] }
        let columns = TableColumn.fitting(width)
        let titles = columns.map { $0.cell($0.title) }.joined(separator: " ")
        return [Line(titles, .dim)] + processes.prefix(height - 1).map { row($0, width: width, memory: memory) }
    }

    /// One process: its arguments follow the name where there is room.
    static func row(_ process: Process, width: Int, memory: Int) -> Line {
        var line = Line()
        for column in TableColumn.fitting(width) {
            line.append(column.cell(column.text(process, memory: memory)), column.style(process))
            line.append(" ")
        }
        if width >= 56 { line.append(process.arguments, .dim) }
        return line
    }

    /// The titles of the columns; the one that the table is sorted by stands out, and shows the direction.
    static func titles(_ sorting: Sorting, width: Int) -> Line {
        let columns = TableColumn.fitting(width)
        // Of two columns that an order has, the one with figures.
        let chosen = columns.last { $0.order == sorting.order }
        let arrow = sorting.direction == .descending ? "▼" : "▲"
        var line = Line()
        for column in columns {
            let isChosen = column == chosen
            let title = column.title + (isChosen ? arrow : "")
            line.append(column.cell(title), isChosen ? Style(.black, on: .cyan, isBold: true) : .titles)
            if column.width != nil { line.append(" ", .titles) }
        }
        line.append(String(repeating: " ", count: max(0, width - line.columns)), .titles)
        return line.fitted(to: width)
    }

    /// What a click on the titles sorts by, at a column of the terminal.
    static func order(at place: Int, width: Int) -> Order? {
        var left = place
        for column in TableColumn.fitting(width) {
            guard let columns = column.width else { return column.order }
            if left <= columns { return column.order }
            left -= columns + 1
        }
        return nil
    }
}
