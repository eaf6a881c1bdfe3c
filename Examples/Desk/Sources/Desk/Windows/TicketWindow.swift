import CGtk
import DataSources
import DataSourcesViews
import GtkDisplays

/// A window with a list of tickets: flat, or in columns.
@MainActor
final class TicketWindow<Rows: SelectableRows> where Rows.Row: TicketRow {
    let desk: Desk
    /// The text in the filter entry.
    let search: Parameter<String>
    let display: ListViewDisplay<Rows>
    /// Whether tickets can be dragged to another place; they are sorted otherwise.
    private let canReorder: @MainActor () -> Bool
    /// Whether the place of a ticket decides its state.
    private let placesChangeState: Bool
    private(set) var presentation: Presentation<Rows.Snapshot>?
    private var following: Task<Void, Never>?
    private let cells: CellDelegate<Rows>
    /// Whether the next update shows the first rows; GTK would keep the row it has scrolled to.
    private var showsTop = false
    /// Called when the person has closed the window.
    var onClose: (@MainActor () -> Void)?

    let window: Widget = gtk_window_new()!
    let header = gtk_header_bar_new()!
    let searchBar: Widget = gtk_search_bar_new()!
    let searchEntry: Widget = gtk_search_entry_new()!
    let scroller: Widget = gtk_scrolled_window_new()!
    private let subtitle = Widgets.label("", "subtitle")
    private let empty = Widgets.label("No tickets", "empty")
    private var selectionBar: Widget?
    private let selectionLabel = Widgets.label("")
    private var searchButton: Widget!
    private var (undoButton, redoButton, colleaguesButton): (Widget?, Widget?, Widget?)

    init(
        _ title: String, of desk: Desk, search: Parameter<String>, placesChangeState: Bool = false,
        canReorder: @escaping @MainActor () -> Bool = { true },
        rows: (any TicketCellDelegate) throws -> RowFactory<Rows.Row, Cell<Rows.Row>>
    ) throws {
        (self.desk, self.search, self.canReorder) = (desk, search, canReorder)
        self.placesChangeState = placesChangeState
        let cells = CellDelegate<Rows>()
        self.cells = cells
        display = ListViewDisplay(try rows(cells))
        cells.window = self
        build(title)
        addKeys()
        display.model.onChange = { [unowned self] in
            showCounts()
            if showsTop, display.model.rows.count > 0 {
                gtk_widget_activate_action_variant(display.widget, "list.scroll-to-item", g_variant_new_uint32(0))
            }
            showsTop = false
        }
        desk.observers.append { [weak self] in self?.showHistory() }
        showHistory()
        showCounts()
    }

    /// Shows a source from now on.
    func follow(_ source: some DataSource<Rows.Snapshot>) {
        following = Task { [weak self] in
            let presentation = await Presentation(of: source)
            guard let display = self?.display else { return }
            self?.presentation = presentation
            // Any number of changes is a few signals.
            presentation.attach(display, resets: .never)
            await presentation.run()
        }
    }

    func present() { gtk_window_present(window.cast()) }

    /// Closes the window and stops following the source.
    func close() {
        following?.cancel()
        presentation?.detach()
        display.model.onChange = nil
        gtk_window_destroy(window.cast())
    }

    // MARK: Building

    private func build(_ title: String) {
        gtk_window_set_title(window.cast(), "\(title) – Desk")
        gtk_window_set_default_size(window.cast(), 520, 700)
        let names = Widgets.box(GTK_ORIENTATION_VERTICAL, children: [Widgets.label(title, "title"), subtitle])
        gtk_widget_set_valign(names, GTK_ALIGN_CENTER)
        gtk_header_bar_set_title_widget(header.opaque, names)
        gtk_window_set_titlebar(window.cast(), header)
        buildButtons()
        buildSearch()

        gtk_widget_add_css_class(display.widget, "tickets")
        gtk_list_view_set_single_click_activate(display.widget.opaque, 0)
        gtk_widget_set_vexpand(scroller, 1)
        gtk_widget_add_css_class(scroller, "tickets")
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, display.widget)
        display.widget.on("activate") { [unowned self] arguments in
            guard let ticket = display.model.rows[Int(arguments.unsigned(1))]?.ticket else { return }
            let next = Ticket.State(rawValue: ticket.state.rawValue + 1) ?? .todo
            Task { [desk] in await desk.set(next, of: [ticket.id]) }
        }
        let overlay = gtk_overlay_new()!
        gtk_overlay_set_child(overlay.opaque, scroller)
        gtk_widget_set_can_target(empty, 0)
        gtk_overlay_add_overlay(overlay.opaque, empty)

