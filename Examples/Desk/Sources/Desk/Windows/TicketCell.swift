import CGtk
import GtkDisplays

/// What a cell tells its window.
@MainActor
protocol TicketCellDelegate: AnyObject {
    /// The tickets to drag if a drag begins at a ticket; empty if none.
    func ticketsToDrag(with id: Ticket.ID) -> [Ticket.ID]
    /// Whether tickets that are dragged can be dropped at the row.
    func acceptsDrop(at row: any TicketRow) -> Bool
    func drop(at row: any TicketRow, isAbove: Bool)
    func setDone(_ isDone: Bool, _ id: Ticket.ID)
}

/// The row of a ticket.
final class TicketCell<Row: Identifiable & Equatable & TicketRow>: Cell<Row> {
    private let check = gtk_check_button_new()!
    private let number = Widgets.label("", "number")
    private let title = Widgets.label("", "title")
    private let priority = Widgets.label("", "pill")
    private let avatar = Widgets.label("", "avatar")
    private weak var delegate: (any TicketCellDelegate)?
    /// Whether the check button changes because another row is shown.
    private var isShowing = false
    /// What the row shows, for tests.
    var text: String { String(cString: gtk_label_get_text(title.opaque)) }

    init(_ delegate: any TicketCellDelegate) {
        self.delegate = delegate
        gtk_widget_set_hexpand(title, 1)
        gtk_label_set_xalign(title.opaque, 0)
        gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_width_chars(number.opaque, 4)
        gtk_label_set_xalign(number.opaque, 1)
        for widget in [check, number, priority, avatar] { gtk_widget_set_valign(widget, GTK_ALIGN_CENTER) }
        gtk_widget_set_tooltip_text(check, "Done")
        super.init(
            Widgets.box(
                GTK_ORIENTATION_HORIZONTAL, spacing: 10, "ticket", children: [check, number, title, priority, avatar]))
        check.on("toggled") { [weak self] _ in
            guard let self, !isShowing, let ticket = row?.ticket else { return }
            self.delegate?.setDone(gtk_check_button_get_active(check.cast()).isTrue, ticket.id)
        }
        addDragging(delegate)
        addDropping(delegate)
    }

    /// Shows a ticket.
    func show(_ row: Row) { show(nil, row.ticket) }

    /// Shows the new content of the ticket that is shown.
    func update(from old: Row, to new: Row) { show(old.ticket, new.ticket) }

    /// Sets only what differs from the old content.
    private func show(_ old: Ticket?, _ new: Ticket?) {
        guard let new else { return }
        if old?.id != new.id { gtk_label_set_text(number.opaque, "\(new.id)") }
        if old?.title != new.title { gtk_label_set_text(title.opaque, new.title) }
        if old?.priority != new.priority {
            for other in Ticket.Priority.allCases { Widgets.set("\(other)", other == new.priority, on: priority) }
            gtk_label_set_text(priority.opaque, new.priority.title)
        }
        if old?.assignee != new.assignee {
            for number in 0..<6 { Widgets.set("person-\(number)", number == new.assigneeColor, on: avatar) }
            gtk_label_set_text(avatar.opaque, new.assignee)
        }
        if old?.state != new.state {
            Widgets.set("done", new.state == .done, on: widget)
            isShowing = true
            gtk_check_button_set_active(check.cast(), (new.state == .done).gboolean)
            isShowing = false
        }
    }

    private func addDragging(_ delegate: any TicketCellDelegate) {
        let source = gtk_drag_source_new()!
        gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
        source.on("prepare") { [weak self, weak delegate] arguments in
            guard let id = self?.row?.ticket?.id, delegate?.ticketsToDrag(with: id).isEmpty == false else { return }
            var value = GValue()
            g_value_init(&value, ticketIDType)
            g_value_set_int64(&value, Int(id))
            arguments.answer(taking: gdk_content_provider_new_for_value(&value)?.opaque)
            g_value_unset(&value)
        }
        source.on("drag-begin") { [weak self, weak delegate] arguments in
            guard let drag = arguments.object(1), let ticket = self?.row?.ticket else { return }
            let count = delegate?.ticketsToDrag(with: ticket.id).count ?? 1
            let text = count == 1 ? ticket.title : "\(count) tickets"
            gtk_drag_icon_set_child(gtk_drag_icon_get_for_drag(drag).opaque, Widgets.label(text, "dragged"))
        }
        gtk_widget_add_controller(widget, source)
    }

    private func addDropping(_ delegate: any TicketCellDelegate) {
        addDropTarget(to: self, delegate) { [widget] in $0 < Double(gtk_widget_get_height(widget)) / 2 }
    }
}

/// A `gint64`, which is what is dragged: the id of a ticket.
let ticketIDType = GType(10 << 2)

/// Lets tickets be dropped on a cell, and shows where they would go.
@MainActor
func addDropTarget<Row: TicketRow>(
    to cell: Cell<Row>, _ delegate: any TicketCellDelegate, isAbove: @escaping @MainActor (Double) -> Bool
) {
    let target = gtk_drop_target_new(ticketIDType, GDK_ACTION_MOVE)!
    let widget = cell.widget
    func mark(_ isAbove: Bool?) {
        Widgets.set("drop-above", isAbove == true, on: widget)
        Widgets.set("drop-below", isAbove == false, on: widget)
    }
    for name in ["enter", "motion"] {
        target.on(name) { [weak cell, weak delegate] arguments in
            guard let row = cell?.row, delegate?.acceptsDrop(at: row) == true else { return }
            mark(isAbove(arguments.double(2)))
            arguments.answer(flags: GDK_ACTION_MOVE.rawValue)
        }
    }
    target.on("leave") { _ in mark(nil) }
    target.on("drop") { [weak cell, weak delegate] arguments in
        mark(nil)
        guard let row = cell?.row, delegate?.acceptsDrop(at: row) == true else { return }
        delegate?.drop(at: row, isAbove: isAbove(arguments.double(3)))
        arguments.answer(true)
    }
    gtk_widget_add_controller(widget, target)
}
