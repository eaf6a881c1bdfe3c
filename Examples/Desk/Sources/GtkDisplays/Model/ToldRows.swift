import DataSourcesViews

/// What GTK has been told while an update is told signal by signal.
struct ToldRows<Rows: SelectableRows> {
    /// The rows after the last edit; `nil` before the first.
    var list: PiecedList<Rows>?
    /// The rows before the update.
    var rows: Rows
    /// Positions of rows that GTK has been told are gone, before the edit that they belong to.
    var hidden = 0..<0

    var count: Int { (list?.count ?? rows.count) - hidden.count }

    subscript(position: Int) -> Rows.Row? {
        let position = position < hidden.lowerBound ? position : position + hidden.count
        return list.map { $0.row(at: position) } ?? rows[position]
    }
}
