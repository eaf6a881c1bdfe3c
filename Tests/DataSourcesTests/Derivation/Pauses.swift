import DataSources

struct Entry: Identifiable, Equatable, Sendable {
    let id: Int
    var time: Int
}

/// An entry with the time since the one before it.
struct Lap: Identifiable, Equatable, Sendable {
    let id: Int
    let pause: Int
}

/// Makes a lap of each entry, which also changes when another entry comes before it.
struct Pauses: SnapshotOperator, ~Copyable {
    private var draft = ListDraft<Lap>()

    mutating func apply(_ update: Update<ListSnapshot<Entry>>) -> ListSnapshot<Lap> {
        let (before, after, changes) = (update.before, update.after, update.changes)
        do {
            // Laps are inserted, deleted, moved and updated at the positions of their entries.
            try draft.replay(changes) { Self.lap(at: $0, in: after) }

            // A lap changes too when the entry before it is another one, or has changed: after each departure, at both
            // ends of each arrival, at each move, and after each update.
            let left = changes.departures.compactMap { before[$0.upperBound]?.id }
            let came = changes.arrivals.flatMap { [$0.lowerBound, $0.upperBound] } + changes.moves.map(\.after)
            let changed = changes.updates.map { $0.after + 1 }
            let touched = left.compactMap { draft.position(of: $0) } + came + changed
            for position in Set(touched) where after.contains(position: position) {
                try draft.update(Self.lap(at: position, in: after))
            }
        } catch {
            // Positions and ids are those of the list that is followed.
            preconditionFailure("\(error)")
        }
        return draft.snapshot
    }

    private static func lap(at position: Int, in entries: ListSnapshot<Entry>) -> Lap {
        guard let entry = entries[position] else { preconditionFailure("there is no entry at \(position)") }
        return Lap(id: entry.id, pause: entries[position - 1].map { entry.time - $0.time } ?? 0)
    }
}

extension DerivableSource where Snapshot == ListSnapshot<Entry> {
    /// Each entry with the time since the one before it.
    func pauses() -> DerivedSource<ListSnapshot<Lap>> {
        DerivedSource(from: self, through: Pauses())
    }
}
