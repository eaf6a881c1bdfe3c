import CGtk
import DataSourcesViews

/// What belongs to one `GtkListItem`: a cell of the kind that its row needs.
@MainActor
final class CellHolder<Rows: SelectableRows> {
    let item: OpaquePointer
    private let pool: RowPool<Rows.Row, Cell<Rows.Row>>
    private(set) var cell: Cell<Rows.Row>?
    private var kind: RowKind?
    /// The bound row; GTK retains it while it is bound.
    private(set) weak var object: RowObject<Rows>?

    /// The position that GTK gives the row.
    var position: Int { Int(gtk_list_item_get_position(item)) }

    init(_ item: OpaquePointer, _ pool: RowPool<Rows.Row, Cell<Rows.Row>>) {
        (self.item, self.pool) = (item, pool)
    }

    func bind(to object: RowObject<Rows>) {
        object.cell = self
        self.object = object
        refresh()
    }

    func unbind() {
        // Another cell may show the row by now.
        if object?.cell === self { object?.cell = nil }
        object = nil
    }

    /// Shows the bound row, unless the cell shows it already.
    ///
    /// GTK 4.8 binds a cell again whenever the position of its row changes.
    func refresh() {
        guard let row = object?.row else { return }
        do {
            let kind = try pool.factory.kind(of: row)
            guard let cell, kind == self.kind else { return try change(to: kind, showing: row) }
            guard let shown = cell.row, shown.id == row.id else {
                cell.row = row
                return try pool.factory.configure(cell, for: row)
            }
            if shown == row { return }
            cell.row = row
            try pool.factory.update(cell, from: shown, to: row)
        } catch {
            // A row without a kind stays blank.
            gtk_list_item_set_child(item, nil)
            (cell, kind) = (nil, nil)
        }
    }

    private func change(to kind: RowKind, showing row: Rows.Row) throws {
        let new = try pool.view(for: row)
        new.row = row
        let (oldCell, oldKind) = (cell, self.kind)
        (cell, self.kind) = (new, kind)
        gtk_list_item_set_child(item, new.widget)
        let isSelectable = Rows.isSelectable(row).gboolean
        gtk_list_item_set_selectable(item, isSelectable)
        gtk_list_item_set_activatable(item, isSelectable)
        if let oldCell, let oldKind { try pool.recycle(oldCell, of: oldKind) }
    }
}
