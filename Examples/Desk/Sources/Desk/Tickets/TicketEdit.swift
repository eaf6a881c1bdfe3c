import DataSources

/// What one edit has changed: the states before and after it, which share all they have in common.
struct TicketEdit: Sendable {
    let before: ListSnapshot<Ticket>
    let after: ListSnapshot<Ticket>

    var inverted: TicketEdit { TicketEdit(before: after, after: before) }

    /// Undoes the edit by id, so that edits that others have made since stay.
    func undo(in draft: inout ListDraft<Ticket>) throws {
        guard let update = Update(from: before, to: after) else { return }
        for ticket in update.insertedItems where draft.contains(id: ticket.id) { try draft.remove(id: ticket.id) }
        for (old, _) in update.updatedItems where draft.contains(id: old.id) { try draft.update(old) }
        // From front to back, the predecessor of each ticket is back at its place already.
        let moved = update.changes.moves.map(\.before)
        for position in (moved + update.changes.deletions).sorted() {
            guard let ticket = before[position] else { continue }
            if !draft.contains(id: ticket.id) {
                // A ticket that moved may have been removed by somebody else since.
                if after.contains(id: ticket.id) { continue }
                try draft.append(ticket)
            }
            if let predecessor = predecessor(of: position, in: draft) {
                try draft.move(id: ticket.id, after: predecessor)
            } else {
                try draft.move(id: ticket.id, to: 0)
            }
        }
    }

    /// The nearest ticket before a position that still exists.
    private func predecessor(of position: Int, in draft: borrowing ListDraft<Ticket>) -> Ticket.ID? {
        var position = position - 1
        while let ticket = before[position] {
            if draft.contains(id: ticket.id) { return ticket.id }
            position -= 1
        }
        return nil
    }
}
