import DataSources

/// An order of the list.
enum TicketOrder: Int, CaseIterable, Sendable {
    case manual, priority, title, newest

    var title: String {
        switch self {
        case .manual: "My order"
        case .priority: "Priority"
        case .title: "Title"
        case .newest: "Newest"
        }
    }

    var order: ItemOrder<Ticket> {
        switch self {
        // Tickets that tie keep the order of the source.
        case .manual: ItemOrder { _, _ in false }
        case .priority: .ascending(\.priority.rawValue)
        case .title: .ascending(\.title)
        case .newest: .descending(\.id)
        }
    }
}
