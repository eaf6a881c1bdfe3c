public import DataSources

/// Neighbours that leave: removed, or taken out to be put in elsewhere.
@usableFromInline
struct Departure<P: Position> {
    @usableFromInline let first: P
    @usableFromInline let count: Int
    /// The number of the move; `nil` for a removal.
    @usableFromInline let move: Int?
}

/// Neighbours that arrive.
@usableFromInline
struct Arrival<P: Position> {
    @usableFromInline
    enum Origin {
        case values([WireValue])
        case move(Int)
    }

    @usableFromInline let first: P
    @usableFromInline let count: Int
    @usableFromInline let origin: Origin
}

extension WireEdits {
    /// What leaves, from back to front.
    ///
    /// - Throws: ``WireError`` if two runs overlap.
    /// - Complexity: O(*r* log *r*) in the number of runs.
    @usableFromInline
    func departures() throws(WireError) -> [Departure<P>] {
        var departures = removals.map { Departure(first: $0.first, count: $0.count, move: nil) }
        departures += moves.enumerated().map { Departure(first: $1.from, count: $1.count, move: $0) }
        departures.sort { $0.first > $1.first }
        for (later, earlier) in zip(departures, departures.dropFirst()) {
            if earlier.reaches(later.first) {
                throw WireError(.inconsistent, "two runs that leave overlap at \(later.first)")
            }
        }
        return departures
    }

    /// What arrives, from front to back.
    ///
    /// - Complexity: O(*r* log *r*) in the number of runs.
    @usableFromInline
    func arrivals() -> [Arrival<P>] {
        var arrivals = insertions.map {
            Arrival(first: $0.first, count: $0.values.count, origin: .values($0.values))
        }
        arrivals += moves.enumerated().map { Arrival(first: $1.to, count: $1.count, origin: .move($0)) }
        arrivals.sort { $0.first < $1.first }
        return arrivals
    }
}

extension Departure {
    /// Whether the run contains a position behind its first one.
    fileprivate func reaches(_ position: P) -> Bool {
        first.items(to: position).map { $0 < count } ?? false
    }
}
