import CGtk
import DataSources
import DataSourcesViews
import GtkDisplays

/// The windows of the program: two on one source.
@MainActor
final class Windows {
    let desk: Desk
    private(set) var list: TicketWindow<FlatList<Ticket>>?
    private(set) var board: TicketWindow<FlatSections<Column, Ticket>>?
    /// Called when the last window has been closed.
    var onLastClose: (@MainActor () -> Void)?

    init(of desk: Desk) { self.desk = desk }

    /// Opens the list, sorted in a way that can be chosen.
    @discardableResult
    func openList() throws -> TicketWindow<FlatList<Ticket>> {
        let (search, order) = (Parameter(""), Parameter(TicketOrder.manual))
        let window = try TicketWindow<FlatList<Ticket>>(
            "List", of: desk, search: search, canReorder: { order.snapshot.value == .manual }
        ) { delegate in
            try RowFactory {
                Row("ticket") {
                    TicketCell<Ticket>(delegate)
                } configure: {
                    $0.show($1)
                } update: {
                    $0.update(from: $1, to: $2)
                }
            }
        }
        var titles = TicketOrder.allCases.map { UnsafePointer(strdup($0.title)) } + [nil]
        defer { for title in titles { free(UnsafeMutablePointer(mutating: title)) } }
        let menu = gtk_drop_down_new_from_strings(&titles)!
        gtk_widget_set_tooltip_text(menu, "Order")
        menu.on("notify::selected") { [menu, unowned window] _ in
            window.showTop()
            order.set(TicketOrder(rawValue: Int(gtk_drop_down_get_selected(menu.opaque))) ?? .manual)
        }
        gtk_header_bar_pack_end(window.header.opaque, menu)
        window.follow(desk.tickets.filter(by: search) { $0.matches($1) }.sorted(by: order) { $0.order })
        window.onClose = { [unowned self] in
            list?.close()
            list = nil
            closed()
        }
        list = window
        window.present()
        return window
    }

    /// Opens the board: the same tickets in a column for each state.
    @discardableResult
    func openBoard() throws -> TicketWindow<FlatSections<Column, Ticket>> {
        let search = Parameter("")
        let window = try TicketWindow<FlatSections<Column, Ticket>>(
            "Board", of: desk, search: search, placesChangeState: true
        ) { delegate in
            try RowFactory {
                Row("header", where: { $0.column != nil }) {
                    ColumnCell(delegate)
                } configure: {
                    $0.show($1)
                }
                Row("ticket") {
                    TicketCell<FlatRow<Column, Ticket>>(delegate)
                } configure: {
                    $0.show($1)
                } update: {
                    $0.update(from: $1, to: $2)
                }
            }
        }
        window.follow(desk.tickets.filter(by: search) { $0.matches($1) }.sectioned(into: Column.all, by: \.state))
        window.onClose = { [unowned self] in
            board?.close()
            board = nil
            closed()
        }
        board = window
        window.present()
        return window
    }

    func closeAll() {
        list?.close()
        board?.close()
        (list, board) = (nil, nil)
    }

    private func closed() {
        if list == nil, board == nil { onLastClose?() }
    }
}
