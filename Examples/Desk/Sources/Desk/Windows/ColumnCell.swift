import CGtk
import DataSourcesViews
import GtkDisplays

/// The header of a column.
final class ColumnCell: Cell<FlatRow<Column, Ticket>> {
    private let dot = Widgets.box(GTK_ORIENTATION_HORIZONTAL, "dot", children: [])
    private let name = Widgets.label("", "name")
    private let count = Widgets.label("", "count")
    /// What the row shows, for tests.
    var text: String { String(cString: gtk_label_get_text(name.opaque)) }
    var countText: String { String(cString: gtk_label_get_text(count.opaque)) }

    init(_ delegate: any TicketCellDelegate) {
        gtk_widget_set_valign(dot, GTK_ALIGN_CENTER)
        super.init(
            Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, "section", children: [dot, name, count]))
        addDropTarget(to: self, delegate) { _ in false }
    }

    /// Shows a header.
    func show(_ row: FlatRow<Column, Ticket>) {
        guard case .header(let column, let itemCount) = row else { return }
        gtk_label_set_text(name.opaque, column.id.title)
        gtk_label_set_text(count.opaque, itemCount.grouped)
        for state in Ticket.State.allCases { Widgets.set("state-\(state.rawValue)", state == column.id, on: dot) }
    }
}
