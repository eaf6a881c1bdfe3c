import CGtk
import DataSourcesViews

/// A row while GTK refers to it: at most one per id at a time.
@MainActor
final class RowObject<Rows: SelectableRows>: SwiftObject {
    /// The content; the model keeps it up to date.
    private(set) var row: Rows.Row
    /// The cell that shows the row.
    weak var cell: CellHolder<Rows>?
    private weak var model: RowModel<Rows>?

    init(_ row: Rows.Row, in model: RowModel<Rows>) {
        self.row = row
        self.model = model
        super.init(SwiftClass.row)
        Living.rows += 1
    }

    /// Shows new content, in its cell too.
    func show(_ new: Rows.Row) {
        if row == new { return }
        row = new
        cell?.refresh()
    }

    override func finalized() {
        model?.forget(row.id)
        Living.rows -= 1
    }
}

/// The numbers of objects that exist, to find leaks.
@MainActor
public enum Living {
    /// Row objects.
    public internal(set) static var rows = 0
    /// Cells.
    public internal(set) static var cells = 0
    /// Models.
    public internal(set) static var models = 0
}
