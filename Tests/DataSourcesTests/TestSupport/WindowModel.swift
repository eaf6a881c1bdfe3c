import DataSources

/// What a window shows, computed from whole states: it knows its first item by its id.
struct WindowModel {
    private enum Stand {
        case item(Int)
        case position(Int)
        case awaiting(Int)
    }

    private var window: ListWindow<Int>?
    private var stand = Stand.position(0)

    init(_ window: ListWindow<Int>? = nil) {
        self.window = window
        if let window { place(window) }
    }

    /// What is shown of `rows`, to which the updates have led.
    mutating func shown(
        of rows: [Row],
        after update: Update<ListSnapshot<Row>>?,
        _ windowUpdate: Update<ValueSnapshot<ListWindow<Int>>>?
    ) -> [Row] {
        if case .item(let id) = stand, let update, !rows.contains(where: { $0.id == id }) {
            let before = update.before.content
            let position = before.firstIndex { $0.id == id }!
            let moved = Set(update.changes.moves.map(\.before))
            let next = before.indices.first { place in
                place > position && !moved.contains(place) && rows.contains { $0.id == before[place].id }
            }
            stand = next.map { .item(before[$0].id) } ?? .position(position)
        }
        if let windowUpdate {
            let next = windowUpdate.after.value
            if let next, next.start != window?.start { place(next) }
            window = next
        }
        // Where it stands at a position, and there is an item now, it stands at the item.
        if case .position(let position) = stand, position < rows.count { stand = .item(rows[position].id) }
        if case .awaiting(let id) = stand, rows.contains(where: { $0.id == id }) { stand = .item(id) }
        guard let window, case .item(let id) = stand, let start = rows.firstIndex(where: { $0.id == id }) else {
            return []
        }
        return Array(rows[start...].prefix(max(0, window.count)))
    }

    private mutating func place(_ window: ListWindow<Int>) {
        switch window.start {
        case .position(let position): stand = .position(max(0, position))
        case .item(let id): stand = .awaiting(id)
        }
    }
}
