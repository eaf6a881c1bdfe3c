import CGtk
import DataSourcesViews
import GtkDisplays

/// A list that is changed only by what a model says, as GTK's own widgets are.
@MainActor
final class ModelMirror<Rows: SelectableRows> where Rows.Row: TicketRow {
    private let model: RowModel<Rows>
    private var ids: [Rows.Row.ID] = []
    private var found: [String] = []
    private var signals = 0
    private var largest = 0

    init(_ model: RowModel<Rows>) {
        self.model = model
        ids = (0..<model.toldCount).compactMap { model.told(at: $0)?.id }
        model.object.on("items-changed") { [unowned self] arguments in
            changed(
                Int(arguments.unsigned(1)), removed: Int(arguments.unsigned(2)), added: Int(arguments.unsigned(3)))
        }
    }

    var summary: String { "\(signals) signals, the largest with \(largest) rows" }

    /// What the model holds.
    var rows: [Rows.Row] { (0..<model.rows.count).compactMap { model.rows[$0] } }

    /// Follows a signal; what GTK has been told must always be what it can read.
    private func changed(_ position: Int, removed: Int, added: Int) {
        signals += 1
        largest = max(largest, removed + added)
        let readable = (0..<model.toldCount).compactMap { model.told(at: $0)?.id }
        guard position >= 0, position + removed <= ids.count, position + added <= readable.count else {
            found.append("signal \(signals) is out of bounds: \(position), \(removed), \(added) of \(ids.count)")
            ids = readable
            return
        }
        ids.replaceSubrange(position..<position + removed, with: readable[position..<position + added])
        if ids != readable { found.append("signal \(signals) leads to other rows than can be read") }
        if Set(ids).count != ids.count { found.append("signal \(signals) has a row twice") }
        ids = readable
    }

    /// Compares the signals, the model as GTK reads it, and the labels on the screen with what they should be.
    func faults(comparedWith expected: [Rows.Row], _ display: ListViewDisplay<Rows>) -> [String] {
        var faults = found
        if rows != expected { faults.append("the model has \(rows.count) rows, not these \(expected.count)") }
        if ids != expected.map(\.id) { faults.append("the signals lead to \(ids.count) rows, not \(expected.count)") }
        let count = Int(g_list_model_get_n_items(model.object))
        if count != expected.count { faults.append("GTK reads \(count) rows, not \(expected.count)") }
        for position in 0..<min(count, expected.count) {
            let object = g_list_model_get_item(model.object, guint(position))
            if model.row(of: object.map { OpaquePointer($0) }) != expected[position] {
                faults.append("GTK reads another row at \(position)")
            }
            if let object { g_object_unref(object) }
        }
        for (position, cell) in display.shownCells {
            guard expected.indices.contains(position) else {
                faults.append("a cell shows a row at \(position) of \(expected.count)")
                continue
            }
            let row = expected[position]
            if cell.row != row { faults.append("the cell at \(position) has \(cell.row as Any) instead of \(row)") }
            if let cell = cell as? TicketCell<Rows.Row>, cell.text != row.ticket?.title {
                faults.append("the cell at \(position) says “\(cell.text)”")
            }
            if let cell = cell as? ColumnCell,
                case .header(let column, let count)? = row as? FlatRow<Column, Ticket>,
                cell.text != column.id.title || cell.countText != count.grouped
            {
                faults.append("the header at \(position) says “\(cell.text) \(cell.countText)”")
            }
        }
        if !expected.isEmpty, display.shownCells.isEmpty { faults.append("GTK shows no rows") }
        return faults
    }
}
