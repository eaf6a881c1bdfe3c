import DataSourcesViews
import GtkDisplays

/// A row of any of the windows.
protocol TicketRow {
    /// The ticket; `nil` for a header.
    var ticket: Ticket? { get }
    /// The state of the column that a header begins; `nil` for a ticket.
    var column: Ticket.State? { get }
}

extension Ticket: TicketRow {
    var ticket: Ticket? { self }
    var column: State? { nil }
}

extension FlatRow: TicketRow where Header == Column, Item == Ticket {
    var ticket: Ticket? {
        if case .item(let ticket) = self { ticket } else { nil }
    }

    var column: Ticket.State? {
        if case .header(let column, _) = self { column.id } else { nil }
    }
}
