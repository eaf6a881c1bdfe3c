public import CGtk

/// A `GtkListItemFactory` whose cells are Swift objects.
@MainActor
final class CellFactory<Rows: RowList> {
    private let make: (Rows.Row) -> Cell<Rows.Row>
    private var holders: [OpaquePointer: CellHolder<Rows>] = [:]
    /// Cells of a kind that their holders do not need at the moment.
    private var pool: [Cell<Rows.Row>] = []

    init(_ make: @escaping @MainActor (Rows.Row) -> Cell<Rows.Row>) { self.make = make }

    /// Creates the GObject, which retains the factory.
    func object() -> OpaquePointer {
        let factory = gtk_signal_list_item_factory_new()!
        factory.on("setup") { [self] in
            guard let item = $0.object(1) else { return }
            holders[item] = CellHolder(item)
        }
        factory.on("bind") { [self] in
            guard let item = $0.object(1), let holder = holders[item], let object = gtk_list_item_get_item(item) else {
                return
            }
            guard let row = SwiftObject.retained(by: OpaquePointer(object)) as? RowObject<Rows> else { return }
            bind(holder, to: row)
        }
        factory.on("unbind") { [self] in
            guard let item = $0.object(1), let holder = holders[item] else { return }
            if holder.object?.cell === holder { holder.object?.cell = nil }
            holder.object = nil
        }
        factory.on("teardown") { [self] in
            guard let item = $0.object(1) else { return }
            gtk_list_item_set_child(item, nil)
            holders[item] = nil
        }
        return factory.opaque
    }

    private func bind(_ holder: CellHolder<Rows>, to object: RowObject<Rows>) {
        let row = object.row
        if holder.cell?.canShow(row) != true {
            let cell = pool.firstIndex { $0.canShow(row) }.map { pool.remove(at: $0) } ?? make(row)
            let old = holder.cell
            holder.cell = cell
            gtk_list_item_set_child(holder.item, cell.widget)
            if let old { pool.append(old) }
            let isSelectable = Rows.isSelectable(row).gboolean
            gtk_list_item_set_selectable(holder.item, isSelectable)
            gtk_list_item_set_activatable(holder.item, isSelectable)
        }
        object.cell = holder
        holder.object = object
        holder.refresh()
    }

    /// The rows that have a cell, with their positions, for tests.
    var shown: [(position: Int, cell: Cell<Rows.Row>)] {
        holders.values.compactMap { holder in
            guard holder.object != nil, let cell = holder.cell else { return nil }
            return (Int(gtk_list_item_get_position(holder.item)), cell)
        }
    }
}

/// What belongs to one `GtkListItem`: a cell, and the row it is bound to.
@MainActor
final class CellHolder<Rows: RowList> {
    let item: OpaquePointer
    var cell: Cell<Rows.Row>?
    /// The bound row; GTK retains it while it is bound.
    weak var object: RowObject<Rows>?

    init(_ item: OpaquePointer) { self.item = item }

    func refresh() {
        guard let row = object?.row else { return }
        cell?.refresh(row)
    }
}
