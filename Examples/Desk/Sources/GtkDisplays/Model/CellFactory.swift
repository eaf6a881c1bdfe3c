import CGtk
import DataSourcesViews

/// A `GtkListItemFactory` whose cells come from a `RowFactory`.
@MainActor
final class CellFactory<Rows: SelectableRows> {
    private let pool: RowPool<Rows.Row, Cell<Rows.Row>>
    private var holders: [OpaquePointer: CellHolder<Rows>] = [:]

    init(_ rows: RowFactory<Rows.Row, Cell<Rows.Row>>) { pool = RowPool(rows) }

    /// Creates the GObject, which retains the factory.
    func object() -> OpaquePointer {
        let factory = gtk_signal_list_item_factory_new()!
        factory.on("setup") { [self] in
            guard let item = $0.object(1) else { return }
            holders[item] = CellHolder(item, pool)
        }
        factory.on("bind") { [self] in
            guard let item = $0.object(1), let object = gtk_list_item_get_item(item) else { return }
            guard let row = SwiftObject.retained(by: OpaquePointer(object)) as? RowObject<Rows> else { return }
            holders[item]?.bind(to: row)
        }
        factory.on("unbind") { [self] in
            guard let item = $0.object(1) else { return }
            holders[item]?.unbind()
        }
        factory.on("teardown") { [self] in
            guard let item = $0.object(1) else { return }
            gtk_list_item_set_child(item, nil)
            holders[item] = nil
        }
        return factory.opaque
    }

    /// The cells of bound rows in a list view, with their positions.
    func boundCells(in view: Widget) -> [(position: Int, cell: Cell<Rows.Row>)] {
        bound(in: view).compactMap { holder in holder.cell.map { (holder.position, $0) } }
    }

    /// The positions of the bound rows in a list view.
    func boundPositions(in view: Widget) -> [Int] { bound(in: view).map(\.position) }

    /// GTK takes the widget of a deleted row out of the view at once, but unbinds it only when nothing refers to the widget
    /// any more.
    private func bound(in view: Widget) -> [CellHolder<Rows>] {
        holders.values.filter { holder in
            guard holder.object != nil else { return false }
            return holder.cell.map { gtk_widget_is_ancestor($0.widget, view).isTrue } ?? true
        }
    }
}