        let content = Widgets.box(
            GTK_ORIENTATION_VERTICAL, children: [searchBar, overlay, buildSelectionBar(), buildEntry()])
        gtk_window_set_child(window.cast(), content)
        window.on("close-request") { [unowned self] arguments in
            arguments.answer(true)
            onClose?()
        }
    }

    private func buildButtons() {
        let undo = Widgets.button("edit-undo-symbolic", "Undo (Ctrl+Z)") { [desk] in Task { await desk.undo() } }
        let redo = Widgets.button("edit-redo-symbolic", "Redo (Ctrl+Shift+Z)") { [desk] in Task { await desk.redo() } }
        let shuffle = Widgets.button("media-playlist-shuffle-symbolic", "Shuffle") { [desk] in
            Task { await desk.shuffle() }
        }
        let colleagues = Widgets.toggle("system-users-symbolic", "Colleagues edit at the same time") { [desk] in
            desk.setColleagues($0)
        }
        searchButton = Widgets.toggle("system-search-symbolic", "Filter (Ctrl+F)") { [unowned self] in
            gtk_search_bar_set_search_mode(searchBar.opaque, $0.gboolean)
        }
        for button in [undo, redo, shuffle] { gtk_header_bar_pack_start(header.opaque, button) }
        for button in [searchButton!, colleagues] { gtk_header_bar_pack_end(header.opaque, button) }
        (undoButton, redoButton, colleaguesButton) = (undo, redo, colleagues)
    }

    private func buildSearch() {
        gtk_widget_set_hexpand(searchEntry, 1)
        gtk_search_bar_set_child(searchBar.opaque, searchEntry)
        gtk_search_bar_connect_entry(searchBar.opaque, searchEntry.opaque)
        searchEntry.on("search-changed") { [unowned self] _ in
            showTop()
            search.set(String(cString: gtk_editable_get_text(searchEntry.opaque)))
        }
        searchBar.on("notify::search-mode-enabled") { [unowned self] _ in
            let isOn = gtk_search_bar_get_search_mode(searchBar.opaque)
            gtk_toggle_button_set_active(searchButton.cast(), isOn)
        }
    }

    private func buildSelectionBar() -> Widget {
        let done = Widgets.textButton("Done", "Mark the selected tickets as done") { [unowned self] in
            let ids = selectedIDs
            Task { [desk] in await desk.set(.done, of: ids) }
        }
        let remove = Widgets.textButton("Delete", "Delete the selected tickets (Delete)") { [unowned self] in
            removeSelected()
        }
        gtk_widget_add_css_class(remove, "destructive-action")
        gtk_widget_set_hexpand(selectionLabel, 1)
        gtk_label_set_xalign(selectionLabel.opaque, 0)
        gtk_widget_set_margin_start(selectionLabel, 8)
        let bar = Widgets.box(
            GTK_ORIENTATION_HORIZONTAL, spacing: 6, "bottom", children: [selectionLabel, done, remove])
        selectionBar = bar
        return bar
    }

    private func buildEntry() -> Widget {
        let entry = gtk_entry_new()!
        gtk_entry_set_placeholder_text(entry.cast(), "Add a ticket…")
        gtk_entry_set_icon_from_icon_name(entry.cast(), GTK_ENTRY_ICON_PRIMARY, "list-add-symbolic")
        gtk_widget_set_hexpand(entry, 1)
        entry.on("activate") { [desk, entry] _ in
            let title = String(cString: gtk_editable_get_text(entry.opaque))
            if title.isEmpty { return }
            gtk_editable_set_text(entry.opaque, "")
            Task { await desk.add(title) }
        }
        return Widgets.box(GTK_ORIENTATION_HORIZONTAL, "bottom", children: [entry])
    }

    // MARK: Showing

    /// Shows the first rows after the next update.
    func showTop() { showsTop = true }

    private func showHistory() {
        if let undoButton { gtk_widget_set_sensitive(undoButton, desk.canUndo.gboolean) }
        if let redoButton { gtk_widget_set_sensitive(redoButton, desk.canRedo.gboolean) }
        if let colleaguesButton { gtk_toggle_button_set_active(colleaguesButton.cast(), desk.hasColleagues.gboolean) }
    }

    private func showCounts() {
        let (count, selected) = (display.model.rows.selectableCount, display.model.selectionCount)
        gtk_label_set_text(subtitle.opaque, count == 1 ? "1 ticket" : "\(count.grouped) tickets")
        gtk_label_set_text(selectionLabel.opaque, "\(selected.grouped) selected")
        if let selectionBar { gtk_widget_set_visible(selectionBar, (selected > 0).gboolean) }
        gtk_label_set_text(empty.opaque, search.snapshot.value?.isEmpty == false ? "No tickets match" : "No tickets")
        gtk_widget_set_visible(empty, (count == 0).gboolean)
    }

    // MARK: Acting

    var selectedIDs: [Ticket.ID] { display.model.selectedRows.compactMap { $0.ticket?.id } }

    func removeSelected() {
        let ids = selectedIDs
        if ids.isEmpty { return }
        Task { [desk] in await desk.remove(ids) }
    }

    /// Moves the selected tickets past the row before them, or after them.
    func moveSelected(up: Bool) {
        let rows = display.model.rows
        let selected = (0..<rows.count).filter { rows[$0].map { display.model.isSelected($0.id) } == true }
        guard canReorder(), let first = selected.first, let last = selected.last else { return }
        guard let row = rows[up ? first - 1 : last + 1] else { return }
        let placement: Placement
        if let ticket = row.ticket {
            placement = up ? .before(ticket.id) : .after(ticket.id)
        } else if let column = row.column {
            guard let target = up ? Ticket.State(rawValue: column.rawValue - 1) : column else { return }
            placement = up ? .end(target) : .start(target)
        } else {
            return
        }
        place(selected.compactMap { rows[$0]?.ticket?.id }, placement)
    }

    private func place(_ ids: [Ticket.ID], _ placement: Placement) {
        Task { [desk, placesChangeState] in await desk.place(ids, placement, changesState: placesChangeState) }
    }

    // MARK: Dragging

    func ticketsToDrag(with id: Ticket.ID) -> [Ticket.ID] {
        let selected = selectedIDs
        desk.dragged = selected.contains(id) ? selected : [id]
        return desk.dragged
    }

    func acceptsDrop(at row: any TicketRow) -> Bool {
        guard canReorder(), !desk.dragged.isEmpty else { return false }
        return row.ticket.map { !desk.dragged.contains($0.id) } ?? true
    }

    func drop(at row: any TicketRow, isAbove: Bool) {
        defer { desk.dragged = [] }
        if let ticket = row.ticket {
            place(desk.dragged, isAbove ? .before(ticket.id) : .after(ticket.id))
        } else if let column = row.column {
            place(desk.dragged, .start(column))
        }
    }
}

/// Passes what cells report on to their window, which it does not retain.
@MainActor
final class CellDelegate<Rows: SelectableRows>: TicketCellDelegate where Rows.Row: TicketRow {
    weak var window: TicketWindow<Rows>?

    func ticketsToDrag(with id: Ticket.ID) -> [Ticket.ID] { window?.ticketsToDrag(with: id) ?? [] }
    func acceptsDrop(at row: any TicketRow) -> Bool { window?.acceptsDrop(at: row) == true }
    func drop(at row: any TicketRow, isAbove: Bool) { window?.drop(at: row, isAbove: isAbove) }
    func setDone(_ isDone: Bool, _ id: Ticket.ID) {
        guard let desk = window?.desk else { return }
        Task { await desk.set(isDone ? .done : .todo, of: [id]) }
    }
}

extension Int {
    /// The number with separators between groups of three digits.
    var grouped: String {
        let digits = String(magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).map { digits.prefix($0).suffix(3) }
        return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }
}
