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

    /// The cells of bound rows, with their positions.
    var shown: [(position: Int, cell: Cell<Rows.Row>)] {
        holders.values.compactMap { holder in
            guard holder.object != nil, let cell = holder.cell else { return nil }
            return (Int(gtk_list_item_get_position(holder.item)), cell)
        }
    }
}
