extension JoinOperator {
    /// An upper bound of the number of rows that an update of the right side touches.
    @inlinable
    func rowsTouched(by delta: JoinDelta<Key>) -> Int {
        var sum = 0
        for entry in delta.leaving { sum += Swift.max(1, left.count(under: entry.key)) }
        for entry in delta.arriving { sum += Swift.max(1, left.count(under: entry.key)) }
        for entry in delta.moving { sum += Swift.max(1, left.count(under: entry.arrival.key)) }
        for entry in delta.refreshed { sum += Swift.max(1, left.count(under: entry.key)) }
        return sum
    }

    /// Updates the rows after an update of the right side.
    ///
    /// All left items with one key have the same matches in the same order, so the rank of a right item within its key
    /// is also its rank within the rows of each left item.
    @inlinable
    mutating func followRight(_ update: Update<ListSnapshot<Row.Right>>, _ delta: JoinDelta<Key>) throws {
        // The only right item with a key changes no order when it moves.
        let moving = delta.moving.filter { entry in
            left.count(under: entry.arrival.key) == 0 || right.count(under: entry.arrival.key) > 1
        }
        for entry in delta.leaving { try remove(entry) }
        for entry in moving { try remove(entry.departure) }
        let (won, lost) = right.wonAndLost(delta.presence)
        for key in won { try removeUnmatchedLefts(under: key) }
        if Row.keepsLoneRights {
            let base = left.items.count
            for range in update.changes.departures.reversed() {
                rows.weights.removeSubrange(base + range.lowerBound..<base + range.upperBound)
            }
            for range in update.changes.arrivals {
                rows.weights.insert(contentsOf: Array(repeating: 0, count: range.count), at: base + range.lowerBound)
            }
        }
        for entry in delta.arriving { try insert(entry) }
        for entry in moving { try insert(entry.arrival) }
        for entry in delta.refreshed { try refresh(entry) }
        for key in lost { try insertLoneLefts(under: key) }
    }

    /// Removes all rows of a right item.
    @inlinable
    mutating func remove(_ entry: JoinDelta<Key>.Departure) throws {
        let places = try left.positions(under: entry.key)
        for place in places {
            guard entry.rank < rows.weights[place] else { throw LostTrack() }
            try rows.remove(at: rows.weights.sum(upTo: place) + entry.rank)
            rows.weights[place] -= 1
        }
        if places.isEmpty, Row.keepsLoneRights { try putLoneRight(at: entry.before, isLone: false) }
    }

    /// Inserts all rows of a right item.
    @inlinable
    mutating func insert(_ entry: JoinDelta<Key>.Arrival) throws {
        let places = try left.positions(under: entry.key)
        let item = right.items.tree.element(at: entry.after)
        for place in places {
            guard let row = Row.row(left.items.tree.element(at: place), item) else { continue }
            guard entry.rank <= rows.weights[place] else { throw LostTrack() }
            try rows.insert(row, at: rows.weights.sum(upTo: place) + entry.rank)
            rows.weights[place] += 1
        }
        if places.isEmpty, Row.keepsLoneRights { try putLoneRight(at: entry.after, isLone: true) }
    }

    /// Updates all rows of a right item.
    @inlinable
    mutating func refresh(_ entry: JoinDelta<Key>.Arrival) throws {
        let places = try left.positions(under: entry.key)
        let item = right.items.tree.element(at: entry.after)
        for place in places {
            guard let row = Row.row(left.items.tree.element(at: place), item) else { continue }
            guard entry.rank < rows.weights[place] else { throw LostTrack() }
            rows.draft.put(row, at: rows.weights.sum(upTo: place) + entry.rank)
        }
        if places.isEmpty, Row.keepsLoneRights, let row = Row.row(nil, item) {
            guard rows.weights[left.items.count + entry.after] == 1 else { throw LostTrack() }
            rows.draft.put(row, at: rows.weights.sum(upTo: left.items.count + entry.after))
        }
    }

    /// Removes the rows of left items that had no match.
    @inlinable
    mutating func removeUnmatchedLefts(under key: Key) throws {
        for place in try left.positions(under: key) {
            if rows.weights[place] == 0 { return }
            guard rows.weights[place] == 1 else { throw LostTrack() }
            try rows.remove(at: rows.weights.sum(upTo: place))
            rows.weights[place] = 0
        }
    }

    /// Inserts the rows of left items that have lost their last match.
    @inlinable
    mutating func insertLoneLefts(under key: Key) throws {
        for place in try left.positions(under: key) {
            guard let row = Row.row(left.items.tree.element(at: place), nil) else { return }
            guard rows.weights[place] == 0 else { throw LostTrack() }
            try rows.insert(row, at: rows.weights.sum(upTo: place))
            rows.weights[place] = 1
        }
    }
}
