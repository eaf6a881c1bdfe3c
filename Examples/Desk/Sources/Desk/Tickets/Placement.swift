import DataSources

/// Where tickets go that are dragged or moved by keys.
enum Placement: Equatable, Sendable {
    case before(Ticket.ID)
    case after(Ticket.ID)
    /// The first place of a column.
    case start(Ticket.State)
    /// The last place of a column.
    case end(Ticket.State)
}

extension ListDraft<Ticket> {
    /// Moves tickets, which keep their order; those that no longer exist are left out.
    ///
    /// - Parameters:
    ///   - ids: The tickets.
    ///   - placement: Where they go.
    ///   - changesState: Whether they get the state of the place, as on a board.
    /// - Throws: Nothing that can happen: each ticket is looked up first.
    mutating func place(_ ids: [Ticket.ID], _ placement: Placement, changesState: Bool) throws {
        let ids = ids.filter { contains(id: $0) }
        let moving = Set(ids)
        var state: Ticket.State?
        var anchor: Ticket.ID?
        let isBefore: Bool
        switch placement {
        case .before(let id):
            (anchor, isBefore) = (id, true)
            state = self[id: id]?.state
        case .after(let id):
            (anchor, isBefore) = (id, false)
            state = self[id: id]?.state
        case .start(let column):
            (state, isBefore) = (column, true)
            anchor = first { $0.state == column && !moving.contains($0.id) }?.id
        case .end(let column):
            (state, isBefore) = (column, false)
            anchor = (0..<count).last { self[$0].map { $0.state == column && !moving.contains($0.id) } == true }
                .flatMap { self[$0]?.id }
        }
        if changesState, let state {
            for id in ids { try update(id: id) { $0.state = state } }
        }
        guard let anchor, contains(id: anchor) else { return }
        for id in isBefore ? ids : ids.reversed() where id != anchor {
            if isBefore { try move(id: id, before: anchor) } else { try move(id: id, after: anchor) }
        }
    }
}
